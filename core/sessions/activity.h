// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/sessions/worksegment.h"

#include <QHash>
#include <QMutex>

namespace hub {

/// What the sessions in use do: the segment each is in, and what was called and
/// stored in it. Counted here, written by whoever takes the changes, so that no call
/// waits for it. Any thread may call.
class SessionActivity
{
public:
    static constexpr qsizetype mostKeywords = 50;
    static constexpr qsizetype mostFragments = 1000;

    /// Without `segmented` a session is one segment, whatever its age.
    SessionActivity(const Clock &clock, bool segmented);

    /// Goes on where an earlier run of the hub has stopped.
    void restore(const QList<WorkSegment> &segments);

    /// Counts a call and gives the id of the segment it belongs to, a new one when
    /// the work before it is over; empty when the caller has no session.
    QString enter(const Principal &caller, const QString &tool, const QStringList &keywords);
    void stored(const QString &segment, const QString &fragmentId);
    /// The session has ended: its segment is over.
    void end(const QString &sessionId);

    /// The segment that the caller's session is in; nothing before its first call.
    std::optional<WorkSegment> current(const Principal &caller) const;

    /// The segments of the caller's session that are counted here: those that are over
    /// and not written yet, and the one it is in.
    QList<WorkSegment> known(const Principal &caller) const;

    bool hasChanges() const;
    /// Everything that has changed since the last time. What could not be written
    /// is given back.
    QList<WorkSegment> takeChanges();
    void giveBack(const QList<WorkSegment> &segments);

private:
    struct Entry {
        WorkSegment segment;
        bool isChanged = false;
    };

    bool isOver(const WorkSegment &segment, Timestamp now) const;
    static WorkSegment begin(const Principal &caller, int number, Timestamp now);
    void close(const WorkSegment &segment, Timestamp now);

    const Clock &m_clock;
    const bool m_segmented;
    mutable QMutex m_mutex;
    QHash<QString, Entry> m_entries; ///< by the connection's session
    QList<WorkSegment> m_closed;     ///< to be written
};

} // namespace hub
