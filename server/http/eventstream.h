// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/request.h"

#include <functional>
#include <memory>

namespace hub::http {

struct Handle;

/// One server-sent event. `data` may have several lines; the other fields are one
/// line each. An event with an id and empty data primes a client for resuming.
struct Event {
    QByteArray data {};
    QByteArray id {};
    QByteArray type {};            ///< the "event:" field; empty: "message" to the client
    std::optional<int> retryMs {}; ///< how long a client waits before it connects again
};

/// An open text/event-stream answer. Copyable, usable from any thread, kept for
/// as long as the application likes; every call does nothing once the stream is
/// closed. A silent stream gets a comment as heartbeat; a reader that falls behind
/// by Limits::streamBacklog bytes is dropped. When the last copy goes, the stream
/// ends properly. Events of one thread keep their order.
class EventStream
{
public:
    EventStream() = default; ///< closed from the beginning
    explicit EventStream(std::shared_ptr<Handle> handle);

    void send(const Event &event) const;
    /// A comment line, which clients ignore.
    void comment(const QByteArray &text) const;
    /// Tells the client how long to wait before it connects again; no event.
    void retryAfter(int milliseconds) const;
    void end() const;

    bool isClosed() const;
    /// As Reply::onClosed().
    void onClosed(std::function<void()> callback) const;

private:
    std::shared_ptr<Handle> m_handle;
};

} // namespace hub::http
