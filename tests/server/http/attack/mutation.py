# SPDX-License-Identifier: GPL-3.0-or-later
"""Well-meant requests, mutated at random: bytes changed, tokens inserted, parts doubled, lost or cut off."""
import random
import time

from attack import Attack, receive, reset_on_close

attack = Attack(__doc__, {"seed": 1, "count": 20000})
chance = random.Random(attack.options.seed)

SEEDS = [
    attack.request(),
    attack.request("HEAD"),
    attack.request("OPTIONS", attack.options.post, b"Origin: http://%s\r\n" % attack.options.host.encode()),
    attack.request("DELETE", "/item/42"),
    attack.request(path=attack.options.get + "?q=1&plus=a+b", headers=b"Origin: null\r\n"),
    attack.request(path="/item/42/sub/abc", version=b"HTTP/1.0"),
    attack.request("POST", "/private", b"Authorization: Bearer a\r\nContent-Length: 2\r\n", b"{}"),
    attack.sized(),
    attack.chunked(b"5\r\nhello\r\n6;x=1\r\n world\r\n0\r\nX-T: 1\r\n\r\n"),
]
if attack.options.later:
    SEEDS += [attack.request(path=path) for path in (attack.options.later + "?ms=5", "/forgotten", "/throw", "/ticks")]
    SEEDS += [attack.request("POST", "/three", b"Content-Length: 1\r\n", b"x")]
TOKENS = [b"\r\n", b"\n", b"\r", b"\0", b" ", b":", b"HTTP/1.1", b"Content-Length: ", b"Transfer-Encoding: chunked\r\n",
          b"Connection: upgrade\r\nUpgrade: websocket\r\n", b"%", b"%00", b"\xff" * 8, b"-1", b"99999999999999999999",
          b"7fffffffffffffff", b"ffffffff", b"A" * 5000, b"[::1]", b"//", b"?&=&", b"0\r\n\r\n", b"Expect: 100-continue\r\n",
          b"Host: \r\n"]


def mutated(data):
    data = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randint(0, len(data))
        kind = chance.randint(0, 5)
        if kind == 0 and data:
            data[chance.randrange(len(data))] = chance.randrange(256)
        elif kind == 1:
            data[place:place] = chance.choice(TOKENS)
        elif kind == 2:
            del data[place:place + chance.randint(1, 8)]
        elif kind == 3:
            data[place:place] = data[place:place + chance.randint(1, 40)]
        elif kind == 4:
            data += chance.choice(SEEDS)
        else:
            del data[place:]
    return bytes(data)


def send(data):
    with attack.connect() as client:
        if chance.random() < 0.3:
            middle = chance.randint(0, len(data))
            client.sendall(data[:middle])
            time.sleep(0.0005)
            data = data[middle:]
        client.sendall(data)
        if chance.random() < 0.5:
            receive(client, 0.004)
        if chance.random() < 0.2:
            reset_on_close(client)


recent = []
count = attack.scaled(attack.options.count)
for number in range(count):
    recent = (recent + [mutated(chance.choice(SEEDS))])[-5:]
    try:
        send(recent[-1])
    except OSError:
        if not attack.is_alive():
            break
attack.check(f"{count} mutations, seed {attack.options.seed}", number == count - 1, recent)
time.sleep(0.3)
attack.check_serves()
attack.check_memory("memory stays small", attack.memory(), 300)
attack.finish()
