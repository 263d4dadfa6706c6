// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reflect/reflect.h"

namespace hub {

/// Notes how the work of a session went, in place of what it said before. An outcome
/// outside the documented list counts as not reported; nothing is noted when nothing
/// is said.
Result<void> noteTask(UnitOfWork &work, const QString &sessionId, const TaskEffectiveness &task);

} // namespace hub
