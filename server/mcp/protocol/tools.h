// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/conversation.h"
#include "server/mcp/protocol/sessionstore.h"

#include <QHash>
#include <QJsonArray>

#include <atomic>
#include <memory>

namespace hub::mcp {

/// Whether the client has taken back a call. Copies share one state; any thread.
class Cancellation
{
public:
    void request() const { m_requested->store(true); }
    bool isRequested() const { return m_requested->load(); }

private:
    std::shared_ptr<std::atomic<bool>> m_requested = std::make_shared<std::atomic<bool>>(false);
};

/// What a tool may do to the session that its call came through. Server's thread.
class SessionControl
{
public:
    virtual ~SessionControl() = default;

    /// Ends the session and goes on under a new id: when the answer is there, the old
    /// id is known no longer and the new one works. Nothing when it has ended already.
    virtual QFuture<Result<std::optional<SessionRotation>>> rotate(
        const Principal &caller, const QString &id, const QString &reason)
        = 0;
};

/// What a tool or a prompt gets to know beside its arguments.
struct CallContext {
    Principal caller; ///< with the id of the transport's session, until a registry knows better
    Cancellation cancellation {};
    QString sessionId {};              ///< of the transport
    SessionControl *session = nullptr; ///< none: the transport has no sessions
    Conversation conversation {};
};

/// What a tool says: one object, sent as text and as `structuredContent`; or content
/// of another kind, sent as it is.
struct ToolResult {
    QJsonObject payload;
    bool isError = false;
    QJsonArray content {}; ///< empty: the payload is all
    QString text {};       ///< what stands for the payload in words; empty: its JSON
};

/// Instead of an answer: what the client must find out first (from 2026-07-28 on).
/// The same call comes again with the answers in Terms::inputResponses and, if one
/// was given, the state in Terms::state. It is sealed on its way, so it may be trusted.
struct InputRequired {
    QJsonObject requests; ///< by name, each `{"method": …, "params": …}`
    QString state {};
};

/// As a result of the protocol.
QJsonObject inputRequiredResult(const InputRequired &wanted);

/// A result, or an error of the protocol, which no model gets to see.
using ToolOutcome = std::variant<ToolResult, RpcError, InputRequired>;

/// The tools that an endpoint offers.
class ToolRegistry
{
public:
    virtual ~ToolRegistry() = default;

    /// The entries of tools/list that `caller` may use, always in the same order.
    virtual QJsonArray list(const Principal &caller) const = 0;
    /// Called in the server's thread; must not block. The outcome may come from any thread.
    virtual QFuture<ToolOutcome> call(const QString &name, const QJsonObject &arguments, const CallContext &context)
        = 0;
    /// Arguments of a tool that clients repeat in a header, by name of the argument
    /// (`x-mcp-header`, from 2026-07-28 on): what follows "Mcp-Param-".
    virtual QHash<QString, QByteArray> mirroredArguments(const QString &) const { return {}; }
};

} // namespace hub::mcp
