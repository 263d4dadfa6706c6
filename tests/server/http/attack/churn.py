# SPDX-License-Identifier: GPL-3.0-or-later
"""Six clients that come and leave at random moments, while replies are late, long, forgotten or written by four threads
at once. With --restarts the server is expected to stop and start meanwhile, so that a refused connection is no failure."""
import random
import socket
import threading
import time

from attack import Attack, receive, reset_on_close

attack = Attack(__doc__, {"restarts": 0, "seconds": 30})
PATHS = [attack.options.get]
if attack.options.later:
    PATHS += ["/crowd", "/later?ms=5", "/later?ms=25", "/ticks", "/big", "/forgotten", "/throw"]
end = time.monotonic() + max(1.0, attack.options.seconds * attack.options.scale)
visits, errors = [0] * 6, []


def visit(chance):
    request = attack.request(chance.choice(["GET", "GET", "HEAD"]), chance.choice(PATHS))
    with attack.connect() as client:
        client.sendall(request * chance.choice([1, 1, 1, 3, 40]))
        time.sleep(chance.random() * 0.03)
        if chance.random() < 0.5:
            receive(client, 0.01)
        if chance.random() < 0.4:
            reset_on_close(client)


def keep_visiting(number):
    chance = random.Random(number)
    while time.monotonic() < end:
        try:
            visit(chance)
            visits[number] += 1
        except OSError as error:
            errors.append(repr(error))
            time.sleep(0.01)


threads = [threading.Thread(target=keep_visiting, args=(number,)) for number in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
attack.check(f"{sum(visits)} visits", min(visits) > 0)
if not attack.options.restarts:
    attack.check("no visitor was turned away", not errors, errors[:3])
time.sleep(0.3)
attack.check_serves()
attack.finish()
