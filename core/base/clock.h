// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

namespace hub {

/// A moment, in milliseconds since 1970-01-01T00:00:00Z. Stored as an integer,
/// written as ISO 8601 in UTC with milliseconds ("2026-11-30T14:00:30.401Z").
struct Timestamp {
    qint64 ms = 0;

    friend bool operator==(Timestamp, Timestamp) = default;
    friend auto operator<=>(Timestamp, Timestamp) = default;

    QDateTime toUtc() const
    {
        static const auto epoch = QDateTime::fromMSecsSinceEpoch(0).toUTC();
        return epoch.addMSecs(ms);
    }
    QString toIso() const { return toUtc().toString(Qt::ISODateWithMs); }
};

constexpr qint64 msPerMinute = 60'000;
constexpr qint64 msPerHour = 60 * msPerMinute;
constexpr qint64 msPerDay = 24 * msPerHour;

/// Where every part of the hub asks for the time, so that tests can own it.
/// Implementations answer from any thread.
class Clock
{
public:
    virtual ~Clock() = default;
    virtual Timestamp now() const = 0;
};

class SystemClock final : public Clock
{
public:
    Timestamp now() const override { return {QDateTime::currentMSecsSinceEpoch()}; }
};

} // namespace hub
