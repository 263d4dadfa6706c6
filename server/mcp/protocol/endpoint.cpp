// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/endpoint.h"

#include "server/http/errormap.h"
#include "server/mcp/protocol/envelope.h"
#include "server/mcp/protocol/modes.h"
#include "server/mcp/protocol/replychannel.h"
#include "server/mcp/protocol/version.h"

#include <QPointer>

namespace hub::mcp {
namespace {

constexpr QByteArrayView sessionHeader = "mcp-session-id";
constexpr QByteArrayView versionHeader = "mcp-protocol-version";

http::Response refusal(int status, const QJsonValue &id, const RpcError &error)
{
    return http::Response::json(responseMessage(id, error), status);
}

bool acceptsEvents(const http::Request &request)
{
    return request.header("accept").toLower().contains("text/event-stream");
}

/// Lenient: whoever does not insist on a stream is answered with JSON.
bool acceptsOnlyEvents(const http::Request &request)
{
    const auto accept = request.header("accept").toLower();
    return acceptsEvents(request) && !accept.contains("json") && !accept.contains("*/*")
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

std::optional<http::Response> refusedMode(const QString &name, const QJsonValue &id = {})
{
    const auto wrong = unknownMode(name);
    return wrong ? std::optional(refusal(400, id, *wrong)) : std::nullopt;
}

/// The id to answer a refused payload with; a batch has none.
QJsonValue idOf(const Payload &payload) { return payload.isBatch ? QJsonValue() : payload.messages.first().id; }

bool wantsProgress(const Message &message)
{
    return message.kind == MessageKind::Request
        && message.params.value(u"_meta"_s).toObject().contains(u"progressToken"_s);
}

} // namespace

/// One HTTP request of the legacy era: who asks, in what form, and the way back.
struct Endpoint::Exchange {
    Principal caller;
    QString sessionId; ///< as sent; empty: none
    QByteArray lastEventId;
    QString mode; ///< as the header has it
    bool mayStream = false;
    bool onlyEvents = false;
    http::Reply reply;

