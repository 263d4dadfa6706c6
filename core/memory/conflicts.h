// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

namespace hub {

/// Stored fragments of the same topic whose text is close to that of `fragment`:
/// cosine of their term counts above 0.8. At most three, closest first. They never
/// stop anything; the caller decides whether to amend or supersede.
Result<QList<MemoryConflict>> findConflicts(UnitOfWork &work, const Fragment &fragment);

} // namespace hub
