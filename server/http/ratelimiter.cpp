// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/ratelimiter.h"

#include <chrono>

namespace hub::http {
namespace {

constexpr qsizetype mostCallers = 4096;

} // namespace

RateLimiter::RateLimiter(Rule rule, Now now)
    : m_rule(rule)
    , m_now(std::move(now))
{ }

qint64 RateLimiter::steadyMs()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::optional<int> RateLimiter::refuse(const QByteArray &caller)
{
    if (m_rule.most == 0)
        return std::nullopt;
    const auto now = m_now();
    const auto isOver = [&](const Window &window) { return now - window.beganAt >= m_rule.windowMs; };
    if (m_windows.size() >= mostCallers)
        m_windows.removeIf([&](const auto &entry) { return isOver(entry.value()); });
    auto &window = m_windows[caller];
    if (window.calls == 0 || isOver(window))
        window = {.beganAt = now, .calls = 0};
    if (window.calls < m_rule.most) {
        ++window.calls;
        return std::nullopt;
    }
    const auto left = window.beganAt + m_rule.windowMs - now;
    return int(std::max<qint64>(1, (left + 999) / 1000));
}

} // namespace hub::http
