// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/kin.h"

namespace hub {

/// Links a fragment that has just been stored with the ones near it, all of the same
/// owner and of compatible workspaces: up to three of its topic that resemble it and
/// those that share half of its keywords (`related`), and the last five of its topic
/// within a day (`temporal`). What links two fragments already stays as it is.
Result<void> linkAutomatically(UnitOfWork &work, const Fragment &stored, const QList<Kin> &kin);

/// Whether something similar in its topic was verified or rejected within a week, so
/// that a mere observation is an inference.
Result<bool> speaksOfSettledThings(UnitOfWork &work, const Fragment &fragment);

} // namespace hub
