// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>

#include <deque>
#include <optional>

namespace hub::mcp {

/// The latest events of all streams, so that a client whose connection broke can have
/// what it missed. In memory and bounded: the oldest event goes first, of whichever
/// stream it is. One thread.
class EventStore
{
public:
    struct Stored {
        quint64 number = 0;
        QByteArray data;
    };

    explicit EventStore(qsizetype mostBytes = 8 * 1024 * 1024, qsizetype mostEvents = 20'000);

    void keep(const QByteArray &stream, quint64 number, const QByteArray &data);
    /// What of the stream is left after event `number`.
    std::deque<Stored> after(const QByteArray &stream, quint64 number) const;
    void forget(const QByteArray &stream);

    qsizetype bytes() const { return m_bytes; }
    qsizetype count() const { return m_count; }

private:
    void dropOldest();

    const qsizetype m_mostBytes;
    const qsizetype m_mostEvents;
    qsizetype m_bytes = 0;
    qsizetype m_count = 0;
    QHash<QByteArray, std::deque<Stored>> m_streams;
    std::deque<std::pair<QByteArray, quint64>> m_order; ///< oldest first; may name what is gone already
};

} // namespace hub::mcp