    Exchange(const http::Request &request, http::Reply way)
        : caller(request.principal.value_or(Principal {}))
        , sessionId(QString::fromLatin1(request.header(sessionHeader)))
        , lastEventId(request.header("last-event-id"))
        , mode(modeHeaderOf(request))
        , mayStream(acceptsEvents(request))
        , onlyEvents(acceptsOnlyEvents(request))
        , reply(std::move(way))
    { }
};

Endpoint::Endpoint(const ServerInfo &info, const Offers &offers, SessionStore &sessions, QObject *parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_dispatcher(offers)
    , m_watch(offers.resources)
    , m_legacy(info, m_dispatcher, m_sessions, m_streams, m_watch)
    , m_modern(info, m_dispatcher, m_watch)
{ }

void Endpoint::addRoutes(http::Router &router, const QByteArray &path)
{
    const auto to = [this](void (Endpoint::*handle)(const http::Request &, const http::Reply &)) {
        return http::Handler([this, handle](const http::Request &request, const http::Reply &reply) {
            (this->*handle)(request, reply);
        });
    };
    router.add({.method = "POST",
        .path = path,
        .access = http::anyKey,
        .body = http::BodyKind::Json,
        .bodyLimit = mcpBodyLimit,
        .handler = to(&Endpoint::post)});
    router.add({.method = "GET", .path = path, .access = http::anyKey, .handler = to(&Endpoint::get)});
    router.add({.method = "DELETE", .path = path, .access = http::anyKey, .handler = to(&Endpoint::remove)});
}

void Endpoint::addSseRoutes(http::Router &router, const http::Gatekeeper &gatekeeper)
{
    m_sse = std::make_unique<SseTransport>(m_legacy, m_sessions, m_streams, gatekeeper);
    m_sse->addRoutes(router);
}

void Endpoint::post(const http::Request &request, const http::Reply &reply)
{
    const auto parsed = parsePayload(request.body);
    if (const auto *error = std::get_if<RpcError>(&parsed)) {
        reply.send(refusal(400, {}, *error));
        return;
    }
    const auto &payload = std::get<Payload>(parsed);
    const bool isHandshake = !payload.isBatch && LegacyEra::isInitialize(payload.messages.first());
    if (const auto refused = refusedMode(modeHeaderOf(request), idOf(payload)); refused && !isHandshake)
        reply.send(*refused);
    else if (eraOf(request, payload) == Era::Modern)
        m_modern.post(request, reply, payload);
    else
        postLegacy(request, reply, payload);
}

void Endpoint::postLegacy(const http::Request &request, const http::Reply &reply, const Payload &payload)
{
    if (const auto refused = refusedVersion(request)) {
        reply.send(*refused);
        return;
    }
    const Exchange exchange(request, reply);
    if (!payload.isBatch && LegacyEra::isInitialize(payload.messages.first())) {
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
    if (const auto refused = refusedVersion(request)) {
        reply.send(*refused);
        return;
    }
    if (!acceptsEvents(request)) {
        reply.send(refusal(406, {},
            {code::badRequest, u"Not acceptable: GET opens a stream, so Accept must name text/event-stream"_s}));
        return;
    }
    const Exchange exchange(request, reply);
    if (const auto refused = refusedMode(exchange.mode)) {
        reply.send(*refused);
        return;
    }
    withSession(exchange, {}, [this, exchange](const Session &session) {
        const auto stream = exchange.reply.stream();
        if (exchange.lastEventId.isEmpty() || !m_streams.resume(session.id, exchange.lastEventId, stream))
            m_streams.open(session.id, SessionStreams::Kind::Listening, stream, allowsPriming(session.protocolVersion));
    });
}

void Endpoint::remove(const http::Request &request, const http::Reply &reply)
{
    if (const auto refused = refusedVersion(request)) {
        reply.send(*refused);
        return;
    }
    const Exchange exchange(request, reply);
    withSession(exchange, {}, [this, exchange](const Session &session) {
        m_sessions.end(exchange.caller, session.id, [this, exchange, id = session.id](const Result<bool> &ended) {
            if (!ended) {
                exchange.reply.fail(ended.error());
                return;
            }
            m_legacy.forget(id);
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

/// Or goes on with one that the same client has left: many start again without a
/// word, and would lose what belongs to their session.
void Endpoint::createSession(const Exchange &exchange, const Message &message)
{
    const auto wanted = LegacyEra::sessionFrom(message);
    if (const auto *wrong = std::get_if<RpcError>(&wanted)) {
        exchange.reply.send(refusal(400, message.id, *wrong));
        return;
    }
    const auto isFree = [this](const QString &id) { return !m_streams.isListening(id); };
    auto asked = std::get<Session>(wanted);
    if (!exchange.mode.isEmpty()) // one that does not exist is not forgotten: nothing can be done in it
        asked.mode = exchange.mode;
    m_sessions.resumeOrCreate(
        exchange.caller, asked, isFree, [this, exchange, id = message.id](const Result<Session> &session) {
            if (!session) {
                exchange.reply.fail(session.error());
                return;
            }
            m_legacy.forget(session->id); // a fresh handshake: what it had asked for is void
            const auto channel = makeChannel<SessionChannel>(exchange.reply, m_streams,
                SessionChannel::Form {.sessionId = session->id,
                    .asEvents = exchange.onlyEvents,
                    .isPrimed = allowsPriming(session->protocolVersion)},
                [id = session->id] {
                    return http::Headers {{"Mcp-Session-Id", id.toLatin1()}};
                });
            channel->answer(id, m_legacy.initializeResult(session->protocolVersion));
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
    if (const auto refused = refusedMode(session.mode.value_or(QString()), idOf(payload));
        refused && !exchange.caller.mode) {
        exchange.reply.send(*refused);
        return;
    }
    const auto &messages = payload.messages;
    const auto requests = std::count_if(
        messages.begin(), messages.end(), [](const Message &message) { return message.kind == MessageKind::Request; });
    if (requests == 0)
        exchange.reply.send(http::Response::empty(202));
    const bool isLong = std::any_of(messages.begin(), messages.end(), wantsProgress);
    const auto channel = makeChannel<SessionChannel>(exchange.reply, m_streams,
        SessionChannel::Form {.sessionId = session.id,
            .requests = requests,
            .isBatch = payload.isBatch,
            .mayStream = exchange.mayStream,
            .asEvents = requests > 0 && (exchange.onlyEvents || (isLong && exchange.mayStream)),
            .isPrimed = allowsPriming(session.protocolVersion)},
        [self = QPointer<Endpoint>(this), id = session.id] { return self ? self->succession(id) : http::Headers(); });
    m_legacy.carryOut(payload, session, exchange.caller, channel);
}

/// Tells a client that its session goes on under another id: many of them take it
/// from the header of any answer.
http::Headers Endpoint::succession(const QString &sessionId)
{
    const auto next = m_sessions.takeSuccessor(sessionId);
    if (!next)
        return {};
    m_legacy.rename(sessionId, *next);
    m_legacy.forget(sessionId);
    return {{"Mcp-Session-Id", next->toLatin1()}};
}

void Endpoint::listChanged(const QString &list)
{
    m_legacy.listChanged(list);
    m_modern.listeners().listChanged(list);
}

void Endpoint::endSubscriptions() { m_modern.listeners().endAll(); }

void Endpoint::keyEnded(const QString &keyId, const QStringList &sessionIds)
{
    for (const auto &id : sessionIds)
        sessionEnded(id);
    m_modern.listeners().endOf(keyId);
}

void Endpoint::sessionEnded(const QString &id)
{
    m_sessions.forget(id);
    succession(id);
    m_legacy.forget(id);
}

} // namespace hub::mcp
