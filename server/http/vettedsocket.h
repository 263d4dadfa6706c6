// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpSocket>

namespace hub::http {

/// What QHttpServer believes to be the client: a socket without a descriptor that
/// holds exactly one vetted request. QHttpServer can therefore meet neither bad
/// framing nor pipelining, and a client that leaves is no event to it. Lives for
/// one request, so nothing stays behind in QHttpServer on an idle connection.
class VettedSocket final : public QTcpSocket
{
public:
    VettedSocket(const QTcpSocket &client, QObject *parent);
    ~VettedSocket() override;

    /// QHttpServer parses and dispatches the request inside this call.
    void deliver(QByteArray head, QByteArray body);
    /// QHttpServer lets go of the request, its own state and this socket.
    void hangUp();

    qint64 bytesAvailable() const override;
    void disconnectFromHost() override { } ///< QHttpServer's wishes do not reach the client
    void close() override { }

protected:
    qint64 readData(char *to, qint64 max) override;
    qint64 writeData(const char *data, qint64 size) override;

private:
    QByteArray m_head;
    QByteArray m_body;
    qint64 m_position = 0; ///< in head and body, one after the other
};

} // namespace hub::http
