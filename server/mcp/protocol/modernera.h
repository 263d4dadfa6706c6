// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/dispatcher.h"
#include "server/mcp/protocol/listeners.h"
#include "server/mcp/protocol/stateseal.h"

namespace hub::mcp {

/// MCP from 2026-07-28 on over HTTP: no handshake and no session, every request says
/// for itself what version and what client it is of. Server's thread.
class ModernEra final : public QObject
{
public:
    ModernEra(const ServerInfo &info, Dispatcher &dispatcher, ResourceWatch &watch, QObject *parent = nullptr);

    void post(const http::Request &request, const http::Reply &reply, const Payload &payload);

    Listeners &listeners() { return m_listeners; }

private:
    struct Asked;

    void discover(const Asked &asked);
    void dispatch(Asked asked);
    QJsonObject dressed(const QString &method, QJsonObject result) const;
    /// What came of a request, in this era's words.
    Outcome translated(const Asked &asked, const Outcome &outcome) const;

    const ServerInfo m_info;
    Dispatcher &m_dispatcher;
    Listeners m_listeners;
    StateSeal m_seal;
    quint64 m_requests = 0;
};

} // namespace hub::mcp
