// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/legacyera.h"

#include "core/base/text.h"
#include "server/mcp/protocol/modes.h"
#include "server/mcp/protocol/version.h"

#include <QJsonDocument>
#include <QPointer>

namespace hub::mcp {
namespace {

constexpr int maxClientText = 200;
constexpr qsizetype maxCapabilities = 16 * 1024;
constexpr qsizetype mostRemembered = 4096; // sessions with a level, requests without an answer
constexpr auto unaskedLevel = LogLevel::Info;

RpcError invalidParams(const QString &what) { return {code::invalidParams, u"Invalid params: "_s + what}; }

} // namespace

/// Where a message belongs.
struct LegacyEra::Here {
    Session session;
    Principal caller;
    std::shared_ptr<Channel> channel;
};

LegacyEra::LegacyEra(const ServerInfo &info, Dispatcher &dispatcher, SessionCache &sessions, SessionStreams &streams,
    ResourceWatch &watch, QObject *parent)
    : QObject(parent)
    , m_info(info)
    , m_dispatcher(dispatcher)
    , m_sessions(sessions)
    , m_streams(streams)
    , m_watch(watch)
{ }

bool LegacyEra::isInitialize(const Message &message)
{
    return message.kind == MessageKind::Request && message.method == u"initialize";
}

std::variant<Session, RpcError> LegacyEra::sessionFrom(const Message &message)
{
    if (message.fault)
        return *message.fault;
    const auto capabilities = message.params.value(u"capabilities"_s).toObject();
    if (QJsonDocument(capabilities).toJson(QJsonDocument::Compact).size() > maxCapabilities)
        return invalidParams(u"capabilities are longer than %1 bytes"_s.arg(maxCapabilities));
    const auto client = message.params.value(u"clientInfo"_s).toObject();
    const auto mode = message.params.value(u"mode"_s);
    Session session;
    if (!mode.isUndefined() && !mode.isNull()) {
        session.mode = mode.isString() ? mode.toString() : u"?"_s;
        if (const auto wrong = unknownMode(*session.mode))
            return *wrong;
    }
    session.clientName = cutText(canonicalText(client.value(u"name"_s).toString()), maxClientText);
    session.clientVersion = cutText(canonicalText(client.value(u"version"_s).toString()), maxClientText);
    session.protocolVersion = negotiateLegacyVersion(message.params.value(u"protocolVersion"_s).toString());
    session.capabilities = capabilities;
    return session;
}

QJsonObject LegacyEra::initializeResult(const QString &protocolVersion) const
{
    const QJsonObject server {{u"name"_s, m_info.name}, {u"title"_s, m_info.title}, {u"version"_s, m_info.version}};
    QJsonObject result {{u"protocolVersion"_s, protocolVersion}, {u"serverInfo"_s, server},
        {u"capabilities"_s, capabilitiesOf(m_dispatcher.offers())}};
    if (!m_info.instructions.isEmpty())
        result.insert(u"instructions"_s, m_info.instructions);
    return result;
}

void LegacyEra::carryOut(
    const Payload &payload, const Session &session, const Principal &caller, const std::shared_ptr<Channel> &channel)
{
    Here here {session, caller, channel};
    here.caller.sessionId = session.id;
    if (!here.caller.mode && session.mode) // what a request says itself goes first
        here.caller.mode = enumFromString<Mode>(*session.mode);
    if (!session.clientName.isEmpty())
        here.caller.client = session.clientName;
    for (const auto &message : payload.messages) {
        switch (message.kind) {
        case MessageKind::Request: request(message, here); break;
        case MessageKind::Notification: notify(message, session.id); break;
        case MessageKind::Response: takeResponse(message, session.id); break;
        }
    }
}

void LegacyEra::request(const Message &message, const Here &here)
{
    const auto &method = message.method;
    const auto answer = [channel = here.channel, id = message.id](const Outcome &outcome) {
        const auto *result = std::get_if<QJsonObject>(&outcome);
        const bool isQuestion = result && result->value(u"resultType"_s).toString() == u"input_required";
        channel->answer(id,
            isQuestion ? Outcome(
                RpcError {code::invalidRequest, u"This needs protocol version %1"_s.arg(modernVersions().last())})
                       : outcome);
    };
    const bool isSubscription = method == u"resources/subscribe" || method == u"resources/unsubscribe";
    const bool isOurs = method == u"ping" || method == u"logging/setLevel" || isSubscription;
    if (!isOurs && !Dispatcher::knows(method))
        answer(RpcError {code::methodNotFound, u"Method not found: "_s + method});
    else if (message.fault)
        answer(*message.fault);
    else if (method == u"ping")
        answer(QJsonObject());
    else if (method == u"logging/setLevel")
        answer(setLevel(message, here.session.id));
    else if (isSubscription)
        subscribe(message, here);
    else
        m_dispatcher.request({.method = method,
                                 .params = message.params,
                                 .id = message.id,
                                 .scope = here.session.id,
                                 .caller = here.caller,
                                 .conversation = converse(message, here),
                                 .session = &m_sessions},
            answer);
}

void LegacyEra::notify(const Message &message, const QString &sessionId)
{
    if (message.method == u"notifications/cancelled")
        m_dispatcher.cancel(sessionId, message.params.value(u"requestId"_s));
}

void LegacyEra::takeResponse(const Message &message, const QString &sessionId)
{
    if (const auto answer = m_pending.take({sessionId, message.id.toString()}))
        answer(message.outcome);
}

Outcome LegacyEra::setLevel(const Message &message, const QString &sessionId)
{
    const auto level = enumFromString<LogLevel>(message.params.value(u"level"_s).toString());
    if (!level)
        return invalidParams(u"level must be one of debug, info, notice, warning, error, critical, alert, emergency"_s);
    if (m_levels.size() >= mostRemembered)
        m_levels.clear();
    m_levels.insert(sessionId, *level);
    return QJsonObject();
}

void LegacyEra::subscribe(const Message &message, const Here &here)
{
    const auto uri = message.params.value(u"uri"_s);
    const auto answer
        = [channel = here.channel, id = message.id](const Outcome &outcome) { channel->answer(id, outcome); };
    if (!uri.isString()) {
        answer(invalidParams(u"uri must be a string"_s));
        return;
    }
    if (message.method == u"resources/unsubscribe") {
        m_watch.unwatch(here.session.id, uri.toString());
        answer(QJsonObject());
        return;
    }
    const auto tell = [this](const QString &session, const QString &changed) {
        m_streams.send(session, notificationMessage(u"notifications/resources/updated"_s, {{u"uri"_s, changed}}));
    };
    m_watch.watch(here.session.id, uri.toString(), here.caller, tell, [answer, uri](bool isThere) {
        answer(isThere ? Outcome(QJsonObject())
                       : Outcome(RpcError {
                           code::resourceNotFound, u"Resource not found: "_s + uri.toString(), {{u"uri"_s, uri}}}));
    });
}

Conversation LegacyEra::converse(const Message &message, const Here &here)
{
    Terms terms {.progressToken = message.params.value(u"_meta"_s).toObject().value(u"progressToken"_s),
        .logLevel = m_levels.value(here.session.id, unaskedLevel),
        .capabilities = here.session.capabilities};
    Conversation::Ask way;
    if (here.channel->maySend()) {
        way = [self = QPointer<LegacyEra>(this), session = here.session.id, channel = std::weak_ptr(here.channel)](
                  const QString &method, const QJsonObject &params, const Answer &answer) {
            if (const auto open = channel.lock(); self && open)
                self->ask(session, open, method, params, answer);
        };
    }
    return {here.channel, std::move(terms), std::move(way)};
}

void LegacyEra::ask(const QString &sessionId, const std::shared_ptr<Channel> &channel, const QString &method,
    const QJsonObject &params, const Answer &answer)
{
    if (m_pending.size() >= mostRemembered) {
        answer(RpcError {code::internalError, u"Too many requests to clients are waiting"_s});
        return;
    }
    const QString id = u"server-%1"_s.arg(++m_asked);
    m_pending.insert({sessionId, id}, answer);
    channel->send({{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}});
}

void LegacyEra::forget(const QString &sessionId)
{
    m_levels.remove(sessionId);
    m_watch.unwatchAll(sessionId);
    m_streams.endAll(sessionId);
    m_pending.removeIf([&](const auto &pending) { return pending.key().first == sessionId; });
}

void LegacyEra::rename(const QString &from, const QString &to)
{
    if (m_levels.contains(from))
        m_levels.insert(to, m_levels.take(from));
    m_watch.rename(from, to);
}

void LegacyEra::listChanged(const QString &list)
{
    const auto sessions = m_streams.listeningSessions();
    for (const auto &session : sessions)
        m_streams.send(session, notificationMessage(u"notifications/%1/list_changed"_s.arg(list)));
}

} // namespace hub::mcp
