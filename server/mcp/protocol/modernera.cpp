// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/modernera.h"

#include "core/base/log.h"
#include "server/mcp/protocol/envelope.h"
#include "server/mcp/protocol/replychannel.h"
#include "server/mcp/protocol/version.h"

#include <QJsonDocument>
#include <QPointer>

namespace hub::mcp {
namespace {

http::Response refusal(int status, const QJsonValue &id, const RpcError &error)
{
    return http::Response::json(responseMessage(id, error), status);
}

/// Results that a client may keep. Ours depend on the key, and on what happens next.
bool isCacheable(const QString &method)
{
    static const QSet<QString> methods {u"server/discover"_s, u"tools/list"_s, u"prompts/list"_s, u"resources/list"_s,
        u"resources/templates/list"_s, u"resources/read"_s};
    return methods.contains(method);
}

/// The requests that may be answered with questions to the client first.
bool mayAskBack(const QString &method)
{
    return method == u"tools/call" || method == u"prompts/get" || method == u"resources/read";
}

QString capabilityFor(const QString &method)
{
    if (method == u"elicitation/create")
        return u"elicitation"_s;
    return method == u"roots/list" ? u"roots"_s : u"sampling"_s;
}

} // namespace

/// One request with everything that its answer needs.
struct ModernEra::Asked {
    Message message;
    Terms terms;
    Principal caller;
    http::Reply reply;
};

ModernEra::ModernEra(const ServerInfo &info, Dispatcher &dispatcher, ResourceWatch &watch, QObject *parent)
    : QObject(parent)
    , m_info(info)
    , m_dispatcher(dispatcher)
    , m_listeners(dispatcher.offers(), watch)
{ }

void ModernEra::post(const http::Request &request, const http::Reply &reply, const Payload &payload)
{
    if (payload.isBatch) {
        reply.send(refusal(400, {},
            {code::invalidRequest,
                u"Invalid request: a batch cannot hold requests of %1"_s.arg(modernVersions().last())}));
        return;
    }
    const auto &message = payload.messages.first();
    if (message.kind != MessageKind::Request) { // to cancel, a client closes its connection
        reply.send(http::Response::empty(202));
        return;
    }
    const auto name = message.params.value(u"name"_s).toString();
    const auto mirrored
        = message.method == u"tools/call" ? m_dispatcher.offers().tools.mirroredArguments(name) : MirroredArguments();
    const auto read = readEnvelope(request, message, mirrored);
    if (const auto *wrong = std::get_if<RpcError>(&read)) {
        if (wrong->code == code::headerMismatch) // a client's mistake that costs it every call: to be found easily
            qCWarning(lcServer).noquote() << "Refused a client's request (-32020):" << wrong->message;
        reply.send(refusal(400, message.id, *wrong));
        return;
    }
    auto caller = request.principal.value_or(Principal {});
    if (const auto client = clientNameOf(message); !client.isEmpty())
        caller.client = client;
    Asked asked {message, std::get<Terms>(read), caller, reply};
    if (message.fault)
        reply.send(refusal(400, message.id, *message.fault));
    else if (message.method == u"server/discover")
        discover(asked);
    else if (message.method == u"subscriptions/listen")
        m_listeners.add(message, caller, reply);
    else if (Dispatcher::knows(message.method))
        dispatch(std::move(asked));
    else
        reply.send(refusal(404, message.id, {code::methodNotFound, u"Method not found: "_s + message.method}));
}

void ModernEra::discover(const Asked &asked)
{
    QJsonObject result {{u"supportedVersions"_s, QJsonArray::fromStringList(modernVersions())},
        {u"capabilities"_s, capabilitiesOf(m_dispatcher.offers())}};
    if (!m_info.instructions.isEmpty())
        result.insert(u"instructions"_s, m_info.instructions);
    asked.reply.send(
        http::Response::json(responseMessage(asked.message.id, dressed(asked.message.method, std::move(result)))));
}

void ModernEra::dispatch(Asked asked)
{
    const auto &message = asked.message;
    if (asked.terms.state && mayAskBack(message.method)) {
        asked.terms.state = m_seal.open(*asked.terms.state, message.method, message.params, asked.caller);
        if (!asked.terms.state) {
            asked.reply.send(refusal(200, message.id,
                {code::invalidParams, u"Invalid params: requestState is not what this server gave, or too old"_s}));
            return;
        }
    }
    const QString scope = u"request-%1"_s.arg(++m_requests);
    const auto channel = makeChannel<ReplyChannel>(asked.reply);
    asked.reply.onClosed([self = QPointer<ModernEra>(this), scope, id = message.id] {
        if (self)
            self->m_dispatcher.cancel(scope, id);
    });
    m_dispatcher.request({.method = message.method,
                             .params = message.params,
                             .id = message.id,
                             .scope = scope,
                             .caller = asked.caller,
                             .conversation = Conversation(channel, asked.terms)},
        [self = QPointer<ModernEra>(this), channel, asked](const Outcome &outcome) {
            if (self)
                channel->answer(asked.message.id, self->translated(asked, outcome));
        });
}

Outcome ModernEra::translated(const Asked &asked, const Outcome &outcome) const
{
    if (const auto *error = std::get_if<RpcError>(&outcome)) {
        if (error->code == code::resourceNotFound)
            return RpcError {code::invalidParams, error->message, error->data};
        return *error;
    }
    auto result = std::get<QJsonObject>(outcome);
    if (result.value(u"resultType"_s).toString() == u"input_required") {
        const auto wanted = result.value(u"inputRequests"_s).toObject();
        for (const auto &one : wanted) {
            const auto capability = capabilityFor(one.toObject().value(u"method"_s).toString());
            if (!asked.terms.capabilities.contains(capability))
                return missingCapability(capability);
        }
        if (const auto state = result.value(u"requestState"_s).toString(); !state.isEmpty())
            result.insert(
                u"requestState"_s, m_seal.seal(state, asked.message.method, asked.message.params, asked.caller));
    }
    return dressed(asked.message.method, std::move(result));
}

QJsonObject ModernEra::dressed(const QString &method, QJsonObject result) const
{
    if (!result.contains(u"resultType"_s))
        result.insert(u"resultType"_s, u"complete"_s);
    if (isCacheable(method)) {
        result.insert(u"ttlMs"_s, 0);
        result.insert(u"cacheScope"_s, u"private"_s);
    }
    auto said = result.value(u"_meta"_s).toObject();
    said.insert(meta::serverInfo,
        QJsonObject {{u"name"_s, m_info.name}, {u"title"_s, m_info.title}, {u"version"_s, m_info.version}});
    result.insert(u"_meta"_s, said);
    return result;
}

} // namespace hub::mcp
