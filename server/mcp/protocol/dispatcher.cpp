// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/dispatcher.h"

#include "server/later.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

constexpr auto pulseInterval = std::chrono::seconds(10); // clients give up after 60 s at the earliest

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

/// Tells the number 1 from the text "1".
QByteArray keyOf(const QJsonValue &id) { return QJsonDocument(QJsonArray {id}).toJson(QJsonDocument::Compact); }

/// The same JSON as text and as structured content: of the clients at large some
/// show the model the one, some the other.
QJsonObject callResult(const ToolResult &result)
{
    if (!result.content.isEmpty())
        return {{u"content"_s, result.content}, {u"isError"_s, result.isError}};
    const auto words = result.text.isEmpty() ? QString::fromUtf8(compact(result.payload)) : result.text;
    const QJsonObject text {{u"type"_s, u"text"_s}, {u"text"_s, words}};
    return {
        {u"content"_s, QJsonArray {text}}, {u"structuredContent"_s, result.payload}, {u"isError"_s, result.isError}};
}

Outcome outcomeOf(const ToolOutcome &outcome)
{
    if (const auto *error = std::get_if<RpcError>(&outcome))
        return *error;
    if (const auto *wanted = std::get_if<InputRequired>(&outcome))
        return inputRequiredResult(*wanted);
    return callResult(std::get<ToolResult>(outcome));
}

QJsonObject readResult(const ResourceContent &read)
{
    QJsonObject content {{u"uri"_s, read.uri}, {u"mimeType"_s, read.mimeType}};
    if (read.bytes)
        content.insert(u"blob"_s, QString::fromLatin1(read.bytes->toBase64()));
    else
        content.insert(u"text"_s, read.text);
    return {{u"contents"_s, QJsonArray {content}}};
}

RpcError invalidParams(const QString &message, const QJsonObject &data = {})
{
    return {code::invalidParams, u"Invalid params: "_s + message, data};
}

/// The `arguments` of a call, which may be left out; nothing when they are no object.
std::optional<QJsonObject> argumentsOf(const QJsonObject &params)
{
    const auto arguments = params.value(u"arguments"_s);
    if (!arguments.isUndefined() && !arguments.isNull() && !arguments.isObject())
        return std::nullopt;
    return arguments.toObject();
}

std::variant<CompletionQuery, RpcError> completionQuery(const QJsonObject &params)
{
    const auto ref = params.value(u"ref"_s).toObject();
    const auto argument = params.value(u"argument"_s).toObject();
    const auto type = ref.value(u"type"_s).toString();
    CompletionQuery query {.isPrompt = type == u"ref/prompt",
        .target = ref.value(type == u"ref/prompt" ? u"name"_s : u"uri"_s).toString(),
        .argument = argument.value(u"name"_s).toString(),
        .begun = argument.value(u"value"_s).toString(),
        .given = params.value(u"context"_s).toObject().value(u"arguments"_s).toObject()};
    if (!query.isPrompt && type != u"ref/resource")
        return invalidParams(u"ref.type must be ref/prompt or ref/resource"_s);
    if (query.target.isEmpty() || query.argument.isEmpty())
        return invalidParams(u"ref must name a prompt or a resource template, argument.name one of its arguments"_s);
    return query;
}

} // namespace

Dispatcher::Dispatcher(const Offers &offers, QObject *parent)
    : QObject(parent)
    , m_offers(offers)
    , m_pulse(this)
{
    m_pulse.setInterval(pulseInterval);
    m_pulse.callOnTimeout(this, &Dispatcher::pulse);
}

Dispatcher::Method Dispatcher::find(const QString &name)
{
    static const QHash<QString, Method> methods {
        {u"tools/list"_s, &Dispatcher::listTools},
        {u"tools/call"_s, &Dispatcher::callTool},
        {u"resources/list"_s, &Dispatcher::listResources},
        {u"resources/templates/list"_s, &Dispatcher::listResourceTemplates},
        {u"resources/read"_s, &Dispatcher::readResource},
        {u"prompts/list"_s, &Dispatcher::listPrompts},
        {u"prompts/get"_s, &Dispatcher::getPrompt},
        {u"completion/complete"_s, &Dispatcher::complete},
    };
    return methods.value(name);
}

bool Dispatcher::knows(const QString &method) { return find(method) != nullptr; }

void Dispatcher::request(const Call &call, const Answer &answer) { (this->*find(call.method))(call, answer); }

