# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients that are slow, stall, send more than they may or come in crowds. Needs the test target, started by run.py
with the short limits given here."""
import json
import socket
import threading
import time

from attack import Attack, body, receive, status

attack = Attack(__doc__, {"head": 600, "body-time": 900, "idle": 1200, "stall": 1500, "heartbeat": 300, "connections": 100})
LIMITS = attack.options
MIB = 1024 * 1024
files_before = attack.open_files()


def stats():
    answer, _ = attack.exchange(attack.request(path="/stats", headers=b"Connection: close\r\n"))
    return json.loads(body(answer))


def ends_after(name, first, drip, limit_ms, wanted):
    """The server waits as long as the limit says, no longer, however the client drips."""
    with attack.connect() as client:
        started, answer, end = time.monotonic(), b"", None
        client.sendall(first)
        while end is None and time.monotonic() - started < limit_ms / 1000 + 8:
            try:
                client.sendall(drip)
            except OSError:
                pass
            more, how = receive(client, 0.05)
            answer, end = answer + more, None if how == "open" else how
        took = (time.monotonic() - started) * 1000
    is_right = end == "EOF" and status(answer) == wanted and limit_ms * 0.8 <= took <= limit_ms + 5000
    attack.check(name, is_right, f"{end} after {took:.0f} ms, {answer[:80]!r}")


def deadlines():
    begun = b"POST /echo HTTP/1.1\r\n" + attack.head
    checks = [
        ("a head that drips", b"GET /ping HTTP/1.1\r\n", b"x", LIMITS.head, 408),
        ("a body that drips", begun + b"Content-Length: 100000\r\n\r\n", b"x", LIMITS.body_time, 408),
        ("chunks that drip", begun + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", LIMITS.body_time, 408),
        ("a body that stops", begun + b"Content-Length: 100\r\n\r\nhello", b"", LIMITS.body_time, 408),
        ("a client that says nothing", b"", b"", LIMITS.head, 0),
        ("a client that has no more to say", attack.request(), b"", LIMITS.idle, 200),
    ]
    threads = [threading.Thread(target=ends_after, args=check) for check in checks]
    for thread in threads:
        thread.start()
    with attack.connect() as client:
        client.sendall(attack.request(path="/later?ms=%d" % (LIMITS.body_time + 900)))
        answer, _ = receive(client, wanted=b"slept")
    for thread in threads:
        thread.join()
    attack.check("a slow handler is not cut off", status(answer) == 200, answer)


def too_much(megabytes, is_chunked):
    """The client sends all before it reads; the refusal must be readable all the same."""
    block, sent = b"x" * MIB, 0
    with attack.connect() as client:
        how = b"Transfer-Encoding: chunked" if is_chunked else b"Content-Length: %d" % (megabytes * MIB)
        client.sendall(b"POST /echo HTTP/1.1\r\n" + attack.head + how + b"\r\n\r\n")
        try:
            for _ in range(megabytes):
                client.sendall(b"100000\r\n" + block + b"\r\n" if is_chunked else block)
                sent += 1
        except OSError:
            pass
        answer, end = receive(client)
    is_right = status(answer) == 413 and sent == megabytes and end == "EOF"
    attack.check(f"413 is readable after {megabytes} MiB ({how.decode()})", is_right, f"{sent} MiB sent, {end}, {answer[:80]!r}")


def many_on_one_connection():
    count = attack.scaled(2000)
    with attack.connect() as client:
        for _ in range(count):
            client.sendall(attack.sized(b"hello"))
            answer, end = receive(client, wanted=b"hello")
            if b"hello" not in answer:
                break
        attack.check(f"{count} requests on one connection", b"hello" in answer, end)
    with attack.connect() as client:
        client.sendall(attack.sized(b"hello") * count + attack.request())
        answer, _ = receive(client, wanted=b"pong")
        attack.check(f"{count} pipelined", answer.count(b"hello") == count and answer.endswith(b"pong"), answer[-80:])
    count = attack.scaled(400)
    with attack.connect() as client:
        client.sendall(attack.request(path="/later?ms=1") * count + attack.request())
        answer, _ = receive(client, wanted=b"pong")
        attack.check(f"{count} pipelined and deferred", answer.count(b"slept") == count, answer[-80:])


def streams():
    post = b"POST %s HTTP/%s\r\n" + attack.head + b"Content-Length: 1\r\n\r\nx"
    with attack.connect() as client:
        client.sendall(post % (b"/three", b"1.1") + attack.request())
        answer, _ = receive(client, wanted=b"pong")
        attack.check("a request sent during a stream waits for its end", b"0\r\n\r\nHTTP/1.1 200" in answer, answer[-200:])
    answer, end = attack.exchange(post % (b"/three", b"1.0"))
    attack.check("a stream to HTTP/1.0 ends with the connection",
                 end == "EOF" and answer.endswith(b"data: 2\n\n") and b"chunked" not in answer, answer)
    answer, _ = attack.exchange(attack.request(path="/silent"), wanted=b": \n\n")
    attack.check("a silent stream has a heartbeat", b"\r\n: \n\n" in answer, answer)


def gone_within(name, path, seconds):
    """A client that asks and then reads nothing is dropped, and its memory is given back."""
    memory_before = attack.memory()
    with attack.connect(receive_buffer=4096) as client:
        client.sendall(attack.request(path=path))
        started = time.monotonic()
        time.sleep(0.3)
        while stats()["connections"] > 1 and time.monotonic() - started < seconds:
            time.sleep(0.05)
        took = time.monotonic() - started
        attack.check(name, took < seconds, f"still there after {took:.1f} s")
    attack.check_memory(name + ": memory", attack.memory() - memory_before, 40)


def asks_without_reading():
    """Long replies are made only as fast as they are read."""
    memory_before = attack.memory()
    with attack.connect(receive_buffer=4096) as client:
        client.sendall(attack.request(path="/big") * 20)
        grown = 0
        for _ in range(20):
            time.sleep(0.05)
            grown = max(grown, attack.memory() - memory_before)
    attack.check_memory("20 long replies asked for at once do not pile up", grown, 70)


def half_close():
    with attack.connect() as client:
        client.sendall(attack.request())
        client.shutdown(socket.SHUT_WR)
        answer, _ = receive(client)
        attack.check("a client that half-closes is answered", body(answer) == b"pong", answer)


def crowd():
    clients = [attack.connect() for _ in range(LIMITS.connections)]
    time.sleep(0.2)
    with attack.connect() as client:
        answer, end = receive(client)
        attack.check("503 beyond the limit of connections", status(answer) == 503 and end == "EOF", (end, answer))
    clients += [attack.connect() for _ in range(60)]
    time.sleep(0.2)
    grown = attack.open_files() - files_before
    attack.check("the crowd is bounded", grown <= LIMITS.connections + 40, f"+{grown} files")
    for client in clients:
        client.close()
    time.sleep(0.3)
    attack.check_serves()


deadlines()
for size, chunks in ((30, False), (30, True)):
    too_much(size, chunks)
answer, end = attack.exchange(b"POST /nowhere HTTP/1.1\r\n" + attack.head + b"Expect: 100-continue\r\nContent-Length: 50000000\r\n\r\n")
attack.check("404 instead of 100 Continue", status(answer) == 404 and end == "EOF", answer)
many_on_one_connection()
streams()
gone_within("a stalled reader of events is dropped", "/firehose", 20)
gone_within("a stalled reader of a long reply is dropped", "/big", LIMITS.stall / 1000 + 10)
asks_without_reading()
half_close()
crowd()
time.sleep(0.5)
attack.check("no file descriptor leaks", attack.open_files() <= files_before + 2, f"{files_before} -> {attack.open_files()}")
attack.finish()
