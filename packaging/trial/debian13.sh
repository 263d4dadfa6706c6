#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The build with its unit and server tests in a fresh Debian 13 tree (Qt 6.8).
exec "$(dirname "${BASH_SOURCE[0]}")/trial.sh" trixie -L 'unit|server'
