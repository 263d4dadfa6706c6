// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/endpoint.h"

#include "core/base/text.h"
#include "server/http/errormap.h"
#include "server/mcp/protocol/version.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

constexpr QByteArrayView sessionHeader = "mcp-session-id";
constexpr QByteArrayView versionHeader = "mcp-protocol-version";
constexpr int maxClientText = 200;
constexpr qsizetype maxCapabilities = 16 * 1024;

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

http::Response refusal(int status, const QJsonValue &id, const RpcError &error)
{
    return http::Response::json(compact(responseMessage(id, error)), status);
}

/// Lenient: whoever does not insist on a stream is answered with JSON.
bool wantsEvents(const http::Request &request)
{
    const auto accept = request.header("accept").toLower();
    return accept.contains("text/event-stream") && !accept.contains("json") && !accept.contains("*/*")
        && !accept.contains("application/*");
}

/// Of the revisions we speak any will do, even one that was not negotiated: clients
/// are known to send another one after the handshake.
std::optional<http::Response> refusedVersion(const http::Request &request)
{
    const auto version = QString::fromLatin1(request.header(versionHeader));
    if (version.isEmpty() || isLegacyVersion(version))
        return std::nullopt;
    return refusal(400, {},
        {code::badRequest, u"Unsupported protocol version: %1 (supported: %2)"_s.arg(version, legacyVersionList())});
}

/// The id to answer a refused payload with; a batch has none.
QJsonValue idOf(const Payload &payload) { return payload.isBatch ? QJsonValue() : payload.messages.first().id; }

bool isInitialize(const Message &message)
{
    return message.kind == MessageKind::Request && message.method == u"initialize";
}

} // namespace

/// One HTTP request: who asks, in what form, and the way back.
struct Endpoint::Exchange {
    Principal caller;
    QString sessionId; ///< as sent; empty: none
    bool asEvents = false;
    http::Reply reply;

    Exchange(const http::Request &request, http::Reply way)
        : caller(request.principal.value_or(Principal {}))
        , sessionId(QString::fromLatin1(request.header(sessionHeader)))
        , asEvents(wantsEvents(request))
        , reply(std::move(way))
    { }

    void answer(const QByteArray &json, const http::Headers &headers = {}) const
    {
        if (!asEvents) {
            auto response = http::Response::json(json);
            response.headers += headers;
            reply.send(response);
            return;
        }
        const auto stream = reply.stream(headers);
        stream.send({.data = json});
        stream.end();
    }
};

Endpoint::Endpoint(ServerInfo info, const Offers &offers, SessionStore &sessions, QObject *parent)
    : QObject(parent)
    , m_info(std::move(info))
    , m_sessions(sessions)
    , m_dispatcher(offers, m_sessions)
{ }

void Endpoint::addRoutes(http::Router &router, const QByteArray &path)
{
    const auto to = [this](void (Endpoint::*handle)(const http::Request &, const http::Reply &)) {
        return http::Handler([this, handle](const http::Request &request, const http::Reply &reply) {
            if (const auto refused = refusedVersion(request))
                reply.send(*refused);
            else
                (this->*handle)(request, reply);
        });
    };
    router.add({.method = "POST",
        .path = path,
        .access = Permission::Read,
        .body = http::BodyKind::Json,
        .bodyLimit = mcpBodyLimit,
        .handler = to(&Endpoint::post)});
    router.add({.method = "GET", .path = path, .access = Permission::Read, .handler = to(&Endpoint::get)});
    router.add({.method = "DELETE", .path = path, .access = Permission::Read, .handler = to(&Endpoint::remove)});
}

void Endpoint::post(const http::Request &request, const http::Reply &reply)
{
    const auto parsed = parsePayload(request.body);
    if (const auto *error = std::get_if<RpcError>(&parsed)) {
        reply.send(refusal(400, {}, *error));
        return;
    }
    const auto &payload = std::get<Payload>(parsed);
    const Exchange exchange(request, reply);
    if (!payload.isBatch && isInitialize(payload.messages.first())) {
        initialize(exchange, payload.messages.first());
        return;
    }
    withSession(exchange, idOf(payload),
        [this, exchange, payload](const Session &session) { carryOut(exchange, payload, session); });
}

void Endpoint::get(const http::Request &request, const http::Reply &reply)
{
    if (request.method == "HEAD") { // a stream has no length to tell
        reply.send(http::Response::empty(405).with("Allow", "GET, POST, DELETE, OPTIONS"));
        return;
    }
    if (!request.header("accept").toLower().contains("text/event-stream")) {
        reply.send(refusal(406, {},
            {code::badRequest, u"Not acceptable: GET opens a stream, so Accept must name text/event-stream"_s}));
        return;
    }
    const Exchange exchange(request, reply);
    withSession(
        exchange, {}, [this, exchange](const Session &session) { m_streams.add(session.id, exchange.reply.stream()); });
}

