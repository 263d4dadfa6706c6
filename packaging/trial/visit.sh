#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a new user does, inside the tree that trial.sh made: build, start the hub,
# ask whether it is well, stop it, run the tests. Arguments go to test.sh.
set -euo pipefail
cd "$HOME/anchorhold"

# step TEXT COMMAND...: runs the command and says how long it took.
step() {
    local text=$1 start=$SECONDS
    shift
    printf -- '--- %s\n' "$text"
    "$@"
    printf -- '--- %s: ok after %d s\n' "$text" $((SECONDS - start))
}

# Prints the status line of /health on the given port.
health() {
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET /health HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$1" >&3
    head -n 1 <&3
    exec 3>&-
}

serve_and_ask() {
    local hub line port='' status
    coproc HUB { exec build/release/anchorhold-cli serve --data "$HOME/data" --port 0 --access-key trial-key-of-a-visitor; }
    hub=$HUB_PID
    while read -r -t 10 line <&"${HUB[0]}"; do
        [[ $line =~ ^ready\ http://127\.0\.0\.1:([0-9]+)/mcp ]] && port=${BASH_REMATCH[1]} && break
    done
    [ -n "$port" ] || { echo 'The hub printed no ready line.' && return 1; }
    status=$(health "$port")
    printf '%s\n' "$status"
    [[ $status == *' 200 '* ]] || return 1
    kill -TERM "$hub"
    wait "$hub" # its exit code is ours
}

step 'first ./run.sh --build-only' ./run.sh --build-only
step 'second ./run.sh --build-only' ./run.sh --build-only
step 'anchorhold-cli serve' serve_and_ask
step './test.sh' ./test.sh "$@"
