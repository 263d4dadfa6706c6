// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/replychannel.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

/// As 2026-07-28 has it: what no era knows is not found, what the client must declare
/// first is a bad request; any other error is an answer.
int statusOf(const Outcome &outcome)
{
    const auto *error = std::get_if<RpcError>(&outcome);
    if (!error)
        return 200;
    if (error->code == code::methodNotFound)
        return 404;
    const bool isBad = error->code == code::missingCapability || error->code == code::headerMismatch
        || error->code == code::unsupportedVersion;
    return isBad ? 400 : 200;
}

} // namespace

ReplyChannel::ReplyChannel(http::Reply reply)
    : m_reply(std::move(reply))
{ }

void ReplyChannel::send(const QJsonObject &message)
{
    if (m_isAnswered)
        return;
    if (!m_stream)
        m_stream = m_reply.stream();
    m_stream->send({.data = compact(message)});
}

void ReplyChannel::answer(const QJsonValue &id, const Outcome &outcome)
{
    if (std::exchange(m_isAnswered, true))
        return;
    const auto json = compact(responseMessage(id, outcome));
    if (!m_stream) {
        auto response = http::Response::json(json, statusOf(outcome));
        response.headers += m_extra;
        m_reply.send(response);
        return;
    }
    m_stream->send({.data = json});
    m_stream->end();
}

SessionChannel::SessionChannel(
    http::Reply reply, SessionStreams &streams, Form form, std::function<http::Headers()> headers)
    : m_reply(std::move(reply))
    , m_streams(&streams)
    , m_form(std::move(form))
    , m_headers(std::move(headers))
    , m_missing(m_form.requests)
{
    if (m_form.asEvents)
        openStream();
}

/// What has been answered already goes first.
bool SessionChannel::openStream()
{
    if (!m_streams || m_missing == 0 || !m_form.mayStream)
        return false;
    if (!m_stream.isEmpty())
        return true;
    m_stream = m_streams->open(
        m_form.sessionId, SessionStreams::Kind::Answering, m_reply.stream(m_headers()), m_form.isPrimed);
    for (const auto &message : std::as_const(m_answers))
        m_streams->write(m_form.sessionId, m_stream, message.toObject());
    m_answers = {};
    return true;
}

void SessionChannel::send(const QJsonObject &message)
{
    if (openStream())
        m_streams->write(m_form.sessionId, m_stream, message);
}

void SessionChannel::interrupt()
{
    if (m_form.isPrimed && openStream())
        m_streams->interrupt(m_form.sessionId, m_stream);
}

void SessionChannel::answer(const QJsonValue &id, const Outcome &outcome)
{
    if (m_missing == 0 || !m_streams)
        return;
    const auto message = responseMessage(id, outcome);
    --m_missing;
    if (!m_stream.isEmpty()) {
        m_streams->write(m_form.sessionId, m_stream, message);
        if (m_missing == 0) {
            m_streams->finish(m_form.sessionId, m_stream);
            m_headers();
        }
        return;
    }
    m_answers += message;
    if (m_missing > 0)
        return;
    const auto json = m_form.isBatch ? QJsonDocument(m_answers) : QJsonDocument(m_answers[0].toObject());
    auto response = http::Response::json(json.toJson(QJsonDocument::Compact));
    response.headers += m_headers() + m_extra;
    m_reply.send(response);
}

} // namespace hub::mcp
