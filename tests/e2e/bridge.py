#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MCP over standard input and output, with a hub that is started, killed and started again.

Usage: bridge.py ANCHORHOLD_CLI
"""
import collections
import http.server
import json
import os
import queue
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {}}


class Bridge:
    """One bridge, spoken to line by line."""

    def __init__(self, program, data, *options):
        # Port 0: the hub that it starts must not meet another one of this machine.
        environment = {**os.environ, "PORT": "0"}
        self.process = subprocess.Popen([program, "stdio", "--data", data, *options], stdin=subprocess.PIPE,
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


class ForgetfulHub(http.server.BaseHTTPRequestHandler):
    """Takes each call and hangs up without an answer; the second time it answers."""

    protocol_version = "HTTP/1.1"
    calls = collections.Counter()

    def log_message(self, *_):
        pass

    def reply(self, message, headers=()):
        body = json.dumps(message).encode()
        self.send_response(200)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def begin_stream(self, name):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(f"id: {name}-0\ndata: \n\n".encode())
        self.close_connection = True

    def do_GET(self):
        if "text/event-stream" not in self.headers.get("Accept", ""):
            self.reply({"status": "healthy"})
            return
        self.calls["streams"] += 1
        self.begin_stream("another")  # the one asked for is not known any more
        time.sleep(5)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {}}
        if message["method"] == "initialize":
            self.reply(answer, [("Mcp-Session-Id", "one")])
            return
        arguments = message["params"]["arguments"]
        what = message["params"]["name"] + (" with a key" if "idempotencyKey" in arguments else "")
        self.calls[what] += 1
        if self.calls[what] > 1:
            self.reply(answer)
        elif "_meta" in message["params"]:
            self.begin_stream("first")
        self.close_connection = True


def check_lost_answers(program, data):
    """What does no harm twice is asked again when no answer comes; all else is told and left alone."""
    hub = http.server.ThreadingHTTPServer(("127.0.0.1", 0), ForgetfulHub)
    threading.Thread(target=hub.serve_forever, daemon=True).start()
    bridge = Bridge(program, data, "--url", f"http://127.0.0.1:{hub.server_port}/mcp")
    bridge.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
    memory = {"content": "Told to a hub that hangs up", "topic": "bridge", "type": "fact"}
    lost = bridge.ask("tools/call", {"name": "remember", "arguments": memory})
    assert "may have been carried out or not" in lost["error"]["message"], lost
    for name, arguments in ("remember", {**memory, "idempotencyKey": "once"}), ("recall", {}):
        answer = bridge.ask("tools/call", {"name": name, "arguments": arguments})
        assert answer["result"] == {}, answer
    progress = {"_meta": {"progressToken": "p"}}  # these begin as streams, which the hub then forgets
    answer = bridge.ask("tools/call", {"name": "context", "arguments": {}, **progress})
    assert answer["result"] == {}, answer
    lost = bridge.ask("tools/call", {"name": "tool_feedback", "arguments": {}, **progress})
    assert "may have been carried out or not" in lost["error"]["message"], lost
    assert ForgetfulHub.calls == {"remember": 1, "remember with a key": 2, "recall": 2, "context": 2,
                                  "tool_feedback": 1, "streams": 2}, ForgetfulHub.calls
    hub.shutdown()
    bridge.finish()


def check_a_dying_hub(bridge, data):
    """A hub that is killed while calls wait for it: each is carried out once."""
    pid = run_file(data)["pid"]
    os.kill(pid, signal.SIGSTOP)
    numbers = [bridge.send("tools/call", {"name": "remember", "arguments": {
        "content": f"Sent to a hub that lies dying, number {i}", "topic": "bridge", "type": "fact"}}) for i in range(3)]
    numbers.append(bridge.send("tools/call", {"name": "memory_stats", "arguments": {},
                                              "_meta": {"progressToken": "p"}}))
    time.sleep(0.5)  # what can be sent has left
    os.kill(pid, signal.SIGKILL)
    for number in numbers:
        answer = bridge.wait(lambda message, number=number: message.get("id") == number)
        assert answer["result"]["isError"] is False, answer
    found = bridge.ask("tools/call", {"name": "search_traces", "arguments": {"keyword": "lies dying"}})
    assert found["result"]["structuredContent"]["count"] == 3, found


def check_weight(bridge, data):
    """A bridge opens no store and loads no driver of one: it starts as fast as a program can."""
    process = f"/proc/{bridge.process.pid}"
    if not os.path.isdir(process):
        return
    with open(f"{process}/maps", encoding="utf-8") as file:
        mapped = file.read()
    assert "qsqlite" not in mapped and "model.bin" not in mapped
    opened = [os.readlink(f"{process}/fd/{name}") for name in os.listdir(f"{process}/fd")]
    assert not [path for path in opened if path.startswith(os.path.realpath(data))], opened


def check_start(program, data):
    """From its start to its first answer a bridge takes little longer than the program that only says its version."""
    def seconds(run):
        times = []
        for _ in range(5):
            begun = time.monotonic()
            run()
            times.append(time.monotonic() - begun)
        return statistics.median(times)

    def answer():
        bridge = Bridge(program, data, "--no-start")
        bridge.greet()
        bridge.process.kill()
        bridge.process.wait()

    bare = seconds(lambda: subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=True))
    answered = seconds(answer)
    assert answered < 4 * bare + 0.1, (answered, bare)
    return answered


def check(program, data):
    first, second = Bridge(program, data), Bridge(program, data)  # both find no hub
    assert first.greet()["serverInfo"]["name"] == "anchorhold"
    check_weight(first, data)
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

    started = check_start(program, data)
    check_a_dying_hub(first, data)
    check_lost_answers(program, data)

    assert Bridge(program, data).finish() == 0  # started and dropped, as a client does that only looks
    assert first.finish() == 0 and second.finish() == 0
    return started


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        try:
            started = check(program, data)
        finally:
            try:
                pid = run_file(data)["pid"]
                os.kill(pid, signal.SIGTERM)
                for _ in range(100):
                    os.kill(pid, 0)
                    time.sleep(0.1)
            except (OSError, ValueError):
                pass
    print(f"ok: first answer after {started * 1000:.0f} ms; handshake, discovery, notifications, three killed hubs, lost answers, end of input")


if __name__ == "__main__":
    main()
