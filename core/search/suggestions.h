// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"

namespace hub {

/// What the way of searching gives reason to propose: the first that applies of a
/// question asked again and again, nothing found and no context told, and no type
/// asked for among many memories. A fourth documented rule looks at `limit`, which
/// recall does not take.
std::optional<Suggestion> recallSuggestion(UnitOfWork &work, const SearchPlan &plan, const RecallAnswer &answer);

} // namespace hub
