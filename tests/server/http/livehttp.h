// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/server.h"

#include <QJsonDocument>
#include <QTcpSocket>
#include <QTest>

namespace hub::http::test {

/// A client that sends exactly the bytes it is told to. Shares the thread of the
/// server, so it waits by running the event loop.
class RawClient
{
public:
    explicit RawClient(quint16 port, const QHostAddress &address = QHostAddress::LocalHost)
    {
        m_socket.connectToHost(address, port);
        (void)QTest::qWaitFor(
            [this] { return isGone() || m_socket.state() == QAbstractSocket::ConnectedState; }, 10'000);
    }

    void send(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }

    /// Sends, then everything received so far once `end` is part of it.
    QByteArray ask(const QByteArray &bytes, const QByteArray &end)
    {
        send(bytes);
        return until(end);
    }

    QByteArray until(const QByteArray &end, int ms = 10'000)
    {
        (void)QTest::qWaitFor([&] { return received().contains(end); }, ms);
        return m_received;
    }

    /// All that the server says before it closes; an empty answer if it does not.
    QByteArray untilClosed(int ms = 10'000)
    {
        const bool isClosed = QTest::qWaitFor([&] { return received(), isGone(); }, ms);
        return isClosed ? received() : QByteArray();
    }

    bool isGone() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    void leave() { m_socket.abort(); }
    void readNoMore() { m_socket.setReadBufferSize(1024); }

    const QByteArray &received()
    {
        if (m_socket.readBufferSize() == 0)
            m_received += m_socket.readAll();
        return m_received;
    }

private:
    QTcpSocket m_socket;
    QByteArray m_received;
};

inline const auto host = QByteArray("Host: 127.0.0.1\r\n");
inline const auto key = QByteArray("Authorization: Bearer good\r\n");

inline QByteArray get(const QByteArray &path, const QByteArray &headers = {})
{
    return "GET " + path + " HTTP/1.1\r\n" + host + headers + "\r\n";
}

inline QByteArray post(const QByteArray &path, const QByteArray &body, const QByteArray &headers = {})
{
    return "POST " + path + " HTTP/1.1\r\n" + host + headers + "Content-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body;
}

/// The message of the JSON body at the end of an answer.
inline QString errorIn(const QByteArray &answer)
{
    const auto body = answer.mid(answer.indexOf("\r\n\r\n") + 4);
    return QJsonDocument::fromJson(body)[u"error"_s].toString();
}

/// Knows the token "good", which may read and write.
inline Result<Principal> authenticate(const Request &request)
{
    if (request.header("authorization") == "Bearer good") {
        Principal principal;
        principal.keyId = u"key-1"_s;
        return principal;
    }
    return Error {ErrorCode::Denied, u"A valid access key is needed"_s};
}

} // namespace hub::http::test
