// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/inspect.h"
#include "core/memory/remember.h"
#include "core/memory/stats.h"
#include "core/search/recall.h"

#include <QFuture>

#include <functional>

namespace hub::ui {

/// What the windows ask of the hub and tell it. Every function answers later, from
/// whatever thread; ui/hubsource.h binds them to a Hub, tests to what they need.
struct MemorySource {
    std::function<QFuture<Result<RecallAnswer>>(const RecallRequest &)> recall;
    std::function<QFuture<Result<MemoryStats>>()> stats;
    std::function<QFuture<Result<FragmentDetail>>(const QString &id)> inspect;
    std::function<QFuture<Result<RememberAnswer>>(const RememberRequest &)> remember;
    std::function<QFuture<Result<AmendAnswer>>(const AmendRequest &)> amend;
    /// Moves all of them to the trash or none; answers with the ids that were there.
    std::function<QFuture<Result<QStringList>>(const QStringList &ids)> forget;
    std::function<QFuture<Result<RestoreAnswer>>(const QStringList &ids)> restore;
};

} // namespace hub::ui
