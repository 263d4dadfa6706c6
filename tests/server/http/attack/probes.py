# SPDX-License-Identifier: GPL-3.0-or-later
"""One connection per malformed, hostile or merely unusual request, each with the one right answer."""
import os

from attack import Attack, body, status

attack = Attack(__doc__)
GET, POST = attack.request, attack.sized
TEXT = attack.body
FRONT, BACK = TEXT[:len(TEXT) // 2], TEXT[len(TEXT) // 2:]
MIB = 1024 * 1024


def chunk(data, extension=b""):
    return b"%x%s\r\n%s\r\n" % (len(data), extension, data)


WHOLE = chunk(FRONT) + chunk(BACK) + b"0\r\n\r\n"


def refused(name, data, *statuses):
    """A readable refusal, then the end of the connection."""
    answer, end = attack.exchange(data)
    is_right = status(answer) in statuses and end == "EOF" and body(answer).startswith(b'{"error":')
    attack.check(name, is_right, f"{statuses} wanted; {end}, {answer[:200]!r}")


def answered(name, data, *statuses):
    """An answer, and the connection goes on: the request after it is answered too."""
    statuses = statuses or (200,)
    parts = [data] if isinstance(data, bytes) else data
    answer, _ = attack.exchange(parts + [attack.request(headers=b"Connection: close\r\n")])
    is_right = status(answer) in statuses and answer.count(b"HTTP/1.1 ") == 2 and b"\r\nConnection: close" in answer
    attack.check(name, is_right, f"{answer[:300]!r}")


answered("GET", GET())
answered("POST", POST())
answered("chunks", attack.chunked(WHOLE))
answered("chunks with extensions", attack.chunked(chunk(FRONT, b";name=1") + chunk(BACK, b' ; q="x"') + b"0\r\n\r\n"))
answered("chunks, byte by byte", [bytes([byte]) for byte in attack.chunked(WHOLE)])
answered("chunks with a trailer", attack.chunked(WHOLE[:-2] + b"X-Trailer: 1\r\n\r\n"))
answered("blank lines before a request", b"\r\n\r\n" + GET())
answered("WebSocket upgrade is a plain GET", GET(headers=b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                                  b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"))
answered("path with dots", GET(path="/../../etc/passwd"), 404)
answered("double slash", GET(path="/" + attack.options.get), 404)
answered("unknown method", GET("BREW"), 405)

LAST = GET(headers=b"Connection: close\r\n")
answer, _ = attack.exchange(GET("HEAD") + LAST)
attack.check("HEAD has a length but no body", status(answer) == 200 and body(answer).startswith(b"HTTP/1.1 200")
             and b"Content-Length: " in answer and b"Content-Length: 0" not in answer, answer)
answer, end = attack.exchange(LAST)
attack.check("Connection: close", status(answer) == 200 and end == "EOF", (end, answer))
answer, end = attack.exchange(GET(version=b"HTTP/1.0"))
attack.check("HTTP/1.0", status(answer) == 200 and end == "EOF", (end, answer))
answer, _ = attack.exchange(GET() * 2 + GET("HEAD") + LAST)
attack.check("four pipelined", answer.count(b"HTTP/1.1 200") == 4, answer)
if attack.options.later:
    later = GET(path=attack.options.later + "?ms=200") + GET(path=attack.options.later + "?ms=1") + GET()
    answer, _ = attack.exchange(later, wanted=b"pong")
    places = [answer.find(text) for text in (b"slept 200", b"slept 1\r\n", b"slept 1H", b"pong")]
    attack.check("pipelined answers keep their order", 0 < places[0] < max(places[1:3]) < places[3], answer)

answer, _ = attack.exchange(attack.request("POST", headers=b"Expect: 100-continue\r\nContent-Length: 5\r\n"), wanted=b"\r\n\r\n")
attack.check("Expect: 100-continue", status(answer) == 100, answer)
refused("unknown expectation", attack.request("POST", headers=b"Expect: a miracle\r\nContent-Length: 5\r\n"), 417)

refused("chunk of negative size", attack.chunked(b"-5\r\nhello\r\n0\r\n\r\n"), 400)
refused("chunk of huge size", attack.chunked(b"7fffffffffffffff\r\nhello\r\n0\r\n\r\n"), 400)
refused("chunk of no size", attack.chunked(b"zz\r\nhello\r\n0\r\n\r\n"), 400)
refused("chunk longer than it says", attack.chunked(b"2\r\nhello\r\n0\r\n\r\n"), 400)
refused("chunk line without end", attack.chunked(b"5;" + b"a" * 5000), 400)
refused("length and chunks together", attack.request(
    "POST", headers=b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", body=WHOLE), 400)
refused("two lengths", attack.request("POST", headers=b"Content-Length: 3\r\nContent-Length: 5\r\n", body=b"hello"), 400)
refused("list of lengths", attack.request("POST", headers=b"Content-Length: 5, 5\r\n", body=b"hello"), 400)
refused("negative length", attack.request("POST", headers=b"Content-Length: -5\r\n", body=b"hello"), 400)
refused("length with a sign", attack.request("POST", headers=b"Content-Length: +5\r\n", body=b"hello"), 400)
refused("length of 2^63-1", attack.request("POST", headers=b"Content-Length: 9223372036854775807\r\n"), 413)
refused("length of 2^64-1", attack.request("POST", headers=b"Content-Length: 18446744073709551615\r\n"), 413)
refused("chunks in another coding", attack.request("POST", headers=b"Transfer-Encoding: gzip, chunked\r\n"), 501)
refused("chunks said twice", attack.request(
    "POST", headers=b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", body=WHOLE), 400)
refused("chunks in HTTP/1.0", attack.chunked(WHOLE, version=b"HTTP/1.0"), 400)

refused("no request line", b"GARBAGE\r\n\r\n", 400)
refused("no HTTP version", b"GET / HTTX/9.9\r\n\r\n", 400)
refused("several blanks", b"GET    %s    HTTP/1.1\r\n%s\r\n" % (attack.options.get.encode(), attack.head), 400)
refused("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505)
refused("TLS", bytes.fromhex("16030100ca010000c60303") + os.urandom(200), 400)
refused("NULs", b"\0" * 1000 + b"\r\n\r\n", 400)
refused("NUL in the path", b"GET /pi\0ng HTTP/1.1\r\n%s\r\n" % attack.head, 400)
refused("NUL in a header", GET(headers=b"X-A: \0\1\r\n"), 400)
refused("header without colon", GET(headers=b"foo bar\r\n"), 400)
refused("blank before the colon", GET(headers=b"X-A : 1\r\n"), 400)
refused("folded header", GET(headers=b"X-A: 1\r\n  more\r\n"), 400)
refused("two credentials", GET(headers=b"Authorization: Bearer a\r\nauthorization: Bearer b\r\n"), 400)
refused("no Host", b"GET / HTTP/1.1\r\n\r\n", 400)
refused("two Hosts", b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400)
refused("percent without digits", GET(path="/ping%zz"), 400)
refused("percent 00", GET(path="/ping%00"), 400)

for host in (b"evil.example", b"localhost.evil.example", b"127.0.0.1:0x50", b"127.0.0.1@evil.example", b"[::bad@:99999"):
    refused(f"Host {host.decode()}", b"GET %s HTTP/1.1\r\nHost: %s\r\n\r\n" % (attack.options.get.encode(), host), 403)
refused("absolute target with a host not ours", GET(path="http://evil.example/"), 403)
refused("page of another origin", GET(headers=b"Origin: https://evil.example\r\n"), 403)
refused("page without an origin to speak of", GET(headers=b"Origin: null\r\n"), 403)
refused("page of another origin, unknown path", GET(path="/nowhere", headers=b"Origin: https://evil.example\r\n"), 403)

refused("1 MiB of path", GET(path="/" + "a" * MIB), 414)
refused("20,000 headers", GET(headers=b"".join(b"X-%d: 1\r\n" % i for i in range(20000))), 431)
refused("101 short headers", GET(headers=b"".join(b"X: 1\r\n" for i in range(101))), 431)
refused("20 MiB in one header", GET(headers=b"X-A: " + b"a" * (20 * MIB) + b"\r\n"), 431)
refused("a line that never ends", b"A" * (30 * MIB), 414)

attack.check_memory("memory stays small", attack.memory("VmHWM"), 150)
attack.finish()
