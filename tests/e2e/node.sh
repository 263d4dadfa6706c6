#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test of this folder in Node.js against a built hub. Exits 77 (skip) where the
# clients that it uses cannot be had.
#
# Usage: node.sh TEST.mjs ANCHORHOLD_CLI BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/install_clients.sh" "$3"
exec "$3/e2e-clients/node_modules/.bin/node" "$here/$1" "$2" "$3/e2e-clients"
