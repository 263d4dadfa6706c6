// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

#include <QFuture>
#include <QHash>
#include <QMutex>
#include <QObject>
#include <QTimeZone>

namespace hub {

class Database;

/// Counts the calls of each key from midnight to midnight, in memory, and writes them in
/// batches. Created and destroyed in one thread; enter() and today() may be used from
/// any. Without an event loop there, counts are written by close().
class UsageMeter final : public QObject
{
public:
    using Work = std::function<Result<void>(Database &)>;
    using Write = std::function<QFuture<Result<void>>(Work)>;

    /// Days begin at midnight of `zone`; `write` runs its work in the store's writer.
    UsageMeter(const Clock &clock, QTimeZone zone, Write write);

    /// Goes on from what an earlier run has written.
    Result<void> load(Database &database);
    /// Writes the last counts and asks for nothing more.
    void close();

    /// Counts one call. LimitExceeded, with `limit`, `used` and `resetsAt`, when the key has
    /// made all that its day allows; such a call is not counted. Nothing of the master key.
    Result<void> enter(const Principal &caller);
    /// Calls of the key since midnight.
    qint64 today(const QString &keyId) const;
    /// "2026-11-30": the day that it is.
    QString day() const;

private:
    struct Count {
        qint64 written = 0;
        qint64 unwritten = 0;
        Timestamp lastAt {};
    };

    void beginDay(const QString &day) const;
    void writeSoon();
    void writeNow();

    const Clock &m_clock;
    const QTimeZone m_zone;
    const Write m_write;
    mutable QMutex m_mutex; ///< guards all that follows
    mutable QString m_day;
    mutable QHash<QString, Count> m_counts;               ///< of m_day, by key
    mutable QHash<QString, QHash<QString, Count>> m_left; ///< of days before, not yet written: day, key
    bool m_isDue = false;                                 ///< a write is planned
    bool m_isClosed = false;
};

} // namespace hub
