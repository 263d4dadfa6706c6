# SPDX-License-Identifier: GPL-3.0-or-later
"""The built program and an agent of it, for tests that look from outside."""

import http.client
import json
import re
import select
import signal
import subprocess
import threading
import time

ACCESS_KEY = "e2e-access-key-0123456789"
START_LIMIT = 30  # seconds


class Hub:
    def __init__(self, program, data):
        self.process = subprocess.Popen(
            [program, "serve", "--data", str(data), "--port", "0", "--access-key", ACCESS_KEY],
            stdout=subprocess.PIPE, text=True)
        self.port = self._wait_until_ready()

    def _wait_until_ready(self):
        deadline = time.monotonic() + START_LIMIT
        while time.monotonic() < deadline:
            if not select.select([self.process.stdout], [], [], deadline - time.monotonic())[0]:
                break
            line = self.process.stdout.readline()
            if ready := re.match(r"ready http://127\.0\.0\.1:(\d+)/mcp", line):
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return int(ready.group(1))
            if not line:
                break
        self.process.kill()
        raise AssertionError("the hub did not become ready")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


class Agent:
    """One MCP session over one connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {
            "Authorization": f"Bearer {ACCESS_KEY}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        self.number = 0
        response, _ = self._post({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "e2e", "version": "1"}}})
        self.headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
        self.headers["Mcp-Protocol-Version"] = "2025-11-25"
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _post(self, message):
        self.connection.request("POST", "/mcp", json.dumps(message), self.headers)
        response = self.connection.getresponse()
        body = response.read().decode()
        if response.status >= 300:
            raise AssertionError(f"HTTP {response.status}: {body}")
        if response.headers.get("Content-Type", "").startswith("text/event-stream"):
            body = "".join(line[5:] for line in body.splitlines() if line.startswith("data:"))
        return response, json.loads(body) if body else None

    def call(self, tool, **arguments):
        self.number += 1
        _, answer = self._post({"jsonrpc": "2.0", "id": self.number, "method": "tools/call",
                                "params": {"name": tool, "arguments": arguments}})
        if "error" in answer or answer["result"].get("isError"):
            raise AssertionError(f"{tool} failed: {answer}")
        return json.loads(answer["result"]["content"][0]["text"])
