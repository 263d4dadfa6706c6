// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sessions/worksegment.h"

namespace hub {

class UnitOfWork;

/// Which segments are over, though nobody closed them.
struct SegmentLimits {
    qint64 sessionIdleMs = 30 * msPerDay; ///< a session unused for longer has expired
    qint64 reflectIdleMs = msPerDay;
};

/// Writes what was counted; what a reflection has noted meanwhile stays.
Result<void> saveSegments(UnitOfWork &work, const QList<WorkSegment> &segments);

/// The last segment of every session that lives, of every key.
Result<QList<WorkSegment>> lastSegments(UnitOfWork &work, const SegmentLimits &limits);

/// Closes the segments of one session of the caller's key.
Result<void> closeSegments(UnitOfWork &work, const QString &sessionId);

/// The oldest segment, of any key, that is over and has not been reflected on.
Result<std::optional<WorkSegment>> nextUnreflected(UnitOfWork &work, const SegmentLimits &limits);

/// Notes that there was a reflection on a segment, or on all of a session, of the
/// caller's key; the segment that the caller is in may be still to be written.
/// Returns on how many.
Result<int> markReflected(UnitOfWork &work, const QString &id);

/// Drops notes (scope "session") that are older than a day and whose session is gone.
Result<void> dropOrphanedNotes(UnitOfWork &work, const SegmentLimits &limits);

} // namespace hub
