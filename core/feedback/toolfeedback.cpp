// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/feedback/toolfeedback.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"
#include "core/search/activation.h"
#include "core/search/searchjournal.h"

namespace hub {
namespace {

constexpr double lift = 0.1;
constexpr double drop = 0.15;

/// The event, if the caller's own key has made it: in the store, or still on its way there.
Result<std::optional<qint64>> ownEvent(UnitOfWork &work, const std::optional<qint64> &id)
{
    if (!id)
        return id;
    const auto ownKey = work.caller().ownKey();
    if (const auto *journal = work.services().journal; journal && journal->isWaiting(*id, ownKey))
        return id;
    HUB_TRY(statement, work.database().prepareNamed(u"search/event_own"));
    HUB_TRY(known, statement.bind(*id, ownKey).scalar<int>());
    return known.value_or(0) > 0 ? id : std::optional<qint64>();
}

/// The caller's own of the memories named, each once, after their activation has changed.
Result<QStringList> judge(UnitOfWork &work, const ToolFeedbackRequest &request)
{
    auto ids = request.fragmentIds;
    ids.removeDuplicates();
    HUB_TRY(owned, FragmentRepository(work).ownedOnes(ids, Access::of(work.caller(), request.agentId)));
    QStringList judged;
    for (const auto &fragment : owned) {
        const double change = request.relevant ? lift : -drop;
        HUB_CHECK(setActivation(work, fragment.seq, std::clamp(fragment.emaActivation + change, 0.0, 1.0)));
        judged += fragment.id;
    }
    if (!judged.isEmpty())
        work.database().afterCommit(
            [&events = work.services().events, judged] { Q_EMIT events.fragmentsChanged(judged); });
    return judged;
}

} // namespace

Result<ToolFeedbackAnswer> toolFeedback(UnitOfWork &work, const ToolFeedbackRequest &request)
{
    const auto tool = presentText(request.toolName);
    if (!tool)
        return Error {ErrorCode::InvalidArgument, u"tool_name must name a tool"_s};
    HUB_TRY(event, ownEvent(work, request.searchEventId));
    HUB_TRY(judged, judge(work, request));
    auto session = presentText(request.sessionId);
    if (!session && !work.caller().sessionId.isEmpty())
        session = work.caller().sessionId;
    const auto reason = request.relevant ? std::nullopt : request.irrelevanceReason.reason;
    HUB_TRY(statement, work.database().prepareNamed(u"feedback/tool_put"));
    HUB_TRY(id,
        statement
            .bind(*tool, request.relevant, request.sufficient, presentText(request.suggestion),
                presentText(request.context), session, request.triggerType, reason, event, judged,
                work.caller().ownKey(), work.now())
            .scalar<qint64>());
    return ToolFeedbackAnswer {
        .id = id.value_or(0), .toolName = *tool, .relevant = request.relevant, .sufficient = request.sufficient};
}

} // namespace hub
