#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Five hundred agents that listen and hear nothing: what each costs, and that the hub goes on serving.

Usage: streams.py ANCHORHOLD_CLI [--streams N] [--memory-factor F]
"""
import argparse
import json
import os
import socket
import tempfile
import time

from bridge import MODERN
from restart import KEY, Http, free_port, start

LISTEN = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen",
          "params": {"_meta": MODERN, "notifications": {"toolsListChanged": True}}}


def memory(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) * 1024


def open_stream(port, head, body=b""):
    stream = socket.create_connection(("127.0.0.1", port), timeout=20)
    stream.sendall(head.encode() + b"\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + KEY.encode() + b"\r\n\r\n" + body)
    answer = stream.recv(65536)
    assert answer.startswith(b"HTTP/1.1 200"), answer
    return stream


def listen_on_mcp(port, sessions, number):
    session = sessions[number % len(sessions)].session
    return open_stream(port, f"GET /mcp HTTP/1.1\r\nAccept: text/event-stream\r\nMcp-Session-Id: {session}")


def listen_on_sse(port, _sessions, _number):
    return open_stream(port, "GET /sse HTTP/1.1")


def listen_to_subscription(port, _sessions, _number):
    body = json.dumps(LISTEN).encode()
    return open_stream(port, "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\n"
                       "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n"
                       f"Content-Length: {len(body)}", body)


def measure(given, listen):
    """KiB of memory for each stream, and how long a call beside them takes, in seconds."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        hub = start(os.path.abspath(given.program), data, port)
        sessions = [Http(port, "2025-11-25") for _ in range(20)]
        warm = [listen(port, sessions, i) for i in range(60)]  # what is made once
        before = memory(hub.pid)
        streams = [listen(port, sessions, i) for i in range(given.streams)]
        time.sleep(0.5)
        each = (memory(hub.pid) - before) / given.streams / 1024
        begun = time.monotonic()
        assert sessions[0].call() is False
        took = time.monotonic() - begun
        for stream in streams + warm:
            stream.close()
        assert sessions[1].call() is False
        hub.terminate()
        hub.wait()
    return each, took


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--streams", type=int, default=500)
    options.add_argument("--memory-factor", type=float, default=1)
    given = options.parse_args()
    # The other two keep what they were opened with: an address of their own, a subscription.
    for listen, limit in (listen_on_mcp, 30), (listen_on_sse, 33), (listen_to_subscription, 33):
        each, took = measure(given, listen)
        print(f"{listen.__name__}: {each:.1f} KiB for each of {given.streams}, a call beside them in {took * 1000:.0f} ms")
        assert each <= limit * given.memory_factor
    print("ok")


if __name__ == "__main__":
    main()
