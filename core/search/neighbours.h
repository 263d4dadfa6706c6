// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/access.h"
#include "core/search/recalledfragment.h"

namespace hub {

class UnitOfWork;

/// A fragment that is linked with another one.
struct Neighbour {
    QString nearId; ///< the one it was looked up for
    qint64 seq = 0;
    QString id;
    RelationType relationType = RelationType::Related;
    double weight = 1;
    QString content;
    bool outgoing = true; ///< the link points from `nearId` to this one
    bool settled = false; ///< one of the two has been replaced or found wrong

    static constexpr auto fields()
    {
        using N = Neighbour;
        return std::tuple {field("near_id", &N::nearId), field("seq", &N::seq), field("id", &N::id),
            field("relation_type", &N::relationType), field("weight", &N::weight), field("content", &N::content),
            field("outgoing", &N::outgoing), field("settled", &N::settled)};
    }
};

/// Everything one hop away from `seqs` that the caller may read: resolutions and
/// causes first, then by weight.
Result<QList<Neighbour>> neighboursOf(UnitOfWork &work, const Access &access, const QList<qint64> &seqs);

/// A list of numbers as the JSON text that `json_each` reads.
QString jsonList(const QList<qint64> &numbers);

} // namespace hub
