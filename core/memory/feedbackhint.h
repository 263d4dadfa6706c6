// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/memory/answermeta.h"

#include <QHash>
#include <QMutex>

#include <functional>

namespace hub {

/// Decides by chance which answers ask for feedback, so that an agent is asked at most
/// twice in a session and not again within a quarter of an hour. Kept in memory: a
/// restart may cost a session one question more. Any thread may call.
class FeedbackSampler
{
public:
    static constexpr int mostPerSession = 2;
    static constexpr qint64 cooldownMs = 900'000;
    static constexpr qsizetype mostSessions = 1000;

    /// A number in [0, 1) at each call.
    using Random = std::function<double()>;
    static double systemRandom();

    explicit FeedbackSampler(Random random = systemRandom)
        : m_random(std::move(random))
    { }

    /// Whether this answer of `tool` asks.
    bool sample(const QString &tool, const QString &sessionId, Timestamp now);

private:
    struct Asked {
        int times = 0;
        Timestamp last;
    };

    Random m_random;
    QMutex m_mutex;
    QHash<QString, Asked> m_asked;
    QList<QString> m_order; ///< oldest first
};

/// `_meta` of an answer of a writing tool: one hint, and the moment.
struct FeedbackMeta {
    QList<Hint> hints;
    ServerTime serverTime;

    static constexpr auto fields()
    {
        using M = FeedbackMeta;
        return std::tuple {field("hints", &M::hints), field("serverTime", &M::serverTime)};
    }
};

/// The request for feedback on the answer of `tool`; mostly nothing.
std::optional<FeedbackMeta> askForFeedback(const UnitOfWork &work, const QString &tool);

} // namespace hub
