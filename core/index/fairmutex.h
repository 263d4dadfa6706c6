// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <shared_mutex>

namespace hub {

/// Many readers or one writer, and a waiting writer is next: std::shared_mutex of the C library
/// lets readers that overlap keep a writer out for ever. Locks are not recursive.
class FairMutex
{
public:
    [[nodiscard]] std::shared_lock<std::shared_mutex> read()
    {
        const std::scoped_lock turn(m_turn);
        return std::shared_lock(m_mutex);
    }
    [[nodiscard]] std::unique_lock<std::shared_mutex> write()
    {
        const std::scoped_lock turn(m_turn);
        return std::unique_lock(m_mutex);
    }

private:
    std::mutex m_turn;
    std::shared_mutex m_mutex;
};

} // namespace hub