void Dispatcher::cancel(const QString &scope, const QJsonValue &id)
{
    const auto running = m_running.take({scope, keyOf(id)});
    if (!running)
        return;
    running->cancellation.request();
    running->conversation.close();
    // The client ignores this answer; it is what sets its connection free.
    running->answer(RpcError {code::cancelled, u"The request was cancelled"_s});
}

void Dispatcher::listTools(const Call &call, const Answer &answer)
{
    answer(QJsonObject {{u"tools"_s, m_offers.tools.list(call.caller)}});
}

void Dispatcher::callTool(const Call &call, const Answer &answer)
{
    const auto name = call.params.value(u"name"_s);
    const auto arguments = argumentsOf(call.params);
    if (!name.isString()) {
        answer(invalidParams(u"name must be a string"_s));
        return;
    }
    if (!arguments) {
        answer(invalidParams(u"arguments must be an object"_s));
        return;
    }
    const auto running = std::make_shared<Running>(Running {.conversation = call.conversation, .answer = answer});
    const RunningCall key {call.scope, keyOf(call.id)};
    m_running.insert(key, running);
    if (call.conversation.wantsProgress() && !m_pulse.isActive())
        m_pulse.start();
    const CallContext context {.caller = call.caller,
        .cancellation = running->cancellation,
        .sessionId = call.caller.sessionId,
        .session = call.session,
        .conversation = call.conversation};
    whenDone(this, m_offers.tools.call(name.toString(), *arguments, context),
        [this, key, running](const ToolOutcome &outcome) {
            if (running->cancellation.isRequested())
                return;
            if (m_running.value(key) == running)
                m_running.remove(key);
            running->conversation.close();
            running->answer(outcomeOf(outcome));
        });
}

void Dispatcher::pulse()
{
    bool isWanted = false;
    for (const auto &running : std::as_const(m_running)) {
        isWanted = isWanted || running->conversation.wantsProgress();
        running->conversation.pulse();
    }
    if (!isWanted)
        m_pulse.stop();
}

void Dispatcher::listResources(const Call &call, const Answer &answer)
{
    answer(QJsonObject {{u"resources"_s, m_offers.resources ? m_offers.resources->list(call.caller) : QJsonArray()}});
}

void Dispatcher::listResourceTemplates(const Call &call, const Answer &answer)
{
    answer(QJsonObject {
        {u"resourceTemplates"_s, m_offers.resources ? m_offers.resources->templates(call.caller) : QJsonArray()}});
}

void Dispatcher::readResource(const Call &call, const Answer &answer)
{
    const auto uri = call.params.value(u"uri"_s);
    if (!uri.isString()) {
        answer(invalidParams(u"uri must be a string"_s));
        return;
    }
    const RpcError unknown {code::resourceNotFound, u"Resource not found: "_s + uri.toString(), {{u"uri"_s, uri}}};
    if (!m_offers.resources) {
        answer(unknown);
        return;
    }
    whenDone(this, m_offers.resources->read(uri.toString(), call.caller),
        [answer, unknown](const Result<ResourceContent> &read) {
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
    const auto arguments = argumentsOf(call.params);
    if (!name.isString())
        answer(invalidParams(u"name must be a string"_s));
    else if (!arguments)
        answer(invalidParams(u"arguments must be an object"_s));
    else if (!m_offers.prompts)
        answer(RpcError {code::invalidParams, u"Unknown prompt: "_s + name.toString()});
    else
        answer(m_offers.prompts->get(name.toString(), *arguments,
            {.caller = call.caller, .sessionId = call.caller.sessionId, .conversation = call.conversation}));
}

void Dispatcher::complete(const Call &call, const Answer &answer)
{
    const auto query = completionQuery(call.params);
    if (const auto *mistake = std::get_if<RpcError>(&query)) {
        answer(*mistake);
        return;
    }
    if (!m_offers.completions) {
        answer(RpcError {code::methodNotFound, u"Method not found: "_s + call.method});
        return;
    }
    whenDone(this, m_offers.completions->complete(std::get<CompletionQuery>(query), call.caller),
        [answer](const Result<Completion> &found) {
            if (!found) {
                const bool isTheirs = found.error().code == ErrorCode::NotFound;
                answer(RpcError {isTheirs ? code::invalidParams : code::internalError, found.error().message});
                return;
            }
            const auto values = found->values.first(std::min<qsizetype>(found->values.size(), completionLimit));
            answer(QJsonObject {{u"completion"_s,
                QJsonObject {{u"values"_s, QJsonArray::fromStringList(values)}, {u"total"_s, found->total},
                    {u"hasMore"_s, found->total > values.size()}}}});
        });
}

} // namespace hub::mcp
