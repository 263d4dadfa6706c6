// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/hubsessions.h"

#include "core/sessions/sessions.h"

namespace hub::mcp {

HubSessions::HubSessions(Hub &hub, std::chrono::milliseconds maxIdle)
    : m_hub(hub)
    , m_maxIdleMs(maxIdle.count())
{ }

QFuture<Result<Session>> HubSessions::create(const Principal &caller, Session session)
{
    return m_hub.write(caller, [session](UnitOfWork &work) { return createSession(work, session); });
}

QFuture<Result<std::optional<Session>>> HubSessions::find(const Principal &caller, const QString &id)
{
    return m_hub.read(caller, [id, maxIdle = m_maxIdleMs](UnitOfWork &work) { return findSession(work, id, maxIdle); });
}

QFuture<Result<QList<Session>>> HubSessions::resting(const Principal &caller, const QString &clientName, qint64 restMs)
{
    return m_hub.read(caller, [clientName, restMs, maxIdle = m_maxIdleMs](UnitOfWork &work) {
        return restingSessions(work, {.clientName = clientName, .restMs = restMs, .maxIdleMs = maxIdle});
    });
}

QFuture<Result<bool>> HubSessions::renew(const Principal &caller, const Session &session)
{
    return m_hub.write(caller, [session](UnitOfWork &work) { return renewSession(work, session); });
}

QFuture<Result<bool>> HubSessions::touch(const Principal &caller, const QString &id)
{
    return m_hub.write(caller, [id](UnitOfWork &work) { return touchSession(work, id); });
}

QFuture<Result<bool>> HubSessions::end(const Principal &caller, const QString &id)
{
    return m_hub.write(caller, [id](UnitOfWork &work) { return endSession(work, id); });
}

QFuture<Result<std::optional<SessionRotation>>> HubSessions::rotate(
    const Principal &caller, const QString &id, const QString &reason)
{
    return m_hub.write(
        caller, [id, request = RotateRequest {.reason = reason, .maxIdleMs = m_maxIdleMs}](UnitOfWork &work) {
            return rotateSession(work, id, request);
        });
}

} // namespace hub::mcp
