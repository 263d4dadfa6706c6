// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/eventstream.h"

#include "server/http/connection.h"
#include "server/http/exchange.h"

namespace hub::http {
namespace {

void appendLines(QByteArray &frame, QByteArrayView name, QByteArray value)
{
    value.replace("\r\n", "\n").replace('\r', '\n');
    for (const auto &line : value.split('\n'))
        frame += name + line + '\n';
}

/// A line break in a field of one line would begin another field.
void appendField(QByteArray &frame, QByteArrayView name, QByteArray value)
{
    if (value.isEmpty())
        return;
    frame += name + value.replace('\n', ' ').replace('\r', ' ').replace('\0', ' ') + '\n';
}

} // namespace

EventStream::EventStream(std::shared_ptr<Handle> handle)
    : m_handle(std::move(handle))
{ }

void EventStream::send(const Event &event) const
{
    if (!m_handle)
        return;
    QByteArray frame;
    frame.reserve(event.data.size() + event.id.size() + event.type.size() + 64);
    appendField(frame, "id: ", event.id);
    appendField(frame, "event: ", event.type);
    if (event.retryMs)
        frame += "retry: " + QByteArray::number(*event.retryMs) + '\n';
    appendLines(frame, "data: ", event.data);
    frame += '\n';
    Exchange::post(m_handle->exchange, [frame](Connection &connection) { connection.writeStream(frame); });
}

void EventStream::comment(const QByteArray &text) const
{
    if (!m_handle)
        return;
    QByteArray frame;
    appendLines(frame, ": ", text);
    frame += '\n';
    Exchange::post(m_handle->exchange, [frame](Connection &connection) { connection.writeStream(frame); });
}

void EventStream::retryAfter(int milliseconds) const
{
    if (!m_handle)
        return;
    const QByteArray frame = "retry: " + QByteArray::number(milliseconds) + "\n\n";
    Exchange::post(m_handle->exchange, [frame](Connection &connection) { connection.writeStream(frame); });
}

void EventStream::end() const
{
    if (m_handle)
        Exchange::post(m_handle->exchange, [](Connection &connection) { connection.endStream(); });
}

bool EventStream::isClosed() const { return !m_handle || m_handle->exchange->isClosed(); }

void EventStream::onClosed(std::function<void()> callback) const
{
    if (m_handle)
        m_handle->exchange->onClosed(std::move(callback));
}

} // namespace hub::http
