// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "server/http/admission.h"
#include "server/http/policy.h"
#include "server/http/serializer.h"

#include <QSet>
#include <QTcpServer>
#include <QTimer>

namespace hub::http {

class Connection;
class VettedSocket;

/// The QTcpServer that is handed to QHttpServer::bind(), which thereby sees only
/// requests that are complete, well framed, within limits and admitted. Each client
/// belongs to a Connection; a complete request goes to QHttpServer through a
/// VettedSocket and comes back through dispatch(); replies go straight to the
/// client. Everything happens in one thread.
class Gate final : public QTcpServer
{
public:
    /// What all connections of a gate share.
    struct Shared {
        const Policy policy;
        const Admit admit;
        qint64 bodiesInFlight = 0; ///< bytes
        bool isStopping = false;
        CurrentDate date {};
    };

    Gate(const Policy &policy, Admit admit);
    ~Gate() override;

    /// See Server::start().
    Result<void> open(const QList<QHostAddress> &addresses, quint16 port);
    /// Accepts no more and ends what would not end by itself.
    void windDown();
    /// Nobody is being served: no call runs and every reply is on its way.
    bool isQuiet() const;
    /// A handler is on the stack.
    bool isDelivering() const { return m_depth > 0; }
    void closeAll();
    qsizetype connectionCount() const { return m_connections.size(); }

    /// From QHttpServer's handler. `responder` is kept until the exchange is over.
    void dispatch(const QByteArray &body, std::shared_ptr<void> responder);

    // For connections and listeners.
    Shared &shared() { return m_shared; }
    void take(qintptr descriptor);
    void forget(Connection *connection) { m_connections.remove(connection); }
    /// Hands a vetted request to QHttpServer; dispatch() runs inside this call.
    VettedSocket *deliver(Connection &from, const QTcpSocket &client, QByteArray head, QByteArray body);

protected:
    void incomingConnection(qintptr descriptor) override { take(descriptor); }

private:
    Result<void> openOnce(const QList<QHostAddress> &addresses, quint16 port);
    void closeListeners();
    void sweep();

    Shared m_shared;
    QSet<Connection *> m_connections;
    std::vector<std::unique_ptr<QTcpServer>> m_sideDoors; ///< listeners on further addresses
    Connection *m_delivering = nullptr;                   ///< whose request QHttpServer is parsing right now
    int m_depth = 0;
    QTimer m_sweep;
};

} // namespace hub::http
