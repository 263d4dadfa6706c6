// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/bridge.h"

#include "app/cli/stdio/oncebody.h"
#include "app/cli/stdio/repeatable.h"
#include "app/cli/terminal.h"

#include <QJsonDocument>
#include <QNetworkProxy>

namespace hub::stdio {
namespace {

constexpr int lookAgainMs = 150;
constexpr int lookRarelyMs = 5'000; // for a stream that nobody waits for
constexpr int patienceMs = 20'000;  // for a hub that starts
constexpr int lastWordsMs = 5'000;
constexpr int mostTries = 4;
const QString unknownOutcome
    = u"The hub went away in the middle of this call, so it may have been carried out or not; look before you call again"_s;
const QString versionKey = u"io.modelcontextprotocol/protocolVersion"_s;

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

QJsonObject errorMessage(const QJsonValue &id, int code, const QString &message)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id.isUndefined() ? QJsonValue() : id},
        {u"error"_s, QJsonObject {{u"code"_s, code}, {u"message"_s, message}}}};
}

/// Visible ASCII as it is, everything else in the form that 2026-07-28 defines.
QByteArray headerValue(const QString &text)
{
    const auto bytes = text.toUtf8();
    const bool isPlain = bytes.trimmed() == bytes && !bytes.startsWith("=?base64?")
        && std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
    return isPlain ? bytes : "=?base64?" + bytes.toBase64() + "?=";
}

/// The stream that an event id belongs to.
QByteArray streamOf(const QByteArray &eventId)
{
    return eventId.first(std::max<qsizetype>(eventId.lastIndexOf('-'), 0));
}

} // namespace

struct Bridge::Sent {
    enum class Kind : quint8 { Message, Greeting, Repeated, Stream };

    Kind kind = Kind::Message;
    QJsonObject message; ///< empty for a batch
    QByteArray body;
    int tries = 0;
    qint64 waitedMs = 0;
    bool isAcknowledged = false; ///< a subscription that has told what it hears
    bool isAnswered = false;
    bool isHubThere = false; ///< it was asked just now
    EventReader events {};
    QByteArray lastEventId {};
    QByteArray hubStart {}; ///< which start of the hub it was last sent to
    int retryMs = 1000;
    QNetworkReply *reply = nullptr;

    QString method() const { return message.value(u"method"_s).toString(); }
    QJsonValue id() const { return message.value(u"id"_s); }
    bool isRequest() const { return message.isEmpty() || (message.contains(u"method"_s) && message.contains(u"id"_s)); }
    QString version() const { return message.value(u"params"_s)[u"_meta"_s][versionKey].toString(); }
    bool isModern() const { return !version().isEmpty(); }
    bool isEndless() const { return kind == Kind::Stream || method() == u"subscriptions/listen"; }
};

Bridge::Bridge(HubFinder finder, Ends ends)
    : m_finder(std::move(finder))
    , m_ends(std::move(ends))
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    if (!m_finder.find())
        m_finder.start(); // while the client is still making up its mind
}

void Bridge::receive(const QByteArray &line)
{
    QJsonParseError mistake;
    const auto document = QJsonDocument::fromJson(line, &mistake);
    if (mistake.error != QJsonParseError::NoError) {
        m_ends.write(compact(errorMessage({}, -32700, u"Parse error: "_s + mistake.errorString())));
        return;
    }
    take(document.object(), line);
}

void Bridge::take(const QJsonObject &message, const QByteArray &body)
{
    const auto sent = std::make_shared<Sent>();
    sent->message = message;
    sent->body = body;
    if (sent->method() == u"notifications/cancelled")
        cancel(message);
    if (sent->method() == u"initialize" && !sent->isModern()) {
        sent->kind = Sent::Kind::Greeting;
        m_greeting = body;
        m_session.clear();
        m_isGreeting = true;
        send(sent);
        return;
    }
    if (sent->method() == u"notifications/initialized")
        listen();
    if (m_isGreeting && !sent->isModern())
        m_held += sent;
    else
        send(sent);
}

