// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/memorycommands.h"

namespace hub {

/// The command that fetches, shows and removes the model of this computer. Works
/// beside a running hub, which takes notice when it is started the next time.
Action addModel(CLI::App &app, const CommonOptions &common);

} // namespace hub
