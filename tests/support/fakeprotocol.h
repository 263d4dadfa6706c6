// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "server/later.h"
#include "server/mcp/protocol/prompts.h"
#include "server/mcp/protocol/resources.h"
#include "server/mcp/protocol/tools.h"

#include <QPromise>

#include <map>

namespace hub::test {

/// Sessions in memory that count how often they were asked, for tests of the
/// protocol without a hub.
class MemorySessions final : public mcp::SessionStore
{
public:
    QFuture<Result<Session>> create(const Principal &caller, Session session) override
    {
        session.id = newUuid();
        if (!caller.isMaster())
            session.keyId = caller.keyId;
        m_sessions[session.id] = session;
        return readyFuture<Result<Session>>(session);
    }
    QFuture<Result<std::optional<Session>>> find(const Principal &caller, const QString &id) override
    {
        ++finds;
        if (failure)
            return readyFuture<Result<std::optional<Session>>>(*failure);
        return readyFuture<Result<std::optional<Session>>>(
            owned(caller, id) ? std::optional(m_sessions[id]) : std::nullopt);
    }
    QFuture<Result<QList<Session>>> resting(const Principal &caller, const QString &clientName, qint64) override
    {
        QList<Session> found;
        for (const auto &[id, session] : m_sessions) {
            if (owned(caller, id) && session.clientName == clientName && rested.contains(id))
                found += session;
        }
        return readyFuture<Result<QList<Session>>>(found);
    }
    QFuture<Result<bool>> renew(const Principal &caller, const Session &session) override
    {
        const bool isAlive = owned(caller, session.id);
        if (isAlive)
            m_sessions[session.id] = session;
        return readyFuture<Result<bool>>(isAlive);
    }
    QFuture<Result<bool>> touch(const Principal &caller, const QString &id) override
    {
        return readyFuture<Result<bool>>(owned(caller, id));
    }
    QFuture<Result<bool>> end(const Principal &caller, const QString &id) override
    {
        return readyFuture<Result<bool>>(owned(caller, id) && m_sessions.erase(id) > 0);
    }

    QFuture<Result<std::optional<SessionRotation>>> rotate(
        const Principal &caller, const QString &id, const QString &) override
    {
        using Rotated = Result<std::optional<SessionRotation>>;
        if (!owned(caller, id))
            return readyFuture<Rotated>(std::optional<SessionRotation>());
        SessionRotation rotation {.session = m_sessions[id], .rotatedAt = {1}, .expiresAt = {2}};
        m_sessions.erase(id);
        rotation.session.id = newUuid();
        m_sessions[rotation.session.id] = rotation.session;
        return readyFuture<Rotated>(std::optional(rotation));
    }

    int finds = 0;
    QStringList rested; ///< ids that nobody has used for long
    std::optional<Error> failure;

private:
    bool owned(const Principal &caller, const QString &id) const
    {
        const auto session = m_sessions.find(id);
        return session != m_sessions.end() && session->second.keyId.value_or(QString()) == caller.keyId;
    }

    std::map<QString, Session> m_sessions;
};

/// `echo` answers at once with its arguments and the session; `wait` answers when
/// the test says so; `rotate` gives the session a new id.
class EchoTools final : public mcp::ToolRegistry
{
public:
    QJsonArray list(const Principal &) const override
    {
        return {QJsonObject {{u"name"_s, u"echo"_s}, {u"inputSchema"_s, QJsonObject {{u"type"_s, u"object"_s}}}}};
    }
    QFuture<mcp::ToolOutcome> call(
        const QString &name, const QJsonObject &arguments, const mcp::CallContext &context) override
    {
        if (name == u"echo")
            return readyFuture<mcp::ToolOutcome>(
                mcp::ToolResult {.payload = {{u"arguments"_s, arguments}, {u"session"_s, context.caller.sessionId}}});
        if (name == u"rotate")
            return mapped(context.session->rotate(context.caller, context.sessionId, {}),
                [](const Result<std::optional<SessionRotation>> &rotated) -> mcp::ToolOutcome {
                    return mcp::ToolResult {
                        .payload = {{u"id"_s, rotated && *rotated ? (*rotated)->session.id : QString()}}};
                });
        if (name != u"wait")
            return readyFuture<mcp::ToolOutcome>(mcp::RpcError {-32602, u"Unknown tool: "_s + name});
        waiting.push_back({context.cancellation, std::make_shared<QPromise<mcp::ToolOutcome>>()});
        waiting.back().second->start();
        return waiting.back().second->future();
    }

    void finishAll()
    {
        for (const auto &[cancellation, promise] : waiting) {
            promise->addResult(mcp::ToolResult {.payload = {{u"waited"_s, true}}});
            promise->finish();
        }
        waiting.clear();
    }

    std::vector<std::pair<mcp::Cancellation, std::shared_ptr<QPromise<mcp::ToolOutcome>>>> waiting;
};

/// One prompt, which says what it was given.
class OnePrompt final : public mcp::PromptRegistry
{
public:
    QJsonArray list(const Principal &) const override { return {QJsonObject {{u"name"_s, u"say"_s}}}; }
    mcp::Outcome get(const QString &name, const QJsonObject &arguments, const mcp::CallContext &) const override
    {
        if (name != u"say")
            return mcp::RpcError {-32602, u"Unknown prompt: "_s + name};
        return QJsonObject {{u"description"_s, arguments.value(u"what"_s)}};
    }
};

/// One resource, which holds the id of the session that reads it.
class OneResource final : public mcp::ResourceRegistry
{
public:
    QJsonArray list(const Principal &) const override { return {QJsonObject {{u"uri"_s, u"test://one"_s}}}; }
    QFuture<Result<mcp::ResourceContent>> read(const QString &uri, const Principal &caller) override
    {
        using Read = Result<mcp::ResourceContent>;
        if (uri == u"test://broken")
            return readyFuture<Read>(Error {ErrorCode::Storage, u"The disk is full"_s});
        if (uri != u"test://one")
            return readyFuture<Read>(Error {ErrorCode::NotFound, u"no"_s});
        return readyFuture<Read>(mcp::ResourceContent {uri, u"text/plain"_s, text.value_or(caller.sessionId)});
    }

    std::optional<QString> text; ///< instead
};

} // namespace hub::test
