// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/dispatcher.h"

#include "server/later.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

/// Tells the number 1 from the text "1".
QByteArray keyOf(const QJsonValue &id) { return QJsonDocument(QJsonArray {id}).toJson(QJsonDocument::Compact); }

/// The same JSON as text and as structured content: of the clients at large some
/// show the model the one, some the other.
QJsonObject callResult(const ToolResult &result)
{
    const QJsonObject text {{u"type"_s, u"text"_s}, {u"text"_s, QString::fromUtf8(compact(result.payload))}};
    return {
        {u"content"_s, QJsonArray {text}}, {u"structuredContent"_s, result.payload}, {u"isError"_s, result.isError}};
}

QJsonObject readResult(const ResourceText &read)
{
    const QJsonObject content {{u"uri"_s, read.uri}, {u"mimeType"_s, read.mimeType}, {u"text"_s, read.text}};
    return {{u"contents"_s, QJsonArray {content}}};
}

RpcError invalidParams(const QString &message, const QJsonObject &data = {})
{
    return {code::invalidParams, message, data};
}

} // namespace

Dispatcher::Dispatcher(const Offers &offers, SessionControl &sessions, QObject *parent)
    : QObject(parent)
    , m_offers(offers)
    , m_sessions(sessions)
{ }

QJsonObject Dispatcher::initializeResult(const ServerInfo &info, const QString &protocolVersion) const
{
    const QJsonObject server {{u"name"_s, info.name}, {u"title"_s, info.title}, {u"version"_s, info.version}};
    QJsonObject capabilities {{u"tools"_s, QJsonObject()}};
    if (m_offers.resources)
        capabilities.insert(u"resources"_s, QJsonObject());
    if (m_offers.prompts)
        capabilities.insert(u"prompts"_s, QJsonObject());
    QJsonObject result {
        {u"protocolVersion"_s, protocolVersion}, {u"serverInfo"_s, server}, {u"capabilities"_s, capabilities}};
    if (!info.instructions.isEmpty())
        result.insert(u"instructions"_s, info.instructions);
    return result;
}

Dispatcher::Method Dispatcher::find(const QString &name)
{
    static const QHash<QString, Method> methods {
        {u"ping"_s, &Dispatcher::ping},
        {u"tools/list"_s, &Dispatcher::listTools},
        {u"tools/call"_s, &Dispatcher::callTool},
        {u"resources/list"_s, &Dispatcher::listResources},
        {u"resources/templates/list"_s, &Dispatcher::listResourceTemplates},
        {u"resources/read"_s, &Dispatcher::readResource},
        {u"prompts/list"_s, &Dispatcher::listPrompts},
        {u"prompts/get"_s, &Dispatcher::getPrompt},
    };
    return methods.value(name);
}

void Dispatcher::request(const Message &message, const Principal &caller, const Answer &answer)
{
    const auto method = find(message.method);
    if (!method) {
        answer(RpcError {code::methodNotFound, u"Method not found: "_s + message.method});
        return;
    }
    if (message.fault) {
        answer(*message.fault);
        return;
    }
    (this->*method)({message.params, caller, message.id}, answer);
}

void Dispatcher::notify(const Message &message, const Principal &caller)
{
    if (message.method != u"notifications/cancelled")
        return;
    const auto running = m_running.take({caller.sessionId, keyOf(message.params.value(u"requestId"_s))});
    if (!running)
        return;
    running->cancellation.request();
    // The client ignores this answer; it is what sets its connection free.
    running->answer(RpcError {code::cancelled, u"The request was cancelled"_s});
}

void Dispatcher::ping(const Call &, const Answer &answer) { answer(QJsonObject()); }

void Dispatcher::listTools(const Call &call, const Answer &answer)
{
    answer(QJsonObject {{u"tools"_s, m_offers.tools.list(call.caller)}});
}

void Dispatcher::callTool(const Call &call, const Answer &answer)
{
    const auto name = call.params.value(u"name"_s);
    if (!name.isString()) {
        answer(invalidParams(u"Invalid params: name must be a string"_s));
        return;
    }
    const auto arguments = call.params.value(u"arguments"_s);
    if (!arguments.isUndefined() && !arguments.isNull() && !arguments.isObject()) {
        answer(invalidParams(u"Invalid params: arguments must be an object"_s));
        return;
    }
    const auto running = std::make_shared<Running>(Running {.answer = answer});
    const RunningCall key {call.caller.sessionId, keyOf(call.id)};
    m_running.insert(key, running);
    const CallContext context {.caller = call.caller,
        .cancellation = running->cancellation,
        .sessionId = call.caller.sessionId,
        .session = &m_sessions};
    whenDone(this, m_offers.tools.call(name.toString(), arguments.toObject(), context),
        [this, key, running](const ToolOutcome &outcome) {
            if (running->cancellation.isRequested())
                return;
            if (m_running.value(key) == running)
                m_running.remove(key);
            const auto *result = std::get_if<ToolResult>(&outcome);
            running->answer(result ? Outcome(callResult(*result)) : Outcome(std::get<RpcError>(outcome)));
        });
}

void Dispatcher::listResources(const Call &call, const Answer &answer)
{
    answer(QJsonObject {{u"resources"_s, m_offers.resources ? m_offers.resources->list(call.caller) : QJsonArray()}});
}

void Dispatcher::listResourceTemplates(const Call &, const Answer &answer)
{
    answer(QJsonObject {{u"resourceTemplates"_s, QJsonArray()}});
}

void Dispatcher::readResource(const Call &call, const Answer &answer)
{
    const auto uri = call.params.value(u"uri"_s);
    if (!uri.isString()) {
        answer(invalidParams(u"Invalid params: uri must be a string"_s));
        return;
    }
    const RpcError unknown {code::resourceNotFound, u"Resource not found: "_s + uri.toString(), {{u"uri"_s, uri}}};
    if (!m_offers.resources) {
        answer(unknown);
        return;
    }
    whenDone(this, m_offers.resources->read(uri.toString(), call.caller),
        [answer, unknown](const Result<ResourceText> &read) {
            if (read)
                answer(readResult(*read));
            else if (read.error().code == ErrorCode::NotFound)
                answer(unknown);
            else
                answer(RpcError {code::internalError, read.error().message});
        });
}

void Dispatcher::listPrompts(const Call &call, const Answer &answer)
{
    answer(QJsonObject {{u"prompts"_s, m_offers.prompts ? m_offers.prompts->list(call.caller) : QJsonArray()}});
}

void Dispatcher::getPrompt(const Call &call, const Answer &answer)
{
    const auto name = call.params.value(u"name"_s);
    const auto arguments = call.params.value(u"arguments"_s);
    if (!name.isString())
        answer(invalidParams(u"Invalid params: name must be a string"_s));
    else if (!arguments.isUndefined() && !arguments.isNull() && !arguments.isObject())
        answer(invalidParams(u"Invalid params: arguments must be an object"_s));
    else if (!m_offers.prompts)
        answer(invalidParams(u"Unknown prompt: "_s + name.toString()));
    else
        answer(m_offers.prompts->get(name.toString(), arguments.toObject(), call.caller));
}

} // namespace hub::mcp
