// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <atomic>

namespace hub::test {

/// A clock that stands still until a test moves it.
class FakeClock final : public Clock
{
public:
    Timestamp now() const override { return {m_ms}; }
    void advance(qint64 ms) { m_ms += ms; }

private:
    std::atomic<qint64> m_ms = 1'700'000'000'000;
};

} // namespace hub::test
