// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/prompts.h"
#include "server/mcp/protocol/resources.h"
#include "server/mcp/protocol/tools.h"

#include <QHash>
#include <QObject>

namespace hub::mcp {

/// How this server presents itself in the handshake.
struct ServerInfo {
    QString name;
    QString title;
    QString version;
    QString instructions; ///< for the model, read once at the start of a session
};

/// What an endpoint offers; a registry that is not there is no capability.
struct Offers {
    ToolRegistry &tools;
    PromptRegistry *prompts = nullptr;
    ResourceRegistry *resources = nullptr;
};

/// Carries out the requests of the legacy era inside a session: one table of
/// methods. Server's thread.
class Dispatcher final : public QObject
{
public:
    Dispatcher(const Offers &offers, SessionControl &sessions, QObject *parent = nullptr);

    /// Answers once, now or later, unless the dispatcher goes before.
    void request(const Message &message, const Principal &caller, const Answer &answer);
    void notify(const Message &message, const Principal &caller);

    QJsonObject initializeResult(const ServerInfo &info, const QString &protocolVersion) const;

private:
    struct Call {
        const QJsonObject &params;
        const Principal &caller;
        const QJsonValue &id;
    };
    using Method = void (Dispatcher::*)(const Call &, const Answer &);
    static Method find(const QString &name);

    void ping(const Call &call, const Answer &answer);
    void listTools(const Call &call, const Answer &answer);
    void callTool(const Call &call, const Answer &answer);
    void listResources(const Call &call, const Answer &answer);
    void listResourceTemplates(const Call &call, const Answer &answer);
    void readResource(const Call &call, const Answer &answer);
    void listPrompts(const Call &call, const Answer &answer);
    void getPrompt(const Call &call, const Answer &answer);

    struct Running {
        Cancellation cancellation {};
        Answer answer;
    };
    using RunningCall = std::pair<QString, QByteArray>; ///< session and request id

    const Offers m_offers;
    SessionControl &m_sessions;
    QHash<RunningCall, std::shared_ptr<Running>> m_running;
};

} // namespace hub::mcp
