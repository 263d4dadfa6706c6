// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "server/http/policy.h"
#include "server/http/router.h"

#include <QHostAddress>
#include <QTimer>

class QHttpServer;

namespace hub::http {

class Gate;

/// QHttpServer behind the Gate, on one or several addresses of one port. Created,
/// used and destroyed in one thread that has an event loop, usually a worker.
class Server
{
public:
    Server(Policy policy, Router router);
    ~Server(); ///< cuts off whoever is still connected; never from within a handler

    /// Listens on every address at the same port; 0 lets the system choose one. ::1
    /// is skipped with a log line on a machine without IPv6 if another address
    /// works. A port in use is an Error that names address and port.
    Result<void> start(const QList<QHostAddress> &addresses, quint16 port);

    /// Accepts no more, lets calls that are running finish for up to `graceMs`, then
    /// closes everything. Event streams opened with GET end at once. `done` runs last,
    /// from the event loop, and may destroy the server. May be called from a handler,
    /// and again to shorten the time.
    void stop(int graceMs, std::function<void()> done = {});

    bool isRunning() const { return m_http != nullptr; }
    quint16 port() const; ///< 0 while not running
    qsizetype connectionCount() const;

private:
    void finishStop();

    const Policy m_policy;
    const Router m_router;
    std::unique_ptr<QHttpServer> m_http;
    Gate *m_gate = nullptr; ///< owned by m_http
    QTimer m_stopping;
    qint64 m_stopDeadline = 0;
    std::vector<std::function<void()>> m_stopped;
};

} // namespace hub::http
