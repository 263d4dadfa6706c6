// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/memorycommands.h"

namespace hub {

/// Adds `eval`, which measures recall on a retrieval set in a scratch store.
Action addEval(CLI::App &app, const CommonOptions &common);

} // namespace hub
