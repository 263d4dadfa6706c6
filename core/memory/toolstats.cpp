// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/toolstats.h"

#include "core/memory/fragmentrepository.h"
#include "core/memory/percentile.h"

namespace hub {
namespace {

constexpr int mostWorkspaces = 15;
constexpr qint64 sessionWindow = 30 * msPerDay;

struct Spread {
    qint64 nullCount = 0;
    qint64 distinctCount = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("null_count", &Spread::nullCount), field("distinct_count", &Spread::distinctCount)};
    }
};

Result<SessionDistribution> perSession(UnitOfWork &work, const Access &access)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/stats_per_session"));
    statement.set(":since"_L1, Timestamp {work.now().ms - sessionWindow});
    HUB_TRY(counts, access.bindVisible(statement).column<qint64>());
    return SessionDistribution {.p50 = percentile(counts, 0.5),
        .p90 = percentile(counts, 0.9),
        .max = percentile(counts, 1),
        .sampleSessions = counts.size()};
}

Result<WorkspaceStats> workspaceStats(UnitOfWork &work, const Access &access)
{
    WorkspaceStats out;
    HUB_TRY(top, work.database().prepareNamed(u"memory/stats_workspaces"));
    HUB_TRY(workspaces, access.bindVisible(top.set(":limit"_L1, mostWorkspaces)).all<WorkspaceCount>());
    HUB_TRY(spread, work.database().prepareNamed(u"memory/stats_workspace_spread"));
    HUB_TRY(distribution, access.bindVisible(spread).first<Spread>());
    HUB_TRY(rates, work.database().prepareNamed(u"memory/stats_fill_rate"));
    HUB_TRY(fill, access.bindVisible(rates).all<KeyFillRate>());
    for (auto &rate : fill)
        rate.fillRate = rounded(rate.fillRate);
    HUB_TRY(sessions, perSession(work, access));
    const auto row = distribution.value_or(Spread {});
    out.distribution = {.top = workspaces, .nullCount = row.nullCount, .distinctCount = row.distinctCount};
    out.keyFillRate = fill;
    out.sessionFragmentDistribution = sessions;
    return out;
}

} // namespace

Result<ToolStatsAnswer> toolStats(UnitOfWork &work, const ToolStatsRequest &)
{
    const auto access = Access::of(work.caller());
    HUB_TRY(statement, work.database().prepareNamed(u"memory/stats_tool"));
    HUB_TRY(counted, access.bindVisible(statement).first<ToolCounts>());
    HUB_TRY(workspaces, workspaceStats(work, access));
    ToolStatsAnswer answer;
    static_cast<ToolCounts &>(answer.stats) = counted.value_or(ToolCounts {});
    answer.stats.averageImportance = rounded(answer.stats.averageImportance);
    answer.stats.averageUtility = rounded(answer.stats.averageUtility);
    answer.stats.workspaces = workspaces;
    HUB_TRY(judged, evaluation(work, access));
    HUB_TRY(latency, searchLatency(work, access));
    HUB_TRY(observed, searchObservability(work, access));
    answer.stats.evaluation = judged;
    answer.stats.searchLatency = latency;
    answer.stats.searchObservability = observed;
    return answer;
}

} // namespace hub
