// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/gate.h"

#include "core/base/log.h"
#include "server/http/connection.h"
#include "server/http/vettedsocket.h"

#include <QHostAddress>

namespace hub::http {
namespace {

constexpr int backlog = 512;        // many agents may start at the same moment
constexpr int sparePlaces = 32;     // beyond the limit: so many get a 503 to read, more are cut off
constexpr int attemptsForPort = 10; // a port free on one address may be taken on another

/// A further address through which clients come in.
class SideDoor final : public QTcpServer
{
public:
    explicit SideDoor(Gate &gate)
        : m_gate(gate)
    { }

protected:
    void incomingConnection(qintptr descriptor) override { m_gate.take(descriptor); }

private:
    Gate &m_gate;
};

bool isFamilyMissing(const QTcpServer &listener)
{
    return listener.serverError() == QAbstractSocket::UnsupportedSocketOperationError
        || listener.serverError() == QAbstractSocket::SocketAddressNotAvailableError;
}

Error cannotListen(const QTcpServer &listener, const QHostAddress &address, quint16 port)
{
    if (listener.serverError() == QAbstractSocket::AddressInUseError)
        return {ErrorCode::Conflict, u"Port %1 on %2 is in use by another program"_s.arg(port).arg(address.toString())};
    return {ErrorCode::Internal,
        u"Cannot listen on %1 port %2: %3"_s.arg(address.toString()).arg(port).arg(listener.errorString())};
}

int sweepInterval(const Limits &limits)
{
    const int shortest
        = std::min({limits.headMs, limits.bodyMs, limits.idleMs, limits.stallMs, limits.heartbeatMs, limits.drainMs});
    return std::clamp(shortest / 4, 20, 1000);
}

} // namespace

Gate::Gate(const Policy &policy, Admit admit)
    : m_shared {.policy = policy, .admit = std::move(admit)}
    , m_sweep(this)
{
    setListenBacklogSize(backlog);
    m_sweep.setInterval(sweepInterval(policy.limits));
    m_sweep.callOnTimeout(this, &Gate::sweep);
    m_sweep.start();
}

Gate::~Gate() { closeAll(); }

Result<void> Gate::open(const QList<QHostAddress> &addresses, quint16 port)
{
    for (int attempt = 1;; ++attempt) {
        const auto opened = openOnce(addresses, port);
        if (opened)
            return {};
        closeListeners();
        if (port != 0 || opened.error().code != ErrorCode::Conflict || attempt == attemptsForPort)
            return opened.error();
    }
}

Result<void> Gate::openOnce(const QList<QHostAddress> &addresses, quint16 port)
{
    std::optional<Error> skipped;
    for (const auto &address : addresses) {
        if (isListening())
            m_sideDoors.push_back(std::make_unique<SideDoor>(*this));
        QTcpServer &listener = m_sideDoors.empty() ? *this : *m_sideDoors.back();
        listener.setListenBacklogSize(backlog);
        const quint16 wanted = isListening() ? serverPort() : port;
        if (listener.listen(address, wanted))
            continue;
        const auto error = cannotListen(listener, address, wanted);
        if (address != QHostAddress::LocalHostIPv6 || !isFamilyMissing(listener))
            return error;
        if (&listener != this)
            m_sideDoors.pop_back();
        skipped = error;
    }
    if (!isListening())
        return skipped.value_or(Error {ErrorCode::InvalidArgument, u"No address to listen on"_s});
    if (skipped)
        qCInfo(lcServer).noquote() << "IPv6 is left out:" << skipped->message;
    return {};
}

void Gate::closeListeners()
{
    close();
    m_sideDoors.clear();
}

void Gate::windDown()
{
    m_shared.isStopping = true;
    closeListeners();
    for (Connection *connection : QSet<Connection *>(m_connections))
        connection->windDown();
}

bool Gate::isQuiet() const
{
    return !isDelivering() && std::all_of(m_connections.begin(), m_connections.end(), [](const Connection *connection) {
        return connection->isQuiet();
    });
}

void Gate::closeAll()
{
    Q_ASSERT(!isDelivering());
    closeListeners();
    qDeleteAll(QSet<Connection *>(m_connections));
}

void Gate::sweep()
{
    const auto now = Connection::now();
    for (Connection *connection : QSet<Connection *>(m_connections))
        connection->tick(now);
}

void Gate::take(qintptr descriptor)
{
    auto *connection = new Connection(this, descriptor);
    m_connections.insert(connection);
    const auto places = m_shared.policy.limits.connections;
    if (m_connections.size() > places + sparePlaces)
        delete connection;
    else if (m_connections.size() > places)
        connection->refuse(Response::error(503, u"Too many connections are open at once"_s));
}

VettedSocket *Gate::deliver(Connection &from, const QTcpSocket &client, QByteArray head, QByteArray body)
{
    Connection *const outer = std::exchange(m_delivering, &from);
    ++m_depth;
    auto *socket = new VettedSocket(client, this);
    addPendingConnection(socket); // QHttpServer takes it inside this call
    socket->deliver(std::move(head), std::move(body));
    --m_depth;
    m_delivering = outer;
    return socket;
}

void Gate::dispatch(const QByteArray &body, std::shared_ptr<void> responder)
{
    if (Connection *connection = std::exchange(m_delivering, nullptr))
        connection->accept(body, std::move(responder));
}

} // namespace hub::http
