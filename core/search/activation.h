// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/access.h"

namespace hub {

class UnitOfWork;

/// How present a memory is: from 0 to 1, more with every use, less with time between uses.
struct Standing {
    qint64 seq = 0;
    QString id;
    double activation = 0;
    std::optional<Timestamp> updatedAt;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using S = Standing;
        return std::tuple {field("seq", &S::seq), field("id", &S::id), field("ema_activation", &S::activation),
            field("ema_last_updated", &S::updatedAt), field("created_at", &S::createdAt)};
    }
};

/// Of the memories given those that the caller owns.
Result<QList<Standing>> ownedStandings(UnitOfWork &work, const Access &access, const QList<qint64> &seqs);

/// The activation after one more use at `now`.
double risen(const Standing &standing, Timestamp now);

/// Stores the activation, in the index too once it is committed. `usedAt`: the use that
/// changed it; absent when somebody's judgement did.
Result<void> setActivation(UnitOfWork &work, qint64 seq, double activation, std::optional<Timestamp> usedAt = {});

} // namespace hub
