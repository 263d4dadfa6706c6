// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

struct NamedCount {
    QString name;
    qint64 count = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("name", &NamedCount::name), field("count", &NamedCount::count)};
    }
};

/// Counts over what the caller may read. Days are local days of the hub.
struct MemoryStats {
    qint64 total = 0; ///< live and not superseded
    qint64 superseded = 0;
    qint64 anchors = 0;
    qint64 inTrash = 0;
    qint64 links = 0;
    qint64 storedToday = 0;
    QList<NamedCount> byType;
    QList<NamedCount> byTier;
    QList<NamedCount> topTopics;     ///< at most 15
    QList<NamedCount> topWorkspaces; ///< at most 15; the unscoped ones are not among them
    QList<qint64> storedPerDay;      ///< the last 7 days, today last

    static constexpr auto fields()
    {
        using S = MemoryStats;
        return std::tuple {field("total", &S::total), field("superseded", &S::superseded),
            field("anchors", &S::anchors), field("in_trash", &S::inTrash), field("links", &S::links),
            field("stored_today", &S::storedToday), field("by_type", &S::byType), field("by_tier", &S::byTier),
            field("top_topics", &S::topTopics), field("top_workspaces", &S::topWorkspaces)};
    }
};

Result<MemoryStats> memoryStats(UnitOfWork &work);

} // namespace hub
