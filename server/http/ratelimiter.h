// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>

#include <functional>
#include <optional>

namespace hub::http {

/// So many calls of each caller in a window of time, counted from the caller's first
/// call in it. Forgets callers whose window is over. One thread.
class RateLimiter
{
public:
    struct Rule {
        int most = 0; ///< 0: no limit
        qint64 windowMs = 60'000;
    };
    using Now = std::function<qint64()>;

    /// `now` tells milliseconds that never go back.
    explicit RateLimiter(Rule rule, Now now = steadyMs);

    /// Counts a call; the seconds until the next window, at least one, when it is one too many.
    std::optional<int> refuse(const QByteArray &caller);

private:
    static qint64 steadyMs();

    struct Window {
        qint64 beganAt = 0;
        int calls = 0;
    };

    const Rule m_rule;
    const Now m_now;
    QHash<QByteArray, Window> m_windows;
};

} // namespace hub::http
