// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/exchange.h"

#include "server/http/connection.h"

#include <QThread>

namespace hub::http {

void Exchange::post(const std::shared_ptr<Exchange> &self, std::function<void(Connection &)> action)
{
    QMutexLocker lock(&self->m_mutex);
    Connection *const connection = self->m_connection;
    if (!connection)
        return;
    if (connection->thread() == QThread::currentThread()) {
        lock.unlock(); // it lives in this thread, so it cannot vanish meanwhile
        action(*connection);
        return;
    }
    // Queued under the lock: ~Connection needs it too, and Qt drops calls that are
    // queued for an object which is deleted.
    QMetaObject::invokeMethod(
        connection,
        [self, connection, action = std::move(action)] {
            if (connection->isCurrent(self))
                action(*connection);
        },
        Qt::QueuedConnection);
}

void Exchange::close(bool isAnswered)
{
    std::vector<std::function<void()>> callbacks;
    {
        const QMutexLocker lock(&m_mutex);
        m_connection = nullptr;
        m_isAnswered = isAnswered;
        callbacks.swap(m_callbacks);
    }
    if (isAnswered)
        return;
    for (const auto &callback : callbacks)
        callback();
}

bool Exchange::isClosed() const
{
    const QMutexLocker lock(&m_mutex);
    return !m_connection;
}

void Exchange::onClosed(std::function<void()> callback)
{
    {
        const QMutexLocker lock(&m_mutex);
        if (m_connection) {
            m_callbacks.push_back(std::move(callback));
            return;
        }
        if (m_isAnswered)
            return;
    }
    callback();
}

Handle::~Handle()
{
    Exchange::post(exchange, [](Connection &connection) { connection.abandon(); });
}

} // namespace hub::http
