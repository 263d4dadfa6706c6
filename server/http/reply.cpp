// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/reply.h"

#include "core/base/log.h"
#include "server/http/connection.h"
#include "server/http/errormap.h"
#include "server/http/exchange.h"

namespace hub::http {

Reply::Reply(std::shared_ptr<Exchange> exchange)
    : m_handle(std::make_shared<Handle>(std::move(exchange)))
{ }

void Reply::send(const Response &response) const
{
    Exchange::post(m_handle->exchange, [response](Connection &connection) { connection.send(response); });
}

void Reply::fail(const Error &error) const
{
    if (!error.detail.isEmpty())
        logError(lcServer(), u"answering a request"_s, error);
    send(errorResponse(error));
}

EventStream Reply::stream(Headers extra) const
{
    Response head {200, std::move(extra)};
    head.headers += Headers {{"Content-Type", "text/event-stream"},
        {"Cache-Control", "no-cache, no-store, no-transform"}, {"X-Accel-Buffering", "no"}};
    Exchange::post(
        m_handle->exchange, [head = std::move(head)](Connection &connection) { connection.beginStream(head); });
    return EventStream(m_handle);
}

bool Reply::isClosed() const { return m_handle->exchange->isClosed(); }

void Reply::onClosed(std::function<void()> callback) const { m_handle->exchange->onClosed(std::move(callback)); }

} // namespace hub::http
