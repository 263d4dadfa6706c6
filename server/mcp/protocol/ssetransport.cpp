// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/ssetransport.h"

#include "core/base/ids.h"
#include "server/http/errormap.h"
#include "server/mcp/protocol/modes.h"

#include <QPointer>

namespace hub::mcp {
namespace {

constexpr qint64 bodyLimit = 8 * 1024 * 1024; // as of /mcp
constexpr auto firstVersion = "2024-11-05"_L1;

} // namespace

/// Everything goes over the one stream.
class SseTransport::StreamChannel final : public Channel
{
public:
    StreamChannel(SseTransport &transport, QByteArray token)
        : m_transport(&transport)
        , m_token(std::move(token))
    { }

    void send(const QJsonObject &message) override
    {
        if (!m_transport || !m_transport->m_open.contains(m_token))
            return;
        const auto &open = std::as_const(m_transport->m_open)[m_token];
        m_transport->m_streams.write(open.session.id, open.stream, message);
    }
    void answer(const QJsonValue &id, const Outcome &outcome) override
    {
        if (m_transport)
            m_transport->answer(m_token, id, outcome);
    }

private:
    const QPointer<SseTransport> m_transport;
    const QByteArray m_token;
};

SseTransport::SseTransport(
    LegacyEra &era, SessionCache &sessions, SessionStreams &streams, http::Gatekeeper gatekeeper, QObject *parent)
    : QObject(parent)
    , m_era(era)
    , m_sessions(sessions)
    , m_streams(streams)
    , m_gatekeeper(std::move(gatekeeper))
{ }

void SseTransport::addRoutes(http::Router &router)
{
    router.add({.method = "GET",
        .path = "/sse",
        .access = http::anyKey,
        .handler
        = http::Handler([this](const http::Request &request, const http::Reply &reply) { open(request, reply); })});
    router.add({.method = "POST",
        .path = "/message",
        .access = http::openToAll, // the token in the address is the proof
        .body = http::BodyKind::Json,
        .bodyLimit = bodyLimit,
        .countsItself = true,
        .handler
        = http::Handler([this](const http::Request &request, const http::Reply &reply) { post(request, reply); })});
}

void SseTransport::open(const http::Request &request, const http::Reply &reply)
{
    if (request.method == "HEAD") {
        reply.send(http::Response::empty(405).with("Allow", "GET, OPTIONS"));
        return;
    }
    if (const auto wrong = unknownMode(modeHeaderOf(request))) {
        reply.send(http::Response::json(responseMessage({}, *wrong), 400));
        return;
    }
    Session session;
    session.protocolVersion = firstVersion;
    session.transport = u"sse"_s;
    m_sessions.create(
        request.principal.value_or(Principal {}), session, [this, request, reply](const Result<Session> &created) {
            if (created)
                start(request, reply, *created);
            else
                reply.fail(created.error());
        });
}

void SseTransport::start(const http::Request &request, const http::Reply &reply, const Session &session)
{
    const auto token = randomBytes(24).toHex();
    const auto stream = reply.stream();
    stream.send({.data = "/message?sessionId=" + token, .type = "endpoint"});
    const auto name = m_streams.open(session.id, SessionStreams::Kind::Listening, stream, false);
    m_open.insert(token, {.opening = request, .session = session, .stream = name});
    stream.onClosed([self = QPointer<SseTransport>(this), token] {
        if (self)
            self->drop(token);
    });
}

void SseTransport::drop(const QByteArray &token)
{
    if (!m_open.contains(token))
        return;
    const auto gone = m_open.take(token);
    m_era.forget(gone.session.id);
    m_sessions.end(gone.opening.principal.value_or(Principal {}), gone.session.id, [](const Result<bool> &) {});
}

void SseTransport::post(const http::Request &request, const http::Reply &reply)
{
    const auto token = request.queryItem(u"sessionId"_s).value_or(QString()).toLatin1();
    const auto open = m_open.constFind(token);
    const auto caller = open == m_open.cend() ? Result<Principal>(Error {ErrorCode::NotFound, {}})
                                              : m_gatekeeper.authenticate(open->opening);
    if (m_gatekeeper.throttle) {
        if (const auto refusal = m_gatekeeper.throttle(request, caller ? &*caller : nullptr)) {
            reply.send(*refusal);
            return;
        }
    }
    const bool isOther = caller && request.principal && request.principal->keyId != caller->keyId;
    if (!caller || isOther) {
        reply.send(http::Response::error(404, u"There is no open stream with this address; open /sse again"_s));
        return;
    }
    const auto parsed = parsePayload(request.body);
    if (const auto *error = std::get_if<RpcError>(&parsed)) {
        reply.send(http::Response::json(responseMessage({}, *error), 400));
        return;
    }
    const auto &payload = std::get<Payload>(parsed);
    m_sessions.find(
        *caller, open->session.id, [this, token, payload, caller, reply](const Result<std::optional<Session>> &found) {
            if (!found) {
                reply.fail(found.error());
                return;
            }
            if (!*found || !m_open.contains(token)) { // ended by somebody else
                reply.send(http::Response::error(404, u"This session has ended; open /sse again"_s));
                drop(token);
                return;
            }
            reply.send(http::Response::text("Accepted", 202));
            if (!payload.isBatch && LegacyEra::isInitialize(payload.messages.first()))
                initialize(token, payload.messages.first(), *caller);
            else
                carryOut(token, payload, *caller);
        });
}

void SseTransport::initialize(const QByteArray &token, const Message &message, const Principal &caller)
{
    const auto wanted = LegacyEra::sessionFrom(message);
    if (const auto *wrong = std::get_if<RpcError>(&wanted)) {
        answer(token, message.id, *wrong);
        return;
    }
    auto &session = m_open[token].session;
    auto renewed = std::get<Session>(wanted);
    if (caller.mode)
        renewed.mode = toString(*caller.mode);
    renewed.id = session.id;
    renewed.keyId = session.keyId;
    renewed.transport = session.transport;
    renewed.createdAt = session.createdAt;
    renewed.lastUsedAt = session.lastUsedAt;
    session = renewed;
    m_sessions.renew(caller, renewed, [this, token, id = message.id, renewed](const Result<bool> &isAlive) {
        if (isAlive && *isAlive)
            answer(token, id, m_era.initializeResult(renewed.protocolVersion));
        else
            answer(token, id, RpcError {code::sessionNotFound, u"Session not found: open /sse again"_s});
    });
}

void SseTransport::carryOut(const QByteArray &token, const Payload &payload, const Principal &caller)
{
    m_era.carryOut(payload, m_open[token].session, caller, makeChannel<StreamChannel>(*this, token));
}

void SseTransport::answer(const QByteArray &token, const QJsonValue &id, const Outcome &outcome)
{
    const auto open = m_open.find(token);
    if (open == m_open.end())
        return;
    if (const auto next = m_sessions.takeSuccessor(open->session.id)) { // the stream goes on with the new session
        m_era.rename(open->session.id, *next);
        m_streams.rename(open->session.id, *next);
        open->session.id = *next;
    }
    m_streams.write(open->session.id, open->stream, responseMessage(id, outcome));
}

} // namespace hub::mcp
