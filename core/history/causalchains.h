// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/nearfragment.h"
#include "core/history/reconstruct.h"
#include "core/memory/access.h"

namespace hub {

/// What a set of fragments says about causes and resolutions.
struct CourseOfThings {
    QHash<QString, Fragment> members; ///< the fragments given and those that causes and resolutions lead to
    QList<NearFragment> near;         ///< one step away along a telling relation
    QSet<QString> open;               ///< members that nothing has resolved
};

Result<CourseOfThings> courseOf(UnitOfWork &work, const QList<Fragment> &fragments, const Access &access);

/// One chain for each first cause, each with everything that came of it.
QList<CausalChain> causalChains(const CourseOfThings &course);

} // namespace hub
