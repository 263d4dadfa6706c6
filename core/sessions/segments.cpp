// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/segments.h"

#include "core/memory/sessionfamily.h"
#include "core/memory/unitofwork.h"

namespace hub {

Result<void> saveSegments(UnitOfWork &work, const QList<WorkSegment> &segments)
{
    for (const auto &s : segments) {
        HUB_TRY(statement, work.database().prepareNamed(u"sessions/segment_save"));
        HUB_CHECK(statement
                      .bind(s.id, s.sessionId, s.number, s.keyId, s.workspace, s.startedAt, s.lastUsedAt, s.toolCalls,
                          s.keywords, s.fragmentIds, s.closedAt)
                      .run());
    }
    return {};
}

Result<QList<WorkSegment>> lastSegments(UnitOfWork &work, const SegmentLimits &limits)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_last"));
    return statement.bind(work.now().ms - limits.sessionIdleMs).all<WorkSegment>();
}

Result<void> closeSegments(UnitOfWork &work, const QString &sessionId)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_close"));
    return statement.bind(sessionId, work.caller().ownKey(), work.now()).run();
}

Result<std::optional<WorkSegment>> nextUnreflected(UnitOfWork &work, const SegmentLimits &limits)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segment_unreflected"));
    return statement.bind(work.now().ms - limits.reflectIdleMs, work.now().ms - limits.sessionIdleMs)
        .first<WorkSegment>();
}

Result<int> markReflected(UnitOfWork &work, const QString &id)
{
    const auto &caller = work.caller();
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_reflected"));
    HUB_CHECK(statement.bind(id, caller.ownKey(), work.now()).run());
    const int marked = statement.changed();
    if (caller.sessionId.isEmpty() || (id != caller.sessionId && id != sessionRoot(caller.sessionId)))
        return marked;
    HUB_TRY(own, work.database().prepareNamed(u"sessions/segment_reflected"));
    HUB_CHECK(own.bind(caller.sessionId, sessionRoot(caller.sessionId), segmentNumber(caller.sessionId),
                     caller.ownKey(), caller.defaultWorkspace, work.now())
                  .run());
    return std::max(marked, 1);
}

Result<void> dropOrphanedNotes(UnitOfWork &work, const SegmentLimits &limits)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/notes_expire"));
    return statement.bind(work.now().ms - msPerDay, work.now().ms - limits.sessionIdleMs).run();
}

} // namespace hub
