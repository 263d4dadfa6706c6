// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/eventstream.h"
#include "server/mcp/protocol/eventstore.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>

namespace hub::mcp {

/// The event streams of all sessions: those that clients hold open with GET to hear
/// what nobody asked for, and those that answer a POST. Each has a name, which is the
/// first part of its event ids, and outlives a broken connection: the client comes
/// back with the last event id that it saw. A message goes to one stream only, as the
/// protocol demands. Server's thread.
class SessionStreams final : public QObject
{
public:
    using QObject::QObject;

    enum class Kind : quint8 {
        Listening, ///< for whatever the server wants to say
        Answering, ///< for the answer to one POST
    };

    /// Returns its name. Primed, it begins with an event that has an id and no data, so
    /// that the client can come back even when it has heard nothing yet.
    QByteArray open(const QString &sessionId, Kind kind, const http::EventStream &stream, bool isPrimed);
    /// Goes on after the event `lastEventId`; false when no stream of the session is
    /// known to have had it.
    bool resume(const QString &sessionId, const QByteArray &lastEventId, const http::EventStream &stream);
    void write(const QString &sessionId, const QByteArray &name, const QJsonObject &message);
    /// Nothing more will be written. What is missing can still be fetched.
    void finish(const QString &sessionId, const QByteArray &name);
    /// Ends the connection, not the stream.
    void interrupt(const QString &sessionId, const QByteArray &name);

    /// Writes to the newest listening stream of the session; false when it has none.
    bool send(const QString &sessionId, const QJsonObject &message);
    void endAll(const QString &sessionId);
    /// The same streams under another id.
    void rename(const QString &from, const QString &to);

    bool isListening(const QString &sessionId) const; ///< over a living connection
    QStringList listeningSessions() const;
    qsizetype count() const; ///< living connections of all sessions

private:
    struct Stream {
        QByteArray name;
        Kind kind = Kind::Listening;
        http::EventStream connection;
        quint64 sent = 0;
        bool isComplete = false;
    };

    Stream *find(const QString &sessionId, const QByteArray &name);
    void write(Stream &stream, const QJsonObject &message);
    void dropRested(const QString &sessionId);
    void dropDeserted();

    EventStore m_events;
    QHash<QString, QList<Stream>> m_streams; ///< by session, in the order they were opened
};

} // namespace hub::mcp
