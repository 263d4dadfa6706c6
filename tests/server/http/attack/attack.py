# SPDX-License-Identifier: GPL-3.0-or-later
"""What the attack scripts share: a raw client, a view of the server's process, checks.

A script is run with the port and process id of any server of ours:

    python3 probes.py --port 57332 --pid 4711 --get /health --post /mcp --later= \
        --post-body '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",
        "capabilities":{},"clientInfo":{"name":"probe","version":"1"}}}' --header 'Authorization: Bearer KEY'

(probes, churn and mutation work on any; an empty --later leaves out what only the test target has) or through run.py, which starts the test target itself. Standard library only.
"""
import argparse
import os
import socket
import struct
import sys
import time


class Attack:
    """One server under attack, and the checks made so far."""

    def __init__(self, description, options=None):
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--port", type=int, required=True)
        parser.add_argument("--pid", type=int, required=True)
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--get", default="/ping", help="a path that answers GET with 200 and a body")
        parser.add_argument("--post", default="/echo", help="a path that answers POST with 200")
        parser.add_argument("--post-body", default="hello world", help="at least two bytes")
        parser.add_argument("--header", action="append", default=[], help="sent with every well-meant request")
        parser.add_argument("--later", default="/later", help="a path that answers after ?ms=; empty: there is none")
        parser.add_argument("--scale", type=float, default=float(os.environ.get("HUB_ATTACK_SCALE", "0.05")),
                            help="1 is the full size")
        parser.add_argument("--memory-factor", type=float, default=1, help="for instrumented programs")
        for name, standard in (options or {}).items():
            parser.add_argument("--" + name, type=type(standard), default=standard)
        self.options = parser.parse_args()
        self.body = self.options.post_body.encode()
        self.failures = 0
        self.head = b"Host: %s\r\n" % self.options.host.encode()
        self.head += b"".join(header.encode() + b"\r\n" for header in self.options.header)

    def scaled(self, full):
        return max(1, round(full * self.options.scale))

    # -- requests

    def request(self, method="GET", path=None, headers=b"", body=b"", version=b"HTTP/1.1"):
        path = path or (self.options.post if method == "POST" else self.options.get)
        if method == "POST" and b"content-type" not in (self.head + headers).lower():
            headers += b"Content-Type: application/json\r\n"
        return b"%s %s %s\r\n%s%s\r\n%s" % (method.encode(), path.encode(), version, self.head, headers, body)

    def sized(self, body=None, **more):
        body = self.body if body is None else body
        return self.request("POST", headers=b"Content-Length: %d\r\n" % len(body), body=body, **more)

    def chunked(self, frames, **more):
        return self.request("POST", headers=b"Transfer-Encoding: chunked\r\n", body=frames, **more)

    # -- connections

    def connect(self, receive_buffer=None):
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(20)  # this machine may be busy with more than us
        client.connect((self.options.host, self.options.port))
        return client

    def exchange(self, data, seconds=20, wanted=None):
        """Sends `data` (or its parts, one by one); the answer and how it ended: EOF, RST or open."""
        with self.connect() as client:
            try:
                for part in [data] if isinstance(data, bytes) else data:
                    client.sendall(part)
                    if not isinstance(data, bytes):
                        time.sleep(0.003)
            except OSError:
                pass  # the server refused before it had everything; its answer tells
            return receive(client, seconds, wanted)

    # -- the server's process

    def is_alive(self):
        try:
            with open(f"/proc/{self.options.pid}/status") as status:
                return "State:\tZ" not in status.read()
        except FileNotFoundError:
            return False

    def memory(self, field="VmRSS"):
        """In MiB."""
        with open(f"/proc/{self.options.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field)) // 1024

    def open_files(self):
        return len(os.listdir(f"/proc/{self.options.pid}/fd"))

    # -- checks

    def check(self, name, is_right, details=""):
        if not self.is_alive():
            print(f"FAIL {name}: the server has died")
            sys.exit(3)
        print("ok  " if is_right else "FAIL", name, "" if is_right else details, flush=True)
        self.failures += not is_right

    def check_memory(self, name, mebibytes, limit):
        limit *= self.options.memory_factor
        self.check(name, mebibytes <= limit, f"{mebibytes} MiB, {limit:.0f} allowed")

    def check_serves(self, seconds=20):
        """Tries again for a while: the server may have much to do, or be starting just now."""
        end = time.monotonic() + seconds
        while True:
            try:
                answer, _ = self.exchange(self.request(headers=b"Connection: close\r\n"))
            except OSError as error:
                answer = repr(error).encode()
            if status(answer) == 200 or time.monotonic() >= end:
                return self.check("the server still serves", status(answer) == 200, answer[:80])

    def finish(self):
        print(f"{self.failures} failed" if self.failures else "all ok")
        sys.exit(1 if self.failures else 0)


def receive(client, seconds=20, wanted=None):
    """Reads until `wanted` is there, the other side ends, or the time is over."""
    answer, end = b"", time.monotonic() + seconds
    while wanted is None or wanted not in answer:
        if time.monotonic() >= end:
            return answer, "open"
        client.settimeout(max(0.001, end - time.monotonic()))
        try:
            data = client.recv(65536)
        except socket.timeout:
            return answer, "open"
        except OSError:
            return answer, "RST"
        if not data:
            return answer, "EOF"
        answer += data
    return answer, "open"


def status(answer):
    """Of the first response in `answer`; 0 when there is none."""
    parts = answer.split(b" ", 2)
    return int(parts[1]) if len(parts) > 1 and answer.startswith(b"HTTP/1.1 ") and parts[1].isdigit() else 0


def body(answer):
    return answer.partition(b"\r\n\r\n")[2]


def reset_on_close(client):
    """Makes close() send an RST instead of a FIN."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
