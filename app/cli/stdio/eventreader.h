// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

namespace hub::stdio {

/// Reads a text/event-stream from whatever pieces the network makes of it.
class EventReader
{
public:
    struct Event {
        QByteArray id {};
        QByteArray data {};
        std::optional<int> retryMs {};
    };

    QList<Event> feed(const QByteArray &bytes);

private:
    void takeLine(const QByteArray &line);

    QByteArray m_rest;
    Event m_event;
    bool m_hasData = false;
};

} // namespace hub::stdio
