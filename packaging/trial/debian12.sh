#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The two commands in a fresh Debian 12 tree (Qt 6.4), every test.
exec "$(dirname "${BASH_SOURCE[0]}")/trial.sh" bookworm
