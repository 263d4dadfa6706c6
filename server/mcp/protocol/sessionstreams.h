// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/eventstream.h"

#include <QHash>
#include <QJsonObject>
#include <QObject>

namespace hub::mcp {

/// The streams that clients hold open with GET to hear what nobody asked for. A
/// session may have several; a message goes to one of them only, as the protocol
/// demands. Server's thread.
class SessionStreams final : public QObject
{
public:
    using QObject::QObject;

    /// Primes the stream with an event id, so that the client can reconnect.
    void add(const QString &sessionId, const http::EventStream &stream);
    /// Sends to the newest stream of the session; false when it has none.
    bool send(const QString &sessionId, const QJsonObject &message);
    void endAll(const QString &sessionId);

    qsizetype count() const;

private:
    struct Open {
        QByteArray name; ///< first part of its event ids, unique in the session
        http::EventStream stream;
        quint64 sent = 0;
    };

    void drop(const QString &sessionId, const QByteArray &name);

    QHash<QString, QList<Open>> m_open;
};

} // namespace hub::mcp
