# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the test target, lets one attack script loose on it, and stops it: it must still end in good order.

    run.py TARGET SCRIPT [--full] [script options]
"""
import os
import pathlib
import subprocess
import sys

SHORT_LIMITS = {"head": 600, "body": 900, "idle": 1200, "stall": 1500, "heartbeat": 300, "connections": 100}
TARGET_OPTIONS = {
    "deadlines": SHORT_LIMITS,
    "restarts": {"restart": 150},
}
SCRIPT_OPTIONS = {
    "restarts": ("churn", ["--restarts", "1", "--seconds", "20"]),
}


def main():
    target, name, *more = sys.argv[1:]
    if "--full" in more:
        more.remove("--full")
        os.environ["HUB_ATTACK_SCALE"] = "1"
    options = [part for key, value in TARGET_OPTIONS.get(name, {}).items() for part in (f"--{key}", str(value))]
    server = subprocess.Popen([target, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline().split()[1]
        script, extra = SCRIPT_OPTIONS.get(name, (name, []))
        path = pathlib.Path(__file__).with_name(script + ".py")
        outcome = subprocess.run([sys.executable, str(path), "--port", port, "--pid", str(server.pid), *extra, *more]).returncode
        server.stdin.close()
        ended = server.wait(timeout=120)
    finally:
        server.kill()
    if ended != 0:
        print(f"FAIL the server ended with {ended}")
    sys.exit(outcome or (1 if ended else 0))


if __name__ == "__main__":
    main()
