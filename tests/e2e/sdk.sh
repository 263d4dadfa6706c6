#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs sdk.mjs against a built hub. Exits 77 (skip) where the client cannot be had.
#
# Usage: sdk.sh ANCHORHOLD_CLI BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$here/install_clients.sh" "$2"
exec "$2/e2e-clients/node_modules/.bin/node" "$here/sdk.mjs" "$1" "$2/e2e-clients"
