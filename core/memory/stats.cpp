// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/stats.h"

#include "core/memory/fragmentrepository.h"

namespace hub {
namespace {

constexpr int mostNames = 15;
constexpr int days = 7;

Result<QList<NamedCount>> counts(UnitOfWork &work, const Access &access, QStringView what)
{
    HUB_TRY(statement, work.database().prepareNamed(QString(u"memory/stats_by_" + what)));
    return access.bindVisible(statement.set(":limit"_L1, mostNames)).all<NamedCount>();
}

/// Counts of the last days by the hub's own calendar, today last.
Result<QList<qint64>> perDay(UnitOfWork &work, const Access &access, const QDate &today)
{
    const auto &zone = work.services().zone;
    HUB_TRY(statement, work.database().prepareNamed(u"memory/stats_stored_since"));
    statement.set(":since"_L1, today.addDays(1 - days).startOfDay(zone).toMSecsSinceEpoch());
    HUB_TRY(moments, access.bindVisible(statement).column<qint64>());
    QList<qint64> stored(days, 0);
    for (const auto moment : moments) {
        const auto ago = QDateTime::fromMSecsSinceEpoch(moment, zone).date().daysTo(today);
        if (ago >= 0 && ago < days)
            ++stored[days - 1 - ago];
    }
    return stored;
}

struct Totals {
    qint64 total = 0;
    qint64 superseded = 0;
    qint64 anchors = 0;
    qint64 storedToday = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("total", &Totals::total), field("superseded", &Totals::superseded),
            field("anchors", &Totals::anchors), field("stored_today", &Totals::storedToday)};
    }
};

} // namespace

Result<MemoryStats> memoryStats(UnitOfWork &work)
{
    const auto access = Access::of(work.caller());
    const auto today = QDateTime::fromMSecsSinceEpoch(work.now().ms, work.services().zone).date();
    HUB_TRY(totals, work.database().prepareNamed(u"memory/stats_totals"));
    totals.set(":today"_L1, today.startOfDay(work.services().zone).toMSecsSinceEpoch());
    HUB_TRY(row, access.bindVisible(totals).first<Totals>());
    const auto total = row.value_or(Totals {});
    HUB_TRY(trash, work.database().prepareNamed(u"memory/stats_trash"));
    HUB_TRY(inTrash, access.bindOwned(trash).scalar<qint64>());
    HUB_TRY(links, work.database().prepareNamed(u"memory/stats_links"));
    HUB_TRY(linked, access.bindVisible(links).scalar<qint64>());
    HUB_TRY(byType, counts(work, access, u"type"));
    HUB_TRY(byTier, counts(work, access, u"tier"));
    HUB_TRY(topics, counts(work, access, u"topic"));
    HUB_TRY(workspaces, counts(work, access, u"workspace"));
    HUB_TRY(stored, perDay(work, access, today));
    return MemoryStats {.total = total.total,
        .superseded = total.superseded,
        .anchors = total.anchors,
        .inTrash = inTrash.value_or(0),
        .links = linked.value_or(0),
        .storedToday = total.storedToday,
        .byType = byType,
        .byTier = byTier,
        .topTopics = topics,
        .topWorkspaces = workspaces,
        .storedPerDay = stored};
}

} // namespace hub
