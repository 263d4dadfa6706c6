// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/tokens.h"

#include <QString>

namespace hub {

/// The tokens that an answer may have, while it is put together.
class TokenBudget
{
public:
    explicit TokenBudget(int limit)
        : m_limit(limit)
    { }

    int limit() const { return m_limit; }
    int spent() const { return m_spent; }
    int left() const { return m_limit - m_spent; }
    /// The share of the whole, rounded down.
    int share(double part) const { return int(double(m_limit) * part); }

    /// False, and nothing is spent, when there is not enough.
    bool take(int tokens)
    {
        if (tokens > left())
            return false;
        m_spent += tokens;
        return true;
    }
    void giveBack(int tokens) { m_spent -= tokens; }

private:
    int m_limit;
    int m_spent = 0;
};

} // namespace hub