/// Over HTTP a modern client cancels by hanging up.
void Bridge::cancel(const QJsonObject &message)
{
    const auto id = message.value(u"params"_s)[u"requestId"_s];
    const auto running = m_running;
    for (const auto &sent : running) {
        if (!sent->isModern() || sent->id() != id)
            continue;
        sent->isAnswered = true;
        if (sent->reply)
            sent->reply->abort();
        else
            done(sent);
    }
}

void Bridge::send(const std::shared_ptr<Sent> &sent)
{
    if (!m_running.contains(sent))
        m_running += sent;
    ++sent->tries;
    sent->waitedMs = 0;
    if (const auto hub = m_finder.find())
        post(sent, *hub);
    else
        waitForHub(sent);
}

/// A hub that was started anew has no events of its former self.
bool Bridge::isForgotten(const Sent &sent, const HubAddress &hub)
{
    return sent.kind != Sent::Kind::Stream && !sent.lastEventId.isEmpty() && sent.hubStart != hub.start;
}

/// Nobody answers, or a hub that was killed has left its address behind.
void Bridge::waitForHub(const std::shared_ptr<Sent> &sent)
{
    const bool isOver = m_hasEnded && sent->isEndless();
    if (!isOver)
        m_finder.start();
    if (isOver || (sent->waitedMs >= patienceMs && !sent->isEndless())) {
        fail(sent, u"No hub is running; start Anchorhold and try again"_s);
        return;
    }
    const int pause = sent->waitedMs < patienceMs ? lookAgainMs : lookRarelyMs;
    sent->waitedMs += pause;
    QTimer::singleShot(pause, this, [this, sent] {
        if (sent->isAnswered)
            return done(sent);
        const auto hub = m_finder.find();
        hub ? post(sent, *hub) : waitForHub(sent);
    });
}

QNetworkRequest Bridge::request(const HubAddress &hub, const Sent &sent) const
{
    QNetworkRequest request {QUrl(hub.url)};
    request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    request.setRawHeader("Accept", "application/json, text/event-stream");
    if (!hub.key.isEmpty())
        request.setRawHeader("Authorization", "Bearer " + hub.key);
    if (sent.isModern()) {
        const auto params = sent.message.value(u"params"_s);
        const auto name = sent.method() == u"resources/read" ? params[u"uri"_s] : params[u"name"_s];
        request.setRawHeader("MCP-Protocol-Version", sent.version().toUtf8());
        request.setRawHeader("Mcp-Method", sent.method().toUtf8());
        if (name.isString())
            request.setRawHeader("Mcp-Name", headerValue(name.toString()));
        return request;
    }
    if (!m_session.isEmpty())
        request.setRawHeader("Mcp-Session-Id", m_session);
    if (!m_version.isEmpty() && sent.kind != Sent::Kind::Greeting && sent.kind != Sent::Kind::Repeated)
        request.setRawHeader("MCP-Protocol-Version", m_version);
    return request;
}

void Bridge::post(const std::shared_ptr<Sent> &sent, const HubAddress &hub)
{
    if (isForgotten(*sent, hub)) {
        sent->lastEventId.clear();
        if (!mayRepeat(sent->body))
            return fail(sent, unknownOutcome);
    }
    sent->hubStart = hub.start;
    const bool isKnown = std::exchange(sent->isHubThere, false);
    if (!isKnown && sent->lastEventId.isEmpty() && !mayRepeat(sent->body))
        return knock(sent, hub);
    auto with = request(hub, *sent);
    const bool isReading = sent->kind == Sent::Kind::Stream || !sent->lastEventId.isEmpty();
    if (!sent->lastEventId.isEmpty())
        with.setRawHeader("Last-Event-ID", sent->lastEventId);
    if (isReading)
        with.setRawHeader("Accept", "text/event-stream");
    sent->events = {};
    if (isReading) {
        sent->reply = m_network.get(with);
    } else {
        auto *body = new OnceBody(sent->body, this);
        sent->reply = m_network.post(with, body);
        connect(sent->reply, &QObject::destroyed, body, &QObject::deleteLater);
    }
    connect(sent->reply, &QNetworkReply::readyRead, this, [this, sent, reply = sent->reply] { onData(sent, reply); });
    connect(sent->reply, &QNetworkReply::finished, this, [this, sent, reply = sent->reply] {
        reply->deleteLater();
        onFinished(sent, reply);
    });
}

