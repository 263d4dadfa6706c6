// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/access.h"
#include "core/search/recalledfragment.h"

namespace hub {

class UnitOfWork;

/// A link as seen from one of its ends.
struct Neighbour {
    qint64 nearSeq = 0; ///< the end it was looked up for
    qint64 seq = 0;     ///< the other one
    RelationType relationType = RelationType::Related;
    double weight = 1;
    bool outgoing = true; ///< the link points from `nearSeq` to `seq`

    static constexpr auto fields()
    {
        using N = Neighbour;
        return std::tuple {field("near_seq", &N::nearSeq), field("seq", &N::seq),
            field("relation_type", &N::relationType), field("weight", &N::weight), field("outgoing", &N::outgoing)};
    }
};

/// What is shown of a fragment at the other end of a link.
struct NeighbourText {
    qint64 seq = 0;
    QString id;
    QString content;
    bool settled = false; ///< it has been replaced or found wrong

    static constexpr auto fields()
    {
        using N = NeighbourText;
        return std::tuple {
            field("seq", &N::seq), field("id", &N::id), field("content", &N::content), field("settled", &N::settled)};
    }
};

/// Every link of `seqs` to what the caller may read: resolutions and causes first,
/// then by weight. Reads the links alone; the index knows who may see what.
Result<QList<Neighbour>> neighboursOf(UnitOfWork &work, const Access &access, const QList<qint64> &seqs);

/// The texts of some neighbours, by number.
Result<QHash<qint64, NeighbourText>> neighbourTexts(UnitOfWork &work, const Access &access, const QList<qint64> &seqs);

/// A list of numbers as the JSON text that `json_each` reads.
QString jsonList(const QList<qint64> &numbers);

} // namespace hub
