#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ten clients of every kind stay connected while their hub is killed and started again.

Every client's next call must succeed without a new start of its own, or be told by a
404 to begin a new session. A call that is answered 200 with an error inside fails.

Usage: restart.py ANCHORHOLD_CLI [--rounds N]
"""
import argparse
import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import time

from bridge import MODERN, Bridge

KEY = "key-of-the-restart-test"
CALL = {"name": "memory_stats", "arguments": {}}


class Http:
    """One agent over HTTP; `era` is a revision of MCP."""

    def __init__(self, port, era):
        self.port = port
        self.era = era
        self.session = None
        self.number = 0
        if era != "2026-07-28":
            self.greet()

    def post(self, method, params, headers=None):
        self.number += 1
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream", **(headers or {})}
        if self.session:
            sent["Mcp-Session-Id"] = self.session
        connection.request("POST", "/mcp", json.dumps(
            {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}), sent)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        self.session = answer.headers.get("Mcp-Session-Id") or self.session
        return answer.status, body

    def greet(self):
        self.session = None
        status, _ = self.post("initialize", {"protocolVersion": self.era, "capabilities": {},
                                             "clientInfo": {"name": f"restart-{id(self)}", "version": "1"}})
        assert status == 200

    def call(self):
        """True when it took a new session."""
        if self.era == "2026-07-28":
            status, body = self.post("tools/call", {**CALL, "_meta": MODERN}, {
                "MCP-Protocol-Version": self.era, "Mcp-Method": "tools/call", "Mcp-Name": CALL["name"]})
        else:
            status, body = self.post("tools/call", CALL)
        if status == 404:
            self.greet()
            status, body = self.post("tools/call", CALL)
            assert status == 200 and body["result"]["isError"] is False, body
            return True
        assert status == 200 and body["result"]["isError"] is False, body
        return False


class Sse:
    """One agent of 2024-11-05: opens its stream again when it breaks, as an EventSource does."""

    def __init__(self, port):
        self.port = port
        self.open()

    def open(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.socket.sendall(f"GET /sse?accessKey={KEY} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.heard = b""
        self.address = self.until(b"data: ").decode()

    def until(self, mark):
        """The rest of the line that begins with `mark`."""
        while mark not in self.heard or b"\n" not in self.heard.split(mark, 1)[1]:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the stream has ended")
            self.heard += more
        line, self.heard = self.heard.split(mark, 1)[1].split(b"\n", 1)
        return line

    def call(self):
        try:
            self.socket.setblocking(False)
            if self.socket.recv(1, socket.MSG_PEEK) == b"":
                raise ConnectionError
        except BlockingIOError:
            pass
        except OSError:
            self.open()
        self.socket.setblocking(True)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("POST", self.address, json.dumps(
            {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL}), {"Content-Type": "application/json"})
        assert connection.getresponse().status == 202
        assert json.loads(self.until(b"data: "))["result"]["isError"] is False
        return False


class Stdio:
    def __init__(self, program, data):
        self.bridge = Bridge(program, data)
        self.bridge.greet()

    def call(self):
        answer = self.bridge.ask("tools/call", CALL)
        assert answer["result"]["isError"] is False, answer
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(program, data, port):
    hub = subprocess.Popen([program, "serve", "--data", data, "--port", str(port), "--access-key", KEY],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for line in hub.stdout:
        if line.startswith(b"ready "):
            return hub
    raise SystemExit("the hub did not start")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--rounds", type=int, default=10)
    given = options.parse_args()
    program = os.path.abspath(given.program)
    # Bridges must not start a hub of their own between two of ours.
    os.environ["ANCHORHOLD_START_HUB"] = "0"
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        hub = start(program, data, port)
        eras = ["2025-03-26", "2025-06-18", "2025-11-25", "2025-11-25", "2026-07-28", "2026-07-28"]
        clients = [Http(port, era) for era in eras] + [Sse(port), Sse(port), Stdio(program, data), Stdio(program, data)]
        renewed = calls = 0
        for _ in range(given.rounds):
            for client in clients:
                calls += 1
                renewed += client.call()
            hub.send_signal(signal.SIGKILL)
            hub.wait()
            hub = start(program, data, port)
            for client in clients:
                calls += 1
                renewed += client.call()
            time.sleep(0.1)
        for client in clients[-2:]:
            assert client.bridge.finish() == 0
        hub.terminate()
        hub.wait()
        for name in os.listdir(os.path.join(data, "logs")):
            with open(os.path.join(data, "logs", name), encoding="utf-8") as log:
                assert KEY not in log.read(), "a key that came in an address was written down"
    print(f"ok: {len(clients)} clients, {given.rounds} killed hubs, {calls} calls, {renewed} sessions begun anew")


if __name__ == "__main__":
    main()
