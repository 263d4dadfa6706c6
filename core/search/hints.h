// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"

namespace hub {

/// The one thing most worth telling about this answer, or nothing: a topic that
/// does not exist beside one that does, no result, a contradiction, old results, or that
/// the circumstances of so many results might help.
Result<QList<Hint>> recallHints(
    UnitOfWork &work, const SearchPlan &plan, const RecallAnswer &answer, bool hasContradiction);

} // namespace hub
