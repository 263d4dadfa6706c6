// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessions.h"

#include "core/base/events.h"
#include "core/base/ids.h"
#include "core/memory/unitofwork.h"

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
    HUB_CHECK(notes.bind(id).run());
    announce(work);
    return true;
}

Result<qint64> countSessions(UnitOfWork &work, qint64 maxIdleMs)
{
    HUB_TRY(statement, work.database().prepareNamed(u"sessions/session_count"));
    HUB_TRY(count, statement.bind(work.now().ms - maxIdleMs).scalar<qint64>());
    return count.value_or(0);
}

} // namespace hub
