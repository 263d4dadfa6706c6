// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/eventstore.h"

namespace hub::mcp {

EventStore::EventStore(qsizetype mostBytes, qsizetype mostEvents)
    : m_mostBytes(mostBytes)
    , m_mostEvents(mostEvents)
{ }

void EventStore::keep(const QByteArray &stream, quint64 number, const QByteArray &data)
{
    m_streams[stream].push_back({number, data});
    m_order.emplace_back(stream, number);
    m_bytes += data.size();
    ++m_count;
    while (m_bytes > m_mostBytes || m_count > m_mostEvents || m_order.size() > size_t(2 * m_mostEvents))
        dropOldest();
}

std::deque<EventStore::Stored> EventStore::after(const QByteArray &stream, quint64 number) const
{
    std::deque<Stored> later;
    const auto found = m_streams.find(stream);
    if (found == m_streams.end())
        return later;
    for (const auto &event : *found) {
        if (event.number > number)
            later.push_back(event);
    }
    return later;
}

void EventStore::forget(const QByteArray &stream)
{
    const auto gone = m_streams.take(stream);
    for (const auto &event : gone)
        m_bytes -= event.data.size();
    m_count -= qsizetype(gone.size());
}

void EventStore::dropOldest()
{
    const auto [stream, number] = m_order.front();
    m_order.pop_front();
    const auto found = m_streams.find(stream);
    if (found == m_streams.end() || found->front().number != number)
        return; // went with its stream
    m_bytes -= found->front().data.size();
    --m_count;
    found->pop_front();
    if (found->empty())
        m_streams.erase(found);
}

} // namespace hub::mcp
