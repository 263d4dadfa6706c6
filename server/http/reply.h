// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "server/http/eventstream.h"
#include "server/http/response.h"

namespace hub::http {

class Exchange;

/// The right to answer one request, once, now or later. Copyable, usable from any
/// thread, harmless after the client has gone or the server has stopped. When the
/// last copy goes without an answer, the client gets a 500.
class Reply
{
public:
    explicit Reply(std::shared_ptr<Exchange> exchange);

    /// The first call counts.
    void send(const Response &response) const;
    /// Sends what errormap.h makes of an error, and logs its detail.
    void fail(const Error &error) const;
    /// Instead of send(): opens a text/event-stream.
    EventStream stream(Headers extra = {}) const;

    bool isClosed() const;
    /// Calls back once, in the server's thread, if the client goes or the server
    /// stops before the answer is complete; at once, in the caller's thread, if that
    /// has happened already. The callback must not block.
    void onClosed(std::function<void()> callback) const;

private:
    std::shared_ptr<Handle> m_handle;
};

} // namespace hub::http
