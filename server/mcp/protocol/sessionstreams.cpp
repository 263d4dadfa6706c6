// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/sessionstreams.h"

#include "core/base/ids.h"

#include <QJsonDocument>

#include <algorithm>

namespace hub::mcp {
namespace {

constexpr int reconnectMs = 2000;
constexpr qsizetype mostRested = 16; // streams of one session that no connection has
constexpr qsizetype sweepAbove = 4096;

QByteArray eventId(const QByteArray &stream, quint64 number) { return stream + '-' + QByteArray::number(number); }

void prime(const http::EventStream &stream, const QByteArray &id)
{
    stream.send({.data = {}, .id = id, .retryMs = reconnectMs});
}

} // namespace

QByteArray SessionStreams::open(const QString &sessionId, Kind kind, const http::EventStream &stream, bool isPrimed)
{
    if (m_streams.size() >= sweepAbove)
        dropDeserted();
    const auto name = randomBytes(6).toHex();
    if (isPrimed)
        prime(stream, eventId(name, 0));
    else if (kind == Kind::Listening)
        stream.retryAfter(reconnectMs);
    m_streams[sessionId].append({.name = name, .kind = kind, .connection = stream});
    dropRested(sessionId);
    return name;
}

bool SessionStreams::resume(
    const QString &sessionId, const QByteArray &lastEventId, const http::EventStream &connection)
{
    const auto dash = lastEventId.lastIndexOf('-');
    auto *stream = dash > 0 ? find(sessionId, lastEventId.first(dash)) : nullptr;
    bool isNumber = false;
    const auto seen = lastEventId.sliced(dash + 1).toULongLong(&isNumber);
    if (!stream || !isNumber || seen > stream->sent)
        return false;
    stream->connection.end(); // a client that comes back no longer reads the old connection
    prime(connection, lastEventId);
    for (const auto &event : m_events.after(stream->name, seen))
        connection.send({.data = event.data, .id = eventId(stream->name, event.number)});
    if (stream->isComplete)
        connection.end();
    else
        stream->connection = connection;
    return true;
}

void SessionStreams::write(const QString &sessionId, const QByteArray &name, const QJsonObject &message)
{
    if (auto *stream = find(sessionId, name))
        write(*stream, message);
}

void SessionStreams::write(Stream &stream, const QJsonObject &message)
{
    const auto data = QJsonDocument(message).toJson(QJsonDocument::Compact);
    m_events.keep(stream.name, ++stream.sent, data);
    stream.connection.send({.data = data, .id = eventId(stream.name, stream.sent)});
}

void SessionStreams::finish(const QString &sessionId, const QByteArray &name)
{
    auto *stream = find(sessionId, name);
    if (!stream)
        return;
    stream->isComplete = true;
    std::exchange(stream->connection, {}).end();
    dropRested(sessionId);
}

void SessionStreams::interrupt(const QString &sessionId, const QByteArray &name)
{
    if (auto *stream = find(sessionId, name))
        std::exchange(stream->connection, {}).end();
}

bool SessionStreams::send(const QString &sessionId, const QJsonObject &message)
{
    const auto streams = m_streams.find(sessionId);
    if (streams == m_streams.end())
        return false;
    Stream *chosen = nullptr; // the newest, of those with a connection if there are any
    for (auto &stream : *streams) {
        const bool isBetter = !chosen || chosen->connection.isClosed() || !stream.connection.isClosed();
        if (stream.kind == Kind::Listening && isBetter)
            chosen = &stream;
    }
    if (chosen)
        write(*chosen, message);
    return chosen != nullptr;
}

void SessionStreams::endAll(const QString &sessionId)
{
    const auto streams = m_streams.take(sessionId);
    for (const auto &stream : streams) {
        stream.connection.end();
        m_events.forget(stream.name);
    }
}

void SessionStreams::rename(const QString &from, const QString &to)
{
    if (m_streams.contains(from))
        m_streams.insert(to, m_streams.take(from));
}

bool SessionStreams::isListening(const QString &sessionId) const
{
    const auto streams = m_streams.value(sessionId);
    return std::any_of(streams.begin(), streams.end(),
        [](const Stream &stream) { return stream.kind == Kind::Listening && !stream.connection.isClosed(); });
}

QStringList SessionStreams::listeningSessions() const
{
    QStringList sessions;
    for (auto it = m_streams.cbegin(); it != m_streams.cend(); ++it) {
        if (isListening(it.key()))
            sessions += it.key();
    }
    return sessions;
}

qsizetype SessionStreams::count() const
{
    qsizetype count = 0;
    for (const auto &streams : m_streams)
        count += std::count_if(
            streams.begin(), streams.end(), [](const Stream &stream) { return !stream.connection.isClosed(); });
    return count;
}

SessionStreams::Stream *SessionStreams::find(const QString &sessionId, const QByteArray &name)
{
    const auto streams = m_streams.find(sessionId);
    if (streams == m_streams.end())
        return nullptr;
    const auto found
        = std::find_if(streams->begin(), streams->end(), [&](const Stream &stream) { return stream.name == name; });
    return found == streams->end() ? nullptr : &*found;
}

/// Streams that no connection has wait for their client, but not all of them for ever.
void SessionStreams::dropRested(const QString &sessionId)
{
    const auto streams = m_streams.find(sessionId);
    auto rested = std::count_if(
        streams->begin(), streams->end(), [](const Stream &stream) { return stream.connection.isClosed(); });
    streams->removeIf([&](const Stream &stream) {
        if (rested <= mostRested || !stream.connection.isClosed())
            return false;
        --rested;
        m_events.forget(stream.name);
        return true;
    });
}

/// Sessions that end without a word leave their streams behind.
void SessionStreams::dropDeserted()
{
    const auto sessions = m_streams.keys();
    for (const auto &session : sessions) {
        const auto &streams = std::as_const(m_streams)[session];
        if (std::all_of(
                streams.begin(), streams.end(), [](const Stream &stream) { return stream.connection.isClosed(); }))
            endAll(session);
    }
}

} // namespace hub::mcp
