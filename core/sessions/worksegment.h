// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

constexpr qint64 segmentIdleMs = 45 * msPerMinute; ///< after a longer rest new work begins
constexpr qint64 segmentAgeMs = 12 * msPerHour;    ///< and at the latest after this

/// A stretch of work of one session and what was done in it. Without segments
/// (MEMENTO_SESSION_SEGMENT=false) a session is one stretch, number 0, of its own id.
struct WorkSegment {
    QString id; ///< "<session>#<number>": the session id that memory sees
    QString sessionId;
    int number = 1;
    std::optional<QString> keyId; ///< absent: the master key
    std::optional<QString> workspace;
    Timestamp startedAt;
    Timestamp lastUsedAt;
    QJsonObject toolCalls; ///< how often each tool was called
    QStringList keywords;  ///< of the calls, newest last
    QStringList fragmentIds;
    std::optional<Timestamp> closedAt;
    std::optional<Timestamp> reflectedAt;

    int calls() const
    {
        int sum = 0;
        for (const auto &count : toolCalls)
            sum += count.toInt();
        return sum;
    }

    static constexpr auto fields()
    {
        using S = WorkSegment;
        return std::tuple {
            field("id", &S::id),
            field("session_id", &S::sessionId),
            field("number", &S::number),
            field("key_id", &S::keyId),
            field("workspace", &S::workspace),
            field("started_at", &S::startedAt),
            field("last_used_at", &S::lastUsedAt),
            field("tool_calls", &S::toolCalls),
            field("keywords", &S::keywords),
            field("fragment_ids", &S::fragmentIds),
            field("closed_at", &S::closedAt),
            field("reflected_at", &S::reflectedAt),
        };
    }
};

} // namespace hub
