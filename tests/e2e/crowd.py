#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several agents call the tools at the same time, each as fast as it can: no call
fails, and everything that was stored is there afterwards.

Usage: crowd.py ANCHORHOLD_CLI [--agents N] [--calls N] [--measure]

--measure also runs one agent alone first and compares the times of the calls."""

import argparse
import random
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from hubclient import Agent, Hub

TOPICS = ("nginx", "redis", "database", "배포", "검색")
WORDS = ("valve", "pump", "필터", "압력", "sensor", "queue", "토큰", "cache")


class Member:
    """One agent, its memories, and how long its calls took."""

    def __init__(self, port, number):
        self.agent = Agent(port)
        self.number = number
        self.dice = random.Random(number)
        self.stored = {}
        self.forgotten = set()
        self.times = []
        self.failure = None

    def run(self, calls):
        try:
            for step in range(calls):
                action = self.dice.choices((self.remember, self.recall, self.context, self.amend, self.link, self.forget),
                                           weights=(40, 30, 8, 8, 8, 6))[0]
                began = time.perf_counter()
                action(step)
                self.times.append(time.perf_counter() - began)
        except Exception as failure:  # told by the main thread
            self.failure = failure

    def any_stored(self):
        return self.dice.choice(list(self.stored)) if self.stored else None

    def remember(self, step):
        content = (f"Agent {self.number} noted in step {step} that {self.dice.choice(WORDS)} "
                   f"{self.dice.randrange(10_000)} follows {self.dice.choice(WORDS)}.")
        answer = self.agent.call("remember", content=content, topic=self.dice.choice(TOPICS), type="fact")
        self.stored[answer["id"]] = content

    def recall(self, step):
        if self.dice.random() < 0.5:
            self.agent.call("recall", keywords=[self.dice.choice(WORDS)], excludeSeen=False)
        else:
            self.agent.call("recall", text=f"what follows {self.dice.choice(WORDS)} in step {step}?")

    def context(self, _):
        self.agent.call("context", tokenBudget=500)

    def amend(self, step):
        if (id_ := self.any_stored()) is not None:
            content = f"Agent {self.number} corrected in step {step} what it had noted before."
            if self.agent.call("amend", id=id_, content=content)["updated"]:
                self.stored[id_] = content

    def link(self, _):
        if len(self.stored) > 1:
            first, second = self.dice.sample(list(self.stored), 2)
            self.agent.call("link", fromId=first, toId=second)

    def forget(self, _):
        if (id_ := self.any_stored()) is not None:
            self.agent.call("forget", id=id_, force=True)
            del self.stored[id_]
            self.forgotten.add(id_)


def run_crowd(port, agents, calls, first=0):
    members = [Member(port, first + number) for number in range(agents)]
    threads = [threading.Thread(target=member.run, args=(calls,)) for member in members]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for member in members:
        if member.failure is not None:
            raise AssertionError(f"agent {member.number} failed: {member.failure!r}")
    return members


def check_the_file(data, members):
    store = sqlite3.connect(f"file:{data}/memory.db?mode=ro", uri=True)
    live = dict(store.execute("SELECT id, content FROM fragments WHERE deleted_at IS NULL"))
    store.close()
    for member in members:
        lost = {id_ for id_, content in member.stored.items() if live.get(id_) != content}
        assert not lost, f"{len(lost)} memories of agent {member.number} are lost or differ"
        assert not member.forgotten & live.keys(), f"agent {member.number} forgot what is still there"


def p95(members):
    return statistics.quantiles([one for member in members for one in member.times], n=20)[-1] * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--calls", type=int, default=60)
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anchorhold-crowd-", ignore_cleanup_errors=True) as folder:
        hub = Hub(options.program, Path(folder))
        try:
            alone = run_crowd(hub.port, 1, options.calls, first=1000) if options.measure else []
            members = run_crowd(hub.port, options.agents, options.calls)
            assert hub.stop() == 0
        finally:
            hub.kill()
        check_the_file(folder, alone + members)
        kept = sum(len(member.stored) for member in alone + members)
        print(f"{options.agents} agents, {options.calls} calls each: no error, {kept} memories kept, none lost")
        if options.measure:
            print(f"p95 alone {p95(alone):.1f} ms, together {p95(members):.1f} ms: {p95(members) / p95(alone):.1f} times")


if __name__ == "__main__":
    sys.exit(main())
