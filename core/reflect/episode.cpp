// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/episode.h"

#include "core/base/text.h"
#include "core/memory/unitofwork.h"
#include "core/reflect/items.h"

namespace hub {
namespace {

constexpr qsizetype longestMilestone = 200;

Result<void> putMilestone(UnitOfWork &work, const Episode &episode, const QString &id)
{
    HUB_TRY(statement, work.database().prepareNamed(u"reflect/case_milestone"));
    const auto &caller = work.caller();
    const auto session = caller.sessionId.isEmpty() ? std::nullopt : std::optional(caller.sessionId);
    return statement
        .bind(episode.caseId, session, caller.ownKey(), presentText(episode.agentId).value_or(u"default"_s),
            episode.workspace ? episode.workspace : caller.defaultWorkspace,
            cutText(oneLine(episode.story), longestMilestone), id, work.now())
        .run();
}

} // namespace

Result<RememberAnswer> putEpisode(UnitOfWork &work, const Episode &episode)
{
    RememberRequest request;
    request.content = episode.story;
    request.topic = reflectTopic;
    request.type = FragmentType::Episode;
    request.importance = episode.importance;
    request.source = episode.source;
    request.contextSummary = cutText(episode.context, 1000);
    request.workspace = episode.workspace;
    request.caseId = episode.caseId;
    request.agentId = episode.agentId;
    return work.database().atomically([&]() -> Result<RememberAnswer> {
        HUB_TRY(stored, remember(work, request));
        if (episode.caseId && !stored.existing)
            HUB_CHECK(putMilestone(work, episode, stored.id.value_or(QString())));
        return stored;
    });
}

} // namespace hub
