// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace hub::test {

/// A clock that stands until the test moves it. Starts at 2026-11-30 09:00 UTC, a Monday.
class FakeClock final : public Clock
{
public:
    Timestamp now() const override { return {m_ms}; }
    void advance(qint64 ms) { m_ms += ms; }
    void set(const QString &iso) { m_ms = QDateTime::fromString(iso, Qt::ISODate).toMSecsSinceEpoch(); }

private:
    std::atomic<qint64> m_ms = 1796029200000;
};

} // namespace hub::test
