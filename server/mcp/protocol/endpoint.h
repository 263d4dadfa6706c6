// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/router.h"
#include "server/mcp/protocol/dispatcher.h"
#include "server/mcp/protocol/sessioncache.h"
#include "server/mcp/protocol/sessionstreams.h"

namespace hub::mcp {

/// The biggest body of a POST: a batch of 200 texts of 4,000 escaped characters.
constexpr qint64 mcpBodyLimit = 8 * 1024 * 1024;

/// MCP over Streamable HTTP at one path, eras 2024-11-05 to 2025-11-25: POST for
/// messages, GET for a stream of notifications, DELETE to end the session. Knows
/// nothing of memories: it offers what registries give it. Created, used and
/// destroyed in the server's thread; outlives the server that it serves.
class Endpoint final : public QObject
{
public:
    Endpoint(ServerInfo info, const Offers &offers, SessionStore &sessions, QObject *parent = nullptr);

    void addRoutes(http::Router &router, const QByteArray &path = "/mcp");

    SessionStreams &streams() { return m_streams; }

private:
    struct Exchange;

    void post(const http::Request &request, const http::Reply &reply);
    void get(const http::Request &request, const http::Reply &reply);
    void remove(const http::Request &request, const http::Reply &reply);

    void initialize(const Exchange &exchange, const Message &message);
    void createSession(const Exchange &exchange, const Message &message);
    void carryOut(const Exchange &exchange, const Payload &payload, const Session &session);
    /// Calls `use` with the caller's session, or refuses the request.
    void withSession(const Exchange &exchange, const QJsonValue &id, const std::function<void(const Session &)> &use);

    http::Headers succession(const QString &sessionId);

    ServerInfo m_info;
    SessionCache m_sessions;
    SessionStreams m_streams;
    Dispatcher m_dispatcher;
};

} // namespace hub::mcp
