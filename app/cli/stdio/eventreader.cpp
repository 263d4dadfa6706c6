// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/eventreader.h"

#include <utility>

namespace hub::stdio {

QList<EventReader::Event> EventReader::feed(const QByteArray &bytes)
{
    QList<Event> events;
    m_rest += bytes;
    qsizetype start = 0;
    for (auto end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', start)) {
        auto line = m_rest.sliced(start, end - start);
        start = end + 1;
        if (line.endsWith('\r'))
            line.chop(1);
        if (!line.isEmpty()) {
            takeLine(line);
            continue;
        }
        if (m_hasData || !m_event.id.isEmpty() || m_event.retryMs)
            events += std::exchange(m_event, {});
        m_hasData = false;
    }
    m_rest.remove(0, start);
    return events;
}

void EventReader::takeLine(const QByteArray &line)
{
    const auto colon = line.indexOf(':');
    const auto name = colon < 0 ? line : line.first(colon);
    auto value = colon < 0 ? QByteArray() : line.sliced(colon + 1);
    if (value.startsWith(' '))
        value.remove(0, 1);
    if (name == "data") {
        m_event.data += (m_hasData ? "\n" : "") + value;
        m_hasData = true;
    } else if (name == "id") {
        m_event.id = value;
    } else if (name == "retry") {
        m_event.retryMs = value.toInt();
    }
}

} // namespace hub::stdio
