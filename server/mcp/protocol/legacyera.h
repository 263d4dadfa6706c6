// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/dispatcher.h"
#include "server/mcp/protocol/resourcewatch.h"
#include "server/mcp/protocol/sessioncache.h"
#include "server/mcp/protocol/sessionstreams.h"

namespace hub::mcp {

/// MCP from 2024-11-05 to 2025-11-25 within a session, whatever transport it came by:
/// what only this era has, and what a session has told of itself. Server's thread.
class LegacyEra final : public QObject
{
public:
    LegacyEra(const ServerInfo &info, Dispatcher &dispatcher, SessionCache &sessions, SessionStreams &streams,
        ResourceWatch &watch, QObject *parent = nullptr);

    static bool isInitialize(const Message &message);
    /// The session that an `initialize` asks for; an error names what is wrong with it.
    static std::variant<Session, RpcError> sessionFrom(const Message &message);
    QJsonObject initializeResult(const QString &protocolVersion) const;

    /// Carries out what a client sent; every request is answered through `channel`.
    void carryOut(const Payload &payload, const Session &session, const Principal &caller,
        const std::shared_ptr<Channel> &channel);

    /// The session has ended: nothing of it is kept.
    void forget(const QString &sessionId);
    /// The session goes on under another id.
    void rename(const QString &from, const QString &to);
    /// Tells every session that listens; `list` is "tools" or "prompts".
    void listChanged(const QString &list);

private:
    struct Here;

    void request(const Message &message, const Here &here);
    void notify(const Message &message, const QString &sessionId);
    void takeResponse(const Message &message, const QString &sessionId);
    Outcome setLevel(const Message &message, const QString &sessionId);
    void subscribe(const Message &message, const Here &here);
    Conversation converse(const Message &message, const Here &here);
    void ask(const QString &sessionId, const std::shared_ptr<Channel> &channel, const QString &method,
        const QJsonObject &params, const Answer &answer);

    const ServerInfo m_info;
    Dispatcher &m_dispatcher;
    SessionCache &m_sessions;
    SessionStreams &m_streams;
    ResourceWatch &m_watch;
    QHash<QString, LogLevel> m_levels;                    ///< by session; those that have said
    QHash<std::pair<QString, QString>, Answer> m_pending; ///< our requests: session and id
    quint64 m_asked = 0;
};

} // namespace hub::mcp
