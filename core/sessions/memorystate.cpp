// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/memorystate.h"

#include "core/memory/access.h"
#include "core/memory/policy.h"
#include "core/memory/unitofwork.h"
#include "core/memory/workingmemory.h"
#include "core/sessions/activity.h"

#include <cmath>

namespace hub {
namespace {

double rounded(double value) { return std::round(value * 1000) / 1000; }

} // namespace

Result<MemoryCounts> memoryCounts(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/counts_by_type_and_tier"));
    HUB_TRY(rows, Access::of(work.caller()).bindVisible(statement).all<TypeTierCount>());
    MemoryCounts out;
    double utility = 0;
    for (auto &row : rows) {
        out.total += row.count;
        utility += row.averageUtility * double(row.count);
        row.averageUtility = rounded(row.averageUtility);
    }
    out.averageUtility = out.total > 0 ? rounded(utility / double(out.total)) : 0;
    out.counts = rows;
    return out;
}

Result<MemoryTopics> memoryTopics(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/topics"));
    HUB_TRY(topics, Access::of(work.caller()).bindVisible(statement).column<QString>());
    return MemoryTopics {.count = int(topics.size()), .topics = topics};
}

Result<MemoryConfig> memoryConfig(UnitOfWork &work)
{
    MemoryConfig out;
    out.weights = work.services().search;
    out.memory = work.services().memory;
    out.ttl.shortBelowImportance = lowImportance;
    out.ttl.segmentIdleMinutes = int(segmentIdleMs / msPerMinute);
    out.ttl.segmentAgeHours = int(segmentAgeMs / msPerHour);
    out.ttl.workingMemoryTokens = workingMemoryTokens;
    for (size_t i = 0; i < EnumNames<FragmentType>::names.size(); ++i)
        out.importance.insert(toString(FragmentType(i)), defaultImportance(FragmentType(i)));
    return out;
}

ActiveSession activeSession(const SessionActivity &activity, const Principal &caller)
{
    ActiveSession out;
    const auto segment = activity.current(caller);
    if (!segment)
        return out;
    out.sessionId = segment->id;
    out.startedAt = segment->startedAt;
    out.lastUsedAt = segment->lastUsedAt;
    out.calls = segment->calls();
    out.toolCalls = segment->toolCalls;
    out.keywords = segment->keywords;
    out.fragmentIds = segment->fragmentIds;
    return out;
}

} // namespace hub
