// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/mcp/protocol/sessionstore.h"

#include <chrono>

namespace hub::mcp {

/// Sessions in the hub's own store.
class HubSessions final : public SessionStore
{
public:
    /// A session unused for `maxIdle` has expired. `hub` must live longer.
    HubSessions(Hub &hub, std::chrono::milliseconds maxIdle);

    QFuture<Result<Session>> create(const Principal &caller, Session session) override;
    QFuture<Result<std::optional<Session>>> find(const Principal &caller, const QString &id) override;
    QFuture<Result<QList<Session>>> resting(const Principal &caller, const QString &clientName, qint64 restMs) override;
    QFuture<Result<bool>> renew(const Principal &caller, const Session &session) override;
    QFuture<Result<bool>> touch(const Principal &caller, const QString &id) override;
    QFuture<Result<bool>> end(const Principal &caller, const QString &id) override;
    QFuture<Result<std::optional<SessionRotation>>> rotate(
        const Principal &caller, const QString &id, const QString &reason) override;

private:
    Hub &m_hub;
    qint64 m_maxIdleMs;
};

} // namespace hub::mcp
