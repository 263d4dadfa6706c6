// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QTimeZone>

namespace hub {

/// A stretch of time: start <= t < end.
struct Period {
    Timestamp start;
    Timestamp end;

    bool contains(qint64 ms) const { return start.ms <= ms && ms < end.ms; }
};

/// What a person or agent means by a moment or a day: ISO 8601 with or without
/// time and zone, or words in English and Korean ("3 days ago", "지난주",
/// "last Monday"). Days, weeks (from Monday), months and years are those of `zone`.
/// A moment is a period of one millisecond. InvalidArgument when it cannot be read.
Result<Period> readPeriod(const QString &text, const QTimeZone &zone, Timestamp now);

/// The stretch from `from` to `to`, either absent: the start of the first period to
/// the start of the second, or to its end where the first does not begin before it
/// ("last week" to "last week"). InvalidArgument when it would end before it begins.
Result<Period> readRange(
    const std::optional<QString> &from, const std::optional<QString> &to, const QTimeZone &zone, Timestamp now);

} // namespace hub
