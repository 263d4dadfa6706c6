// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/reflectsession.h"

#include "core/memory/unitofwork.h"
#include "core/reflect/autoreflect.h"
#include "core/sessions/activity.h"
#include "core/sessions/segments.h"
#include "core/sessions/sessionreports.h"

namespace hub {
namespace {

constexpr int mostAtOnce = 100;

/// As it is counted now; a session that is over has nothing more to write.
Result<void> saveCurrent(UnitOfWork &work, const SessionActivity &activity, const QString &id)
{
    HUB_TRY(session, anySession(work, id));
    if (!session)
        return {};
    Principal owner;
    owner.keyId = session->keyId.value_or(QString());
    owner.sessionId = id;
    return saveSegments(work, activity.known(owner));
}

Result<void> reflectAsOwner(UnitOfWork &work, const WorkSegment &segment)
{
    UnitOfWork own(work.database(), work.services(), ownerOf(segment));
    return work.database().atomically([&] { return autoReflect(own, segment); });
}

} // namespace

Result<bool> reflectSession(UnitOfWork &work, const SessionActivity &activity, const QString &id)
{
    HUB_CHECK(saveCurrent(work, activity, id));
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/segments_open"));
    HUB_TRY(segments, statement.bind(id).all<WorkSegment>());
    for (const auto &segment : segments)
        HUB_CHECK(reflectAsOwner(work, segment));
    return !segments.isEmpty();
}

Result<ReflectedSessions> reflectEndedSessions(UnitOfWork &work, qint64 maxIdleMs)
{
    const SegmentLimits limits {.sessionIdleMs = maxIdleMs};
    ReflectedSessions done;
    while (done.reflected + done.failed < mostAtOnce) {
        HUB_TRY(next, nextUnreflected(work, limits));
        if (!next)
            break;
        if (reflectAsOwner(work, *next)) {
            ++done.reflected;
            continue;
        }
        ++done.failed; // its memories are there; only their story is not
        UnitOfWork own(work.database(), work.services(), ownerOf(*next));
        HUB_CHECK(markReflected(own, next->id));
    }
    return done;
}

} // namespace hub
