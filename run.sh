#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the hub and starts it. See --help.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/packaging/packages.sh"

usage() {
    cat <<'TEXT'
Usage: ./run.sh [--build-only] [--no-model] [-- ARGUMENTS]

Installs what is missing from the distribution, builds the hub, fetches the
model that finds memories by meaning (once; the hub works without it, too), and
starts: the window where there is a display, the headless hub where there is none.

  --build-only   stop before the start
  --no-model     do not fetch the model
  -- ARGUMENTS   go to the program (anchorhold, or anchorhold-cli serve)
  --help         show this text
TEXT
}

build_only=false
with_model=true
while [ $# -gt 0 ]; do
    case $1 in
        --build-only) build_only=true ;;
        --no-model) with_model=false ;;
        -h | --help) usage && exit ;;
        --) shift && break ;;
        *) fail "unknown option $1; arguments for the program go after --, and ./run.sh --help says more." ;;
    esac
    shift
done

ensure_packages "${build_packages[@]}"
build_preset "$root" release anchorhold anchorhold-cli
! "$with_model" || fetch_model "$root/build/release/anchorhold-cli"

"$build_only" && exit
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$root/build/release/anchorhold" "$@"
fi
echo 'No display here: starting the headless hub.'
exec "$root/build/release/anchorhold-cli" serve "$@"
