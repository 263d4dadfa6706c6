// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/episode.h"

#include "core/base/text.h"
#include "core/memory/caseevents.h"
#include "core/memory/fragmentrepository.h"
#include "core/reflect/items.h"

namespace hub {
namespace {

/// Drawing together is a milestone of the case.
Result<void> putMilestone(UnitOfWork &work, const Episode &episode, const QString &id)
{
    HUB_TRY(stored, FragmentRepository(work).owned(id, Access::of(work.caller(), episode.agentId)));
    return stored ? putCaseEvent(work, CaseEventType::MilestoneReached, oneLine(episode.story), *stored)
                  : Result<void>();
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