void Endpoint::remove(const http::Request &request, const http::Reply &reply)
{
    const Exchange exchange(request, reply);
    withSession(exchange, {}, [this, exchange](const Session &session) {
        m_sessions.end(exchange.caller, session.id, [this, exchange, id = session.id](const Result<bool> &ended) {
            if (!ended) {
                exchange.reply.fail(ended.error());
                return;
            }
            m_streams.endAll(id);
            exchange.reply.send(http::Response::empty(200));
        });
    });
}

/// A client that starts afresh may still send the id of a session that is gone:
/// it gets a new one. Within a living session there is no second handshake.
void Endpoint::initialize(const Exchange &exchange, const Message &message)
{
    if (exchange.sessionId.isEmpty()) {
        createSession(exchange, message);
        return;
    }
    m_sessions.find(
        exchange.caller, exchange.sessionId, [this, exchange, message](const Result<std::optional<Session>> &found) {
            if (!found)
                exchange.reply.fail(found.error());
            else if (*found)
                exchange.reply.send(refusal(400, message.id,
                    {code::invalidRequest, u"Invalid request: this session is initialized already"_s}));
            else
                createSession(exchange, message);
        });
}

void Endpoint::createSession(const Exchange &exchange, const Message &message)
{
    const auto client = message.params.value(u"clientInfo"_s).toObject();
    const auto capabilities = message.params.value(u"capabilities"_s).toObject();
    if (message.fault || compact(capabilities).size() > maxCapabilities) {
        const RpcError tooMuch {code::invalidParams, u"Invalid params: capabilities is over 16 KiB"_s};
        exchange.answer(compact(responseMessage(message.id, message.fault.value_or(tooMuch))));
        return;
    }
    Session session;
    session.clientName = cutText(canonicalText(client.value(u"name"_s).toString()), maxClientText);
    session.clientVersion = cutText(canonicalText(client.value(u"version"_s).toString()), maxClientText);
    session.protocolVersion = negotiateLegacyVersion(message.params.value(u"protocolVersion"_s).toString());
    session.capabilities = capabilities;
    m_sessions.create(exchange.caller, session, [this, exchange, id = message.id](const Result<Session> &created) {
        if (!created) {
            exchange.reply.fail(created.error());
            return;
        }
        exchange.answer(compact(responseMessage(id, m_dispatcher.initializeResult(m_info, created->protocolVersion))),
            {{"Mcp-Session-Id", created->id.toLatin1()}});
    });
}

void Endpoint::withSession(
    const Exchange &exchange, const QJsonValue &id, const std::function<void(const Session &)> &use)
{
    if (exchange.sessionId.isEmpty()) {
        exchange.reply.send(refusal(400, id,
            {code::badRequest,
                u"Session required: send an initialize request first, then its Mcp-Session-Id header with every request"_s}));
        return;
    }
    m_sessions.find(exchange.caller, exchange.sessionId,
        [reply = exchange.reply, id, use](const Result<std::optional<Session>> &found) {
            if (!found)
                reply.fail(found.error());
            else if (!*found)
                reply.send(refusal(
                    404, id, {code::sessionNotFound, u"Session not found: it has ended; initialize a new one"_s}));
            else
                use(**found);
        });
}

void Endpoint::carryOut(const Exchange &exchange, const Payload &payload, const Session &session)
{
    if (payload.isBatch && !allowsBatches(session.protocolVersion)) {
        exchange.reply.send(refusal(400, {},
            {code::invalidRequest,
                u"Invalid request: protocol version %1 has no batches"_s.arg(session.protocolVersion)}));
        return;
    }
    auto caller = exchange.caller;
    caller.sessionId = session.id;
    struct Answers {
        QJsonArray messages;
        qsizetype missing = 0;
    };
    const auto answers = std::make_shared<Answers>();
    for (const auto &message : payload.messages)
        answers->missing += message.kind == MessageKind::Request ? 1 : 0;
    if (answers->missing == 0)
        exchange.reply.send(http::Response::empty(202));
    for (const auto &message : payload.messages) {
        if (message.kind == MessageKind::Notification)
            m_dispatcher.notify(message, caller);
        if (message.kind != MessageKind::Request)
            continue;
        m_dispatcher.request(message, caller,
            [this, exchange, answers, id = message.id, session = session.id, isBatch = payload.isBatch](
                const Outcome &outcome) {
                answers->messages += responseMessage(id, outcome);
                if (--answers->missing > 0)
                    return;
                const auto json
                    = isBatch ? QJsonDocument(answers->messages) : QJsonDocument(answers->messages[0].toObject());
                exchange.answer(json.toJson(QJsonDocument::Compact), succession(session));
            });
    }
}

/// Tells a client that its session goes on under another id: many of them take it
/// from the header of any answer.
http::Headers Endpoint::succession(const QString &sessionId)
{
    const auto next = m_sessions.takeSuccessor(sessionId);
    if (!next)
        return {};
    m_streams.endAll(sessionId);
    return {{"Mcp-Session-Id", next->toLatin1()}};
}

} // namespace hub::mcp
