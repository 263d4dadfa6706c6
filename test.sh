#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs the tests. See --help.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/packaging/packages.sh"

usage() {
    cat <<'TEXT'
Usage: ./test.sh [--preset NAME] [CTEST OPTIONS]

Installs what is missing from the distribution, builds, and runs every test.

  --preset NAME   release (the default), dev, asan or tsan
  CTEST OPTIONS   go to ctest: -R REGEX, -L LABEL, -V and all others
  --help          show this text

Labels: unit, server, ui, e2e.
TEXT
}

preset=release
ctest_options=()
while [ $# -gt 0 ]; do
    case $1 in
        --preset) preset=${2:?--preset needs a name} && shift ;;
        --preset=*) preset=${1#*=} ;;
        -h | --help) usage && exit ;;
        *) ctest_options+=("$1") ;;
    esac
    shift
done

ensure_packages "${build_packages[@]}" "${test_packages[@]}"
build_preset "$root" "$preset"
"$root/tests/e2e/install_clients.sh" "$root/build/$preset" || [ $? -eq 77 ] # 77: said why, its tests skip

exec ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error \
    --parallel "$(nproc)" "${ctest_options[@]}"
