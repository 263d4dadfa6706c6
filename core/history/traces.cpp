// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/traces.h"

#include "core/base/text.h"
#include "core/history/firstones.h"
#include "core/history/textmatch.h"
#include "core/memory/access.h"
#include "core/memory/unitofwork.h"

#include <limits>

namespace hub {
Result<Period> periodOf(const UnitOfWork &work, const std::optional<TimeRangeText> &range)
{
    if (range && (range->from || range->to))
        return readRange(range->from, range->to, work.services().zone, work.now());
    return Period {.start = {}, .end = {std::numeric_limits<qint64>::max()}};
}

Result<TracesAnswer> searchTraces(UnitOfWork &work, const TracesRequest &request)
{
    const auto access = Access::of(work.caller(), request.agentId, request.workspace);
    const TextMatch keyword(request.keyword);
    const TextMatch entity(request.entityKey);
    HUB_TRY(period, periodOf(work, request.timeRange));
    HUB_TRY(statement, work.database().prepareNamed(u"history/traces"));
    statement.set(":type"_L1, request.eventType)
        .set(":case_id"_L1, presentText(request.caseId))
        .set(":session"_L1, presentText(request.sessionId))
        .set(":from"_L1, period.start)
        .set(":to"_L1, period.end)
        .set(":topic_part"_L1, entity.part())
        .set(":content_part"_L1, keyword.part());
    HUB_TRY(traces, firstOnes<Trace>(access.bindVisible(statement), request.limit, [&](const Trace &trace) {
        return keyword.in(trace.content) && entity.in(trace.topic);
    }));
    for (auto &trace : traces) {
        const auto shown = shownText(trace.content, keyword.positionIn(trace.content));
        trace.content = shown.text;
        trace.truncated = shown.isCut;
    }
    return TracesAnswer {.success = true, .traces = traces, .count = int(traces.size())};
}

} // namespace hub
