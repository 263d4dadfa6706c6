// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/vettedsocket.h"

#include "core/base/log.h"

#include <cstring>

namespace hub::http {

VettedSocket::VettedSocket(const QTcpSocket &client, QObject *parent)
    : QTcpSocket(parent)
{
    setPeerAddress(client.peerAddress());
    setPeerPort(client.peerPort());
    setLocalAddress(client.localAddress());
    setLocalPort(client.localPort());
    setSocketState(ConnectedState);
    QIODevice::open(ReadWrite);
}

VettedSocket::~VettedSocket()
{
    setSocketState(UnconnectedState); // or ~QAbstractSocket would try to close what was never open
}

void VettedSocket::deliver(QByteArray head, QByteArray body)
{
    m_head = std::move(head);
    m_body = std::move(body);
    m_position = 0;
    Q_EMIT readyRead();
    m_head.clear();
    m_body.clear();
    m_position = 0;
}

void VettedSocket::hangUp()
{
    setSocketState(UnconnectedState);
    Q_EMIT disconnected();
}

qint64 VettedSocket::bytesAvailable() const
{
    return QTcpSocket::bytesAvailable() + m_head.size() + m_body.size() - m_position;
}

qint64 VettedSocket::readData(char *to, qint64 max)
{
    qint64 done = 0;
    while (done < max) {
        const bool isInHead = m_position < m_head.size();
        const auto from = isInHead ? QByteArrayView(m_head).sliced(m_position)
                                   : QByteArrayView(m_body).sliced(m_position - m_head.size());
        const auto step = std::min<qint64>(max - done, from.size());
        if (step == 0)
            break;
        std::memcpy(to + done, from.data(), size_t(step));
        done += step;
        m_position += step;
    }
    return done; // 0: nothing yet; -1 would mean that the client has gone
}

qint64 VettedSocket::writeData(const char *, qint64 size)
{
    qCWarning(lcServer, "something was answered through QHttpServer itself; Reply is the way");
    return size;
}

} // namespace hub::http
