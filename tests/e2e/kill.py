#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills the hub at a random moment while agents store memories, starts it again
and checks that nothing acknowledged is lost.

Usage: kill.py ANCHORHOLD_CLI [--rounds N] [--seed N]

One round is part of the tests; `--rounds 20` is the full run."""

import argparse
import http.client
import random
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

from hubclient import Agent, Hub

MEMORIES = 1000
AGENTS = 4


def marker(number):
    """A word that one memory alone has."""
    return f"marker{number:04d}x"


def store_until_killed(hub, kill_after):
    """Returns {id: number} of what was acknowledged. The kill comes when
    `kill_after` memories are acknowledged, while other calls are under way."""
    acknowledged = {}
    guard = threading.Lock()
    numbers = iter(range(MEMORIES))
    reached = threading.Event()
    failures = []

    def run():
        try:
            agent = Agent(hub.port)
            while True:
                with guard:
                    number = next(numbers, None)
                if number is None:
                    return
                answer = agent.call("remember", topic=f"topic {number % 7}", type="fact",
                                    content=f"Memory {marker(number)} says that valve {number * 37} closes at {number} bar.")
                with guard:
                    acknowledged[answer["id"]] = number
                    if len(acknowledged) >= kill_after:
                        reached.set()
        except (OSError, http.client.HTTPException):
            pass  # the hub was killed under us
        except AssertionError as failure:
            failures.append(failure)
        finally:
            reached.set()

    threads = [threading.Thread(target=run) for _ in range(AGENTS)]
    for thread in threads:
        thread.start()
    reached.wait(timeout=120)
    time.sleep(random.uniform(0, 0.004))
    hub.kill()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return acknowledged


def check_through_the_hub(hub, acknowledged):
    agent = Agent(hub.port)
    for id_, number in random.sample(sorted(acknowledged.items()), min(20, len(acknowledged))):
        fragments = agent.call("recall", keywords=[marker(number)], excludeSeen=False)["fragments"]
        assert fragments and fragments[0]["id"] == id_, f"recall does not find memory {number} first"
    agent.call("remember", topic="after", type="fact", content="The hub stores memories again after it was killed.")


def check_the_file(data, acknowledged):
    store = sqlite3.connect(f"file:{data}/memory.db?mode=ro", uri=True)
    one = lambda sql: store.execute(sql).fetchall()
    assert one("PRAGMA integrity_check") == [("ok",)], "integrity_check failed"
    assert one("PRAGMA foreign_key_check") == [], "foreign_key_check failed"
    live = {id_ for (id_,) in one("SELECT id FROM fragments WHERE deleted_at IS NULL")}
    lost = acknowledged.keys() - live
    assert not lost, f"{len(lost)} acknowledged memories are lost"
    unindexed = one("SELECT count(*) FROM fragments WHERE deleted_at IS NULL AND seq NOT IN (SELECT seq FROM fragment_terms)")
    strays = one("SELECT count(*) FROM fragment_terms WHERE seq NOT IN (SELECT seq FROM fragments WHERE deleted_at IS NULL)")
    assert (unindexed, strays) == ([(0,)], [(0,)]), f"index and table differ: {unindexed} without terms, {strays} without memory"
    store.close()
    return len(live)


def run_round(program, number):
    with tempfile.TemporaryDirectory(prefix="anchorhold-kill-", ignore_cleanup_errors=True) as folder:
        data = Path(folder)
        hub = Hub(program, data)
        try:
            acknowledged = store_until_killed(hub, kill_after=random.randint(1, MEMORIES - AGENTS))
        finally:
            hub.kill()
        began = time.monotonic()
        hub = Hub(program, data)
        ready = time.monotonic() - began
        try:
            check_through_the_hub(hub, acknowledged)
            code = hub.stop()
        finally:
            hub.kill()
        assert code == 0, f"SIGTERM ended the hub with {code}"
        live = check_the_file(data, acknowledged)
        print(f"round {number}: killed after {len(acknowledged)} acknowledged, ready again in {ready:.2f} s, {live} live, none lost",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    random.seed(options.seed)
    for number in range(1, options.rounds + 1):
        run_round(options.program, number)


if __name__ == "__main__":
    sys.exit(main())
