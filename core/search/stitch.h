// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"
#include "core/search/neighbours.h"
#include "core/search/recalledfragment.h"

namespace hub {

/// A memory of the same session before or after another one.
struct SessionNeighbour : NearbyFragment {
    qint64 seq = 0;

    static constexpr auto fields()
    {
        return std::tuple_cat(NearbyFragment::fields(), std::tuple {field("seq", &SessionNeighbour::seq)});
    }
};

/// What the session of `target` stored next to it, nearest first, as far as the caller
/// may read it. Sessions are told apart by their id, never by a memory's source.
Result<QList<SessionNeighbour>> sessionNeighbours(UnitOfWork &work, const Access &access, const Fragment &target);

/// At most the three that are nearest.
QList<NearbyFragment> nearbyOf(const QList<SessionNeighbour> &neighbours);

/// Whether a link tells how one thing came of another, so that it belongs to a story.
bool isTelling(RelationType relation);

/// The story around `target`; absent when there is nothing to tell. `texts`: of the
/// linked ones, by number; a link without its text is left out.
std::optional<StitchedContext> stitch(const Fragment &target, const QList<SessionNeighbour> &neighbours,
    const QList<Neighbour> &linked, const QHash<qint64, NeighbourText> &texts);

/// Leaves one memory before and one after.
void shorten(StitchedContext &context);
/// Takes away what is farthest from the target; false when nothing is left.
bool dropOne(StitchedContext &context);
int tokensOf(const StitchedContext &context);

} // namespace hub