/// Before a call that must not be sent twice: a hub that has just died, or a connection
/// that it has left behind, shows by a question that may be asked again.
void Bridge::knock(const std::shared_ptr<Sent> &sent, const HubAddress &hub)
{
    QUrl door(hub.url);
    door.setPath(u"/health"_s);
    auto *reply = m_network.get(QNetworkRequest(door));
    connect(reply, &QNetworkReply::finished, this, [this, sent, reply] {
        reply->deleteLater();
        sent->isHubThere = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() != 0;
        const auto found = m_finder.find();
        if (sent->isAnswered) // taken back meanwhile
            done(sent);
        else if (sent->isHubThere && found)
            post(sent, *found);
        else
            waitForHub(sent);
    });
}

void Bridge::onData(const std::shared_ptr<Sent> &sent, QNetworkReply *reply)
{
    if (!reply->header(QNetworkRequest::ContentTypeHeader).toString().startsWith(u"text/event-stream"))
        return;
    const auto events = sent->events.feed(reply->readAll());
    for (const auto &event : events) {
        const bool isOther = !sent->lastEventId.isEmpty() && streamOf(event.id) != streamOf(sent->lastEventId);
        if (!event.id.isEmpty() && isOther && sent->kind != Sent::Kind::Stream) {
            sent->lastEventId.clear(); // the hub has forgotten the stream that was to bring the answer
            return reply->abort();
        }
        if (!event.id.isEmpty() && !sent->isModern())
            sent->lastEventId = event.id;
        sent->retryMs = event.retryMs.value_or(sent->retryMs);
        if (!event.data.isEmpty())
            deliver(sent, event.data);
    }
}

void Bridge::deliver(const std::shared_ptr<Sent> &sent, const QByteArray &message)
{
    const auto json = QJsonDocument::fromJson(message).object();
    const bool isResponse = !json.contains(u"method"_s);
    if (isResponse && json.value(u"id"_s) == sent->id())
        sent->isAnswered = true;
    if (sent->kind == Sent::Kind::Greeting || sent->kind == Sent::Kind::Repeated)
        greeted(sent, json);
    if (sent->kind == Sent::Kind::Repeated)
        return; // of ours, not of the client's
    if (json.value(u"method"_s).toString() == u"notifications/subscriptions/acknowledged"
        && std::exchange(sent->isAcknowledged, true))
        return; // told once already, before the connection broke
    m_ends.write(message);
}

void Bridge::onFinished(const std::shared_ptr<Sent> &sent, QNetworkReply *reply)
{
    sent->reply = nullptr;
    const auto status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (reply->hasRawHeader("Mcp-Session-Id"))
        m_session = reply->rawHeader("Mcp-Session-Id");
    if (sent->isAnswered) {
        done(sent);
        return;
    }
    const bool isStream = reply->header(QNetworkRequest::ContentTypeHeader).toString().startsWith(u"text/event-stream");
    if (reply->error() == QNetworkReply::ConnectionRefusedError)
        waitForHub(sent);
    else if (status == 0 || (isStream && status == 200)) // the hub has gone, or hung up before the answer
        goOnReading(sent);
    else
        onStatus(sent, status, reply->readAll());
}

/// The connection broke: the rest is fetched, or everything asked for again if that can
/// do no harm. What may have been done is not done twice.
void Bridge::goOnReading(const std::shared_ptr<Sent> &sent)
{
    if (m_hasEnded && sent->isEndless())
        return done(sent);
    if (sent->tries >= mostTries && !sent->isEndless())
        return fail(sent, u"The hub went away before it answered"_s);
    if (sent->lastEventId.isEmpty() && !sent->isEndless() && !mayRepeat(sent->body))
        return fail(sent, unknownOutcome);
    QTimer::singleShot(std::min(sent->retryMs, 1000), this, [this, sent] { send(sent); });
}

