// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"

namespace hub {

/// A memory as an answer shows it, without what depends on the search that found it.
RecalledFragment describe(UnitOfWork &work, const RecallRequest &request, const Fragment &fragment);

/// The reason codes for a ranked memory, the strongest first, at most three. `inCase`:
/// it belongs to one of the cases that the answer tells of.
QList<Explanation> explain(UnitOfWork &work, const SearchPlan &plan, const Candidate &candidate, bool inCase);

/// The reason for one that came along with another.
QList<Explanation> explainNeighbour(UnitOfWork &work);

} // namespace hub
