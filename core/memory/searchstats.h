// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class Access;
class UnitOfWork;

/// Milliseconds; null without a sample.
struct LatencyFigures {
    Nullable<double> p50;
    Nullable<double> p90;
    Nullable<double> p99;
    qint64 count = 0;

    static constexpr auto fields()
    {
        using L = LatencyFigures;
        return std::tuple {
            field("p50", &L::p50), field("p90", &L::p90), field("p99", &L::p99), field("count", &L::count)};
    }
};

/// Of the last 100 searches, each way of finding by itself: labels, words, meaning.
struct SearchLatency {
    LatencyFigures labels;
    LatencyFigures words;
    LatencyFigures meaning;
    LatencyFigures total;

    static constexpr auto fields()
    {
        using S = SearchLatency;
        return std::tuple {
            field("L1", &S::labels), field("L2", &S::words), field("L3", &S::meaning), field("total", &S::total)};
    }
};

/// How often what was found along one path was judged, and how often relevant.
struct PathRelevance {
    QString path;
    qint64 judged = 0;
    qint64 relevant = 0;
    double relevantRate = 0;

    static constexpr auto fields()
    {
        using P = PathRelevance;
        return std::tuple {field("path", &P::path), field("judged", &P::judged), field("relevant", &P::relevant),
            field("relevant_rate", &P::relevantRate)};
    }
};

struct FilterUse {
    QString filter;
    qint64 count = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("filter", &FilterUse::filter), field("count", &FilterUse::count)};
    }
};

/// The searches of the last 30 days. Shares and means are null without a sample.
struct SearchObservability {
    int windowDays = 30;
    qint64 totalSearches = 0;
    Nullable<double> l1MissRate; ///< of those with keywords: none was a label
    Nullable<double> l3UsageRate;
    Nullable<double> rrfUsageRate; ///< words and meaning were weighed together
    Nullable<double> averageResultCount;
    Nullable<double> averageLatencyMs;
    QList<PathRelevance> pathRelevance;
    QList<FilterUse> filterDistribution;

    static constexpr auto fields()
    {
        using S = SearchObservability;
        return std::tuple {
            field("window_days", &S::windowDays),
            field("total_searches", &S::totalSearches),
            field("l1_miss_rate", &S::l1MissRate),
            field("l3_usage_rate", &S::l3UsageRate),
            field("rrf_usage_rate", &S::rrfUsageRate),
            field("avg_result_count", &S::averageResultCount),
            field("avg_latency_ms", &S::averageLatencyMs),
            field("path_relevance", &S::pathRelevance),
            field("filter_distribution", &S::filterDistribution),
        };
    }
};

/// Both from the searches of the caller's key (of everybody, for the master key).
Result<SearchLatency> searchLatency(UnitOfWork &work, const Access &access);
Result<SearchObservability> searchObservability(UnitOfWork &work, const Access &access);

} // namespace hub
