#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the official MCP conformance suite, both frozen requirement sets. Exits 77
# (skip) where the suite cannot be had. The sets are reported apart.
#
# fixture: must pass everything but the tasks extension, which is not ours.
# broken:  a fixture that trusts every Host and Origin: the suite must notice.
# hub:     the program as it ships; conformance/hub.<revision>.yml names each check that
#          needs a fixture. The suite fails when one of them begins to pass.
#
# Usage: conformance.sh fixture|broken|hub PROGRAM BUILD_FOLDER
set -euo pipefail
what=${1:?usage: conformance.sh fixture|broken|hub PROGRAM BUILD_FOLDER}
program=$2
build=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/install_clients.sh" "$build"
modules=$build/e2e-clients/node_modules
node=$modules/.bin/node
work=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

# Starts a server and sets `url` to what it says after "ready".
start() {
    local log=$1
    shift
    "$@" >"$log" 2>"$log.err" < <(sleep 600) &
    servers+=($!)
    for _ in $(seq 100); do
        url=$(sed -n 's/^ready //p' "$log")
        [ -n "$url" ] && return
        sleep 0.1
    done
    cat "$log.err" >&2
    exit 1
}

if [ "$what" = hub ]; then
    start "$work/hub" "$program" serve --data "$work/data" --port 0 --access-key conformance-of-the-hub
    # The suite can send no key of its own.
    start "$work/door" "$node" "$here/keydoor.mjs" "$url" conformance-of-the-hub
else
    start "$work/fixture" "$program" --port 0
fi

failed=0
for revision in 2025-11-25 2026-07-28; do
    options=(server --url "$url" --requirements "$revision" -o "$work/$revision")
    [ "$what" = hub ] && options+=(--expected-failures "$here/conformance/hub.$revision.yml")
    code=0
    "$node" "$modules/@modelcontextprotocol/conformance/dist/index.js" "${options[@]}" >"$work/$revision.log" 2>&1 || code=$?
    echo "== $what, $revision: exit code $code"
    sed -n '/=== SUMMARY/,$p' "$work/$revision.log"
    if [ "$what" = broken ]; then
        grep -q '✗ dns-rebinding-protection' "$work/$revision.log" && [ $code -ne 0 ] || failed=1
    elif [ $code -ne 0 ]; then
        failed=1
    elif [ "$what" = fixture ] && grep '✗' "$work/$revision.log" | grep -v '✗ tasks-'; then # also what is not scored
        failed=1
    fi
    [ -z "${ANCHORHOLD_CONFORMANCE_OUT:-}" ] || cp -r "$work/$revision" "$ANCHORHOLD_CONFORMANCE_OUT/$what-$revision"
done
exit $failed
