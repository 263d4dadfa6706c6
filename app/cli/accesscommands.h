// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/memorycommands.h"

namespace hub {

/// Adds `keys`, `groups` and `audit`: who may call this hub, and what each has done. They
/// need the data folder and no key. Actions return an exit code of terminal.h.
void addAccessCommands(CLI::App &app, const CommonOptions &common, std::map<std::string, Action> &actions);

} // namespace hub
