// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessions.h"

#include "core/base/events.h"
#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/keys/audit.h"
#include "core/memory/unitofwork.h"
#include "core/sessions/segments.h"

namespace hub {
namespace {

std::optional<QString> keyOf(const Principal &caller)
{
    return caller.isMaster() ? std::nullopt : std::optional(caller.keyId);
}

void announce(UnitOfWork &work)
{
    work.database().afterCommit([&events = work.services().events] { Q_EMIT events.sessionsChanged(); });
}

void announceEnd(UnitOfWork &work, const QString &id)
{
    work.database().afterCommit([&events = work.services().events, id] { Q_EMIT events.sessionEnded(id); });
    announce(work);
}

/// As the log may name a session: whoever reads it must not be able to use it.
QString hashed(const QString &id) { return sha256Hex(id).left(16); }

} // namespace

Result<Session> createSession(UnitOfWork &work, Session session)
{
    session.id = newUuid();
    session.keyId = keyOf(work.caller());
    session.createdAt = work.now();
    session.lastUsedAt = work.now();
    session.endedAt.reset();
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_insert"));
    HUB_CHECK(statement
                  .bind(session.id, session.keyId, session.clientName, session.clientVersion, session.protocolVersion,
                      session.transport, session.capabilities, session.workspace, session.mode, session.createdAt,
                      session.lastUsedAt)
                  .run());
    announce(work);
    return session;
}

Result<std::optional<Session>> findSession(UnitOfWork &work, const QString &id, qint64 maxIdleMs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_find"));
    return statement.bind(id, keyOf(work.caller()), work.now().ms - maxIdleMs).first<Session>();
}

Result<bool> isLivingSession(UnitOfWork &work, const QString &id, qint64 maxIdleMs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_living"));
    HUB_TRY(count, statement.bind(id, work.now().ms - maxIdleMs).scalar<qint64>());
    return count.value_or(0) > 0;
}

Result<QList<Session>> restingSessions(UnitOfWork &work, const RestingRequest &request)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_resting"));
    const auto now = work.now().ms;
    return statement.bind(request.clientName, keyOf(work.caller()), now - request.maxIdleMs, now - request.restMs)
        .all<Session>();
}

Result<bool> renewSession(UnitOfWork &work, const Session &session)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_renew"));
    HUB_CHECK(statement
                  .bind(session.id, keyOf(work.caller()), session.clientName, session.clientVersion,
                      session.protocolVersion, session.capabilities, work.now(), session.mode)
                  .run());
    if (statement.changed() == 0)
        return false;
    announce(work);
    return true;
}

Result<bool> touchSession(UnitOfWork &work, const QString &id)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_touch"));
    HUB_CHECK(statement.bind(id, keyOf(work.caller()), work.now()).run());
    return statement.changed() > 0;
}

Result<bool> endSession(UnitOfWork &work, const QString &id)
{
    HUB_TRY(ending, work.database().prepareNamed(u"sessions/session_end"));
    HUB_CHECK(ending.bind(id, keyOf(work.caller()), work.now()).run());
    if (ending.changed() == 0)
        return false;
    HUB_TRY(notes, work.database().prepareNamed(u"sessions/notes_delete"));
    HUB_CHECK(notes.bind(id, keyOf(work.caller())).run());
    HUB_CHECK(closeSegments(work, id));
    announceEnd(work, id);
    return true;
}

Result<std::optional<SessionRotation>> rotateSession(UnitOfWork &work, const QString &id, const RotateRequest &request)
{
    HUB_TRY(old, findSession(work, id, request.maxIdleMs));
    if (!old)
        return std::optional<SessionRotation>();
    HUB_TRY(fresh, createSession(work, *old));
    HUB_TRY(ending, work.database().prepareNamed(u"sessions/session_end"));
    HUB_CHECK(ending.bind(id, keyOf(work.caller()), work.now()).run());
    HUB_TRY(notes, work.database().prepareNamed(u"sessions/notes_move"));
    HUB_CHECK(notes.bind(id, fresh.id, keyOf(work.caller())).run());
    HUB_CHECK(closeSegments(work, id));
    announceEnd(work, id);
    work.database().afterCommit([&seen = work.services().seen, caller = work.caller(), from = id, to = fresh.id] {
        seen.set(to, seen.of(from, caller), caller);
    });
    HUB_CHECK(noteAudit(work.database(), work.caller(), work.now(),
        {.action = AuditAction::SessionRotated, .target = hashed(fresh.id), .detail = hashed(id)}));
    const auto reason = oneLine(presentText(request.reason).value_or(u"user_request"_s));
    qCInfo(lcCore).noquote() << u"Session rotated: %1 is now %2, key %3, reason %4"_s.arg(
        hashed(id), hashed(fresh.id), work.caller().isMaster() ? u"master"_s : work.caller().keyId, reason);
    return std::optional(SessionRotation {
        .session = fresh, .rotatedAt = work.now(), .expiresAt = Timestamp {work.now().ms + request.maxIdleMs}});
}

Result<qint64> countSessions(UnitOfWork &work, qint64 maxIdleMs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_count"));
    HUB_TRY(count, statement.bind(work.now().ms - maxIdleMs).scalar<qint64>());
    return count.value_or(0);
}

} // namespace hub
