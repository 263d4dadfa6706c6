// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/server.h"

#include "server/http/connection.h"
#include "server/http/gate.h"

#include <QAbstractEventDispatcher>
#include <QHttpServer>
#include <QHttpServerRequest>
#include <QHttpServerResponder>

namespace hub::http {
namespace {

constexpr int stopPollMs = 10;

/// QHttpServer has no routes of its own, so its missing handler receives every
/// request.
void dispatchTo(QHttpServer &http, Gate *gate)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // It reads on only after the responder has been destroyed, and wants it destroyed
    // outside of its handler: so it is kept until the reply is complete.
    http.setMissingHandler(&http, [gate](const QHttpServerRequest &request, QHttpServerResponder &responder) {
        gate->dispatch(request.body(), std::make_shared<QHttpServerResponder>(std::move(responder)));
    });
#else
    // 6.4 waits for nothing; a responder kept beyond the handler would dangle.
    http.setMissingHandler([gate](const QHttpServerRequest &request, QHttpServerResponder &&) {
        gate->dispatch(request.body(), nullptr);
    });
#endif
}

} // namespace

Server::Server(Policy policy, Router router)
    : m_policy(std::move(policy))
    , m_router(std::move(router))
{
    m_stopping.setInterval(stopPollMs);
    m_stopping.callOnTimeout(&m_stopping, [this] {
        const bool isLate = Connection::now() >= m_stopDeadline;
        if (!m_gate || m_gate->isQuiet() || (isLate && !m_gate->isDelivering()))
            finishStop();
    });
}

Server::~Server()
{
    if (m_gate)
        m_gate->closeAll(); // while QHttpServer is still whole
}

Result<void> Server::start(const QList<QHostAddress> &addresses, quint16 port)
{
    Q_ASSERT(!isRunning());
    auto gate = std::make_unique<Gate>(m_policy, [this](Request &request) { return m_router.admit(request); });
    HUB_CHECK(gate->open(addresses, port));
    m_http = std::make_unique<QHttpServer>();
    m_gate = gate.release();
    dispatchTo(*m_http, m_gate);
    m_http->bind(m_gate); // takes ownership
    return {};
}

void Server::stop(int graceMs, std::function<void()> done)
{
    const auto deadline = Connection::now() + graceMs;
    const bool isStopping = m_stopping.isActive();
    m_stopDeadline = isStopping ? std::min(m_stopDeadline, deadline) : deadline;
    if (done)
        m_stopped.push_back(std::move(done));
    if (isStopping)
        return;
    if (isRunning())
        m_gate->windDown();
    m_stopping.start();
}

void Server::finishStop()
{
    m_stopping.stop();
    if (m_gate)
        m_gate->closeAll(); // while QHttpServer is still whole
    m_gate = nullptr;
    m_http.reset();
    for (auto &done : std::exchange(m_stopped, {})) // from the event loop, so that it may destroy the server
        QMetaObject::invokeMethod(QAbstractEventDispatcher::instance(), std::move(done), Qt::QueuedConnection);
}

quint16 Server::port() const { return m_gate ? m_gate->serverPort() : 0; }

qsizetype Server::connectionCount() const { return m_gate ? m_gate->connectionCount() : 0; }

} // namespace hub::http
