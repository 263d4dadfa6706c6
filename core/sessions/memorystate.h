// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"
#include "core/index/searchsettings.h"
#include "core/keys/principal.h"
#include "core/memory/memorysettings.h"

namespace hub {

class SessionActivity;
class UnitOfWork;

struct TypeTierCount {
    QString type;
    QString ttlTier;
    qint64 count = 0;
    double averageUtility = 0;

    static constexpr auto fields()
    {
        using C = TypeTierCount;
        return std::tuple {field("type", &C::type), field("ttl_tier", &C::ttlTier), field("count", &C::count),
            field("avg_utility", &C::averageUtility)};
    }
};

/// What the caller may read, by type and by how long it is kept.
struct MemoryCounts {
    qint64 total = 0;
    double averageUtility = 0;
    QList<TypeTierCount> counts;

    static constexpr auto fields()
    {
        using M = MemoryCounts;
        return std::tuple {
            field("total", &M::total), field("avg_utility", &M::averageUtility), field("counts", &M::counts)};
    }
};

struct MemoryTopics {
    int count = 0;
    QStringList topics; ///< of what the caller may read, in alphabetical order

    static constexpr auto fields()
    {
        return std::tuple {field("count", &MemoryTopics::count), field("topics", &MemoryTopics::topics)};
    }
};

/// From when on what is kept how long.
struct LifetimeRules {
    double permanentImportance = 0.8;
    double shortBelowImportance = 0.3;
    int segmentIdleMinutes = 0;
    int segmentAgeHours = 0;
    int unattendedReflectHours = 24;
    int workingMemoryTokens = 0;
    int workingMemoryHours = 24; ///< once the session is gone

    static constexpr auto fields()
    {
        using L = LifetimeRules;
        return std::tuple {
            field("permanent_importance", &L::permanentImportance),
            field("short_below_importance", &L::shortBelowImportance),
            field("segment_idle_minutes", &L::segmentIdleMinutes),
            field("segment_age_hours", &L::segmentAgeHours),
            field("unattended_reflect_hours", &L::unattendedReflectHours),
            field("working_memory_tokens", &L::workingMemoryTokens),
            field("working_memory_hours", &L::workingMemoryHours),
        };
    }
};

/// How memories are weighed and kept. Holds no secret: neither group has one.
struct MemoryConfig {
    SearchSettings weights;
    LifetimeRules ttl;
    QJsonObject importance; ///< what a memory of each type weighs when nobody says
    MemorySettings memory;

    static constexpr auto fields()
    {
        using M = MemoryConfig;
        return std::tuple {field("weights", &M::weights), field("ttl", &M::ttl), field("importance", &M::importance),
            field("memory", &M::memory)};
    }
};

/// What the caller's own session has done since its stretch of work began.
struct ActiveSession {
    Nullable<QString> sessionId; ///< as memory knows it; null before the first call
    Nullable<Timestamp> startedAt;
    Nullable<Timestamp> lastUsedAt;
    int calls = 0;
    QJsonObject toolCalls;
    QStringList keywords;
    QStringList fragmentIds;

    static constexpr auto fields()
    {
        using A = ActiveSession;
        return std::tuple {
            field("sessionId", &A::sessionId),
            field("startedAt", &A::startedAt),
            field("lastUsedAt", &A::lastUsedAt),
            field("calls", &A::calls),
            field("toolCalls", &A::toolCalls),
            field("keywords", &A::keywords),
            field("fragmentIds", &A::fragmentIds),
        };
    }
};

Result<MemoryCounts> memoryCounts(UnitOfWork &work);
Result<MemoryTopics> memoryTopics(UnitOfWork &work);
Result<MemoryConfig> memoryConfig(UnitOfWork &work);
ActiveSession activeSession(const SessionActivity &activity, const Principal &caller);

} // namespace hub
