// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/memorycommands.h"

namespace hub {

/// Adds `session list|show|rotate|delete`: the sessions that agents have with the hub of
/// the data folder, whether or not it runs.
Action addSession(CLI::App &app, const CommonOptions &common);

} // namespace hub
