// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/router.h"
#include "server/mcp/protocol/legacyera.h"
#include "server/mcp/protocol/modernera.h"
#include "server/mcp/protocol/ssetransport.h"

namespace hub::mcp {

/// The biggest body of a POST: a batch of 200 texts of 4,000 escaped characters.
constexpr qint64 mcpBodyLimit = 8 * 1024 * 1024;

/// MCP over Streamable HTTP at one path, for both eras, chosen for each request: POST
/// for messages; of the era with sessions also GET for a stream and DELETE for the
/// end of a session. Knows nothing of memories: it offers what registries give it.
/// Created, used and destroyed in the server's thread; outlives the server that it
/// serves.
class Endpoint final : public QObject
{
public:
    Endpoint(const ServerInfo &info, const Offers &offers, SessionStore &sessions, QObject *parent = nullptr);

    void addRoutes(http::Router &router, const QByteArray &path = "/mcp");
    /// Adds /sse and /message, the transport of 2024-11-05.
    void addSseRoutes(http::Router &router, const http::Gatekeeper &gatekeeper);

    /// What a resource holds may have changed: who subscribed is told if it has.
    void resourcesMayHaveChanged() { m_watch.recheck(); }
    /// Tells everybody who listens; `list` is "tools", "prompts" or "resources".
    void listChanged(const QString &list);
    /// Ends the streams that would keep the server from stopping.
    void endSubscriptions();

    SessionControl &sessions() { return m_sessions; }
    /// A session was rotated or ended by other ways than its client's.
    void sessionEnded(const QString &id);
    /// A key is no longer good: nothing of it stays open.
    void keyEnded(const QString &keyId, const QStringList &sessionIds);
    qsizetype streamCount() { return m_streams.count() + m_modern.listeners().count(); }

private:
    struct Exchange;

    void post(const http::Request &request, const http::Reply &reply);
    void postLegacy(const http::Request &request, const http::Reply &reply, const Payload &payload);
    void get(const http::Request &request, const http::Reply &reply);
    void remove(const http::Request &request, const http::Reply &reply);

    void initialize(const Exchange &exchange, const Message &message);
    void createSession(const Exchange &exchange, const Message &message);
    void carryOut(const Exchange &exchange, const Payload &payload, const Session &session);
    /// Calls `use` with the caller's session, or refuses the request.
    void withSession(const Exchange &exchange, const QJsonValue &id, const std::function<void(const Session &)> &use);

    http::Headers succession(const QString &sessionId);

    SessionCache m_sessions;
    SessionStreams m_streams;
    Dispatcher m_dispatcher;
    ResourceWatch m_watch;
    LegacyEra m_legacy;
    ModernEra m_modern;
    std::unique_ptr<SseTransport> m_sse;
};

} // namespace hub::mcp
