// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

namespace hub {

/// A stored fragment that stands near a new one. Of `fragment` only what kin_of.sql
/// reads is filled in.
struct Kin {
    Fragment fragment;
    double similarity = 0; ///< cosine of the term counts; 0 for one of another topic
    bool isSameTopic = false;
};

/// The live fragments closest to `fragment` by their words: up to five of its topic
/// and four of others, best first, as far as the caller may read them.
Result<QList<Kin>> findKin(UnitOfWork &work, const Fragment &fragment);

/// Those of the same topic that say almost the same (similarity above 0.8): at most
/// three, closest first. They never stop anything; the caller decides whether to
/// amend or supersede.
QList<MemoryConflict> conflictsAmong(const QList<Kin> &kin, const Fragment &fragment);

} // namespace hub
