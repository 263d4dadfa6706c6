#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MCP over standard input and output, with a hub that is started, killed and started again.

Usage: bridge.py ANCHORHOLD_CLI
"""
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {}}


class Bridge:
    """One bridge, spoken to line by line."""

    def __init__(self, program, data):
        # Port 0: the hub that it starts must not meet another one of this machine.
        environment = {**os.environ, "PORT": "0"}
        self.process = subprocess.Popen([program, "stdio", "--data", data], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=environment)
        self.lines = queue.Queue()
        self.said = []
        self.number = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))  # nothing else may stand on standard output

    def send(self, method, params=None, is_request=True):
        message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if is_request:
            self.number += 1
            message["id"] = self.number
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self.number

    def wait(self, wanted, seconds=30):
        """The first message that fits, now or within so many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            for message in self.said:
                if wanted(message):
                    self.said.remove(message)
                    return message
            self.said.append(self.lines.get(timeout=max(0.01, deadline - time.monotonic())))

    def ask(self, method, params=None):
        number = self.send(method, params)
        return self.wait(lambda message: message.get("id") == number)

    def greet(self):
        answer = self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                         "clientInfo": {"name": "bridge", "version": "1"}})
        self.send("notifications/initialized", is_request=False)
        return answer["result"]

    def finish(self):
        self.process.stdin.close()
        return self.process.wait(timeout=15)


def run_file(data):
    with open(os.path.join(data, "run.json"), encoding="utf-8") as file:
        return json.load(file)


def remember(bridge, content):
    answer = bridge.ask("tools/call", {"name": "remember", "arguments": {
        "content": content, "topic": "bridge", "type": "fact"}})
    assert answer["result"]["isError"] is False, answer


def check(program, data):
    first, second = Bridge(program, data), Bridge(program, data)  # both find no hub
    assert first.greet()["serverInfo"]["name"] == "anchorhold"
    assert second.greet()["protocolVersion"] == "2025-11-25"
    assert len(first.ask("tools/list")["result"]["tools"]) == 20

    found = second.ask("server/discover", {"_meta": MODERN})["result"]
    assert found["supportedVersions"] == ["2026-07-28"], found

    assert first.ask("resources/subscribe", {"uri": "memory://topics"})["result"] == {}
    time.sleep(1)  # the stream for what nobody asked for is opened meanwhile
    remember(second, "Bridges carry messages both ways")
    first.wait(lambda message: message.get("method") == "notifications/resources/updated")

    for _ in range(3):
        os.kill(run_file(data)["pid"], signal.SIGKILL)
        remember(first, f"The hub came back at {time.monotonic()}")
        assert second.ask("tools/list", {"_meta": MODERN})["result"]["resultType"] == "complete"

    assert Bridge(program, data).finish() == 0  # started and dropped, as a client does that only looks
    assert first.finish() == 0 and second.finish() == 0


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        try:
            check(program, data)
        finally:
            try:
                pid = run_file(data)["pid"]
                os.kill(pid, signal.SIGTERM)
                for _ in range(100):
                    os.kill(pid, 0)
                    time.sleep(0.1)
            except (OSError, ValueError):
                pass
    print("ok: handshake, discovery, notifications, three killed hubs, end of input")


if __name__ == "__main__":
    main()
