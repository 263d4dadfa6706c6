// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/memorycommands.h"

namespace hub {

/// Adds `stdio`: MCP over standard input and output for agents that cannot speak HTTP
/// to this computer. Writes nothing but the protocol to standard output.
Action addStdio(CLI::App &app, const CommonOptions &common);

} // namespace hub