void Bridge::onStatus(const std::shared_ptr<Sent> &sent, int status, const QByteArray &body)
{
    if (status == 404 && !sent->isModern() && !m_greeting.isEmpty() && sent->kind != Sent::Kind::Repeated
        && (sent->isEndless() || sent->tries < mostTries)) {
        greetAgain(sent);
        return;
    }
    if (sent->kind == Sent::Kind::Stream) {
        m_isListening = false; // a hub without streams
        return done(sent);
    }
    if (status == 202 || !sent->isRequest())
        return done(sent);
    const auto document = QJsonDocument::fromJson(body);
    const auto json = document.object();
    if (document.isArray() || (json.contains(u"jsonrpc"_s) && json.value(u"id"_s) == sent->id())) {
        deliver(sent, document.toJson(QJsonDocument::Compact));
        return done(sent);
    }
    const auto told = json.value(u"error"_s);
    const auto why = told.isString() ? told.toString() : told[u"message"_s].toString();
    fail(sent, u"The hub refused (HTTP %1): %2"_s.arg(status).arg(why));
}

/// The hub does not know the session any more: a new one, as the client had wanted it,
/// then what it refused.
void Bridge::greetAgain(const std::shared_ptr<Sent> &sent)
{
    sent->lastEventId.clear();
    m_held += sent;
    m_running.removeOne(sent);
    if (std::exchange(m_isGreeting, true))
        return;
    m_session.clear();
    const auto greeting = std::make_shared<Sent>();
    greeting->kind = Sent::Kind::Repeated;
    greeting->body = m_greeting;
    greeting->message = QJsonDocument::fromJson(m_greeting).object();
    send(greeting);
}

void Bridge::greeted(const std::shared_ptr<Sent> &sent, const QJsonObject &answer)
{
    m_version = answer.value(u"result"_s)[u"protocolVersion"_s].toString().toUtf8();
    // The session's id came with the headers of this answer.
    if (sent->reply && sent->reply->hasRawHeader("Mcp-Session-Id"))
        m_session = sent->reply->rawHeader("Mcp-Session-Id");
    m_isGreeting = false;
    const auto held = std::exchange(m_held, {});
    for (const auto &one : held)
        send(one);
}

void Bridge::listen()
{
    if (std::exchange(m_isListening, true))
        return;
    const auto stream = std::make_shared<Sent>();
    stream->kind = Sent::Kind::Stream;
    if (m_isGreeting)
        m_held += stream;
    else
        send(stream);
}

void Bridge::fail(const std::shared_ptr<Sent> &sent, const QString &why)
{
    terminal::printError(u"stdio"_s, why);
    sent->isAnswered = true;
    if (sent->kind == Sent::Kind::Greeting || sent->kind == Sent::Kind::Repeated) {
        m_isGreeting = false;
        const auto held = std::exchange(m_held, {});
        for (const auto &one : held)
            fail(one, why);
    }
    if (sent->isRequest() && sent->kind != Sent::Kind::Repeated && sent->kind != Sent::Kind::Stream)
        m_ends.write(compact(errorMessage(sent->id(), -32603, why)));
    done(sent);
}

void Bridge::done(const std::shared_ptr<Sent> &sent)
{
    m_running.removeOne(sent);
    finishIfQuiet();
}

void Bridge::endInput()
{
    m_hasEnded = true;
    QTimer::singleShot(lastWordsMs, this, [this] { m_ends.finished(); });
    finishIfQuiet();
}

void Bridge::finishIfQuiet()
{
    const bool isQuiet = m_held.isEmpty()
        && std::all_of(m_running.begin(), m_running.end(), [](const auto &sent) { return sent->isEndless(); });
    if (!m_hasEnded || !isQuiet)
        return;
    const auto hub = m_finder.find();
    if (m_session.isEmpty() || !hub) {
        m_ends.finished();
        return;
    }
    auto *reply = m_network.deleteResource(request(*hub, {}));
    m_session.clear();
    connect(reply, &QNetworkReply::finished, this, [this] { m_ends.finished(); });
}

} // namespace hub::stdio
