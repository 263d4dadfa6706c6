// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMutex>

#include <functional>
#include <memory>
#include <vector>

namespace hub::http {

class Connection;

/// Ties the handles of one request to its Connection for as long as both live. The
/// one place of server/http that other threads enter, and so the one with a lock.
class Exchange
{
public:
    explicit Exchange(Connection *connection)
        : m_connection(connection)
    { }

    /// Runs `action` in the connection's thread, at once when that is the caller's;
    /// not at all when the exchange is over by then.
    static void post(const std::shared_ptr<Exchange> &self, std::function<void(Connection &)> action);

    /// From the connection: nothing more will be written. Callbacks run unless the
    /// answer was complete.
    void close(bool isAnswered);

    bool isClosed() const;
    void onClosed(std::function<void()> callback);

private:
    mutable QMutex m_mutex;
    Connection *m_connection;
    bool m_isAnswered = false;
    std::vector<std::function<void()>> m_callbacks;
};

/// What the copies of a Reply or EventStream share. The last one gone without an
/// answer means a 500, or the end of the stream, instead of a client that waits.
struct Handle {
    explicit Handle(std::shared_ptr<Exchange> of)
        : exchange(std::move(of))
    { }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    ~Handle();

    const std::shared_ptr<Exchange> exchange;
};

} // namespace hub::http
