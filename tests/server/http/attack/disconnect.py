# SPDX-License-Identifier: GPL-3.0-or-later
"""Clients that leave, politely or not, while their answer is being made. Needs the test target."""
import json
import time

from attack import Attack, body, reset_on_close

attack = Attack(__doc__)


def closed_count():
    answer, _ = attack.exchange(attack.request(path="/stats", headers=b"Connection: close\r\n"))
    return json.loads(body(answer))["closed"]


def leave(path, count, is_reset):
    before = closed_count()
    for _ in range(count):
        with attack.connect() as client:
            client.sendall(attack.request(path=path))
            time.sleep(0.01)
            if is_reset:
                reset_on_close(client)
    for _ in range(40):
        seen = closed_count() - before
        if seen == count:
            break
        time.sleep(0.05)
    attack.check(f"{count} clients left {path}{' with RST' if is_reset else ''}, each noticed", seen == count, f"{seen} noticed")


leave("/later?ms=500", attack.scaled(1000), False)
leave("/later?ms=500", attack.scaled(1000), True)
leave("/ticks", attack.scaled(300), True)
leave("/ticks", attack.scaled(300), False)
attack.check_serves()
attack.finish()
