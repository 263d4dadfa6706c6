// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/evaluation.h"
#include "core/memory/searchstats.h"

namespace hub {

struct WorkspaceCount {
    QString workspace;
    qint64 count = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("workspace", &WorkspaceCount::workspace), field("count", &WorkspaceCount::count)};
    }
};

struct WorkspaceDistribution {
    QList<WorkspaceCount> top; ///< at most 15
    qint64 nullCount = 0;      ///< fragments of no workspace
    qint64 distinctCount = 0;

    static constexpr auto fields()
    {
        using D = WorkspaceDistribution;
        return std::tuple {
            field("top", &D::top), field("null_count", &D::nullCount), field("distinct_count", &D::distinctCount)};
    }
};

/// How well one key says where its memories belong.
struct KeyFillRate {
    Nullable<QString> keyId;
    Nullable<QString> keyName;
    qint64 total = 0;
    qint64 withWorkspace = 0;
    double fillRate = 0;

    static constexpr auto fields()
    {
        using R = KeyFillRate;
        return std::tuple {field("key_id", &R::keyId), field("key_name", &R::keyName), field("total", &R::total),
            field("with_workspace", &R::withWorkspace), field("fill_rate", &R::fillRate)};
    }
};

/// Memories per session of the last 30 days; null without a sample.
struct SessionDistribution {
    Nullable<qint64> p50;
    Nullable<qint64> p90;
    Nullable<qint64> max;
    qint64 sampleSessions = 0;

    static constexpr auto fields()
    {
        using D = SessionDistribution;
        return std::tuple {field("p50", &D::p50), field("p90", &D::p90), field("max", &D::max),
            field("sample_sessions", &D::sampleSessions)};
    }
};

struct WorkspaceStats {
    WorkspaceDistribution distribution;
    QList<KeyFillRate> keyFillRate;
    SessionDistribution sessionFragmentDistribution;

    static constexpr auto fields()
    {
        using W = WorkspaceStats;
        return std::tuple {field("distribution", &W::distribution), field("key_fill_rate", &W::keyFillRate),
            field("session_fragment_distribution", &W::sessionFragmentDistribution)};
    }
};

/// Counts of the memory_stats tool over what is live, not superseded, what the caller may read.
struct ToolCounts {
    qint64 total = 0;
    qint64 permanent = 0;
    qint64 hot = 0;
    qint64 warm = 0;
    qint64 cold = 0;
    qint64 shortLived = 0;
    qint64 embedded = 0;
    double averageImportance = 0;
    qint64 topicCount = 0;
    qint64 errorCount = 0;
    qint64 preferenceCount = 0;
    qint64 decisionCount = 0;
    qint64 procedureCount = 0;
    qint64 factCount = 0;
    qint64 relationCount = 0;
    qint64 episodeCount = 0;
    qint64 totalAccesses = 0;
    double averageUtility = 0;
    qint64 totalTokens = 0;

    static constexpr auto fields()
    {
        using S = ToolCounts;
        return std::tuple {
            field("total", &S::total),
            field("permanent", &S::permanent),
            field("hot", &S::hot),
            field("warm", &S::warm),
            field("cold", &S::cold),
            field("short", &S::shortLived),
            field("embedded", &S::embedded),
            field("avg_importance", &S::averageImportance),
            field("topic_count", &S::topicCount),
            field("error_count", &S::errorCount),
            field("preference_count", &S::preferenceCount),
            field("decision_count", &S::decisionCount),
            field("procedure_count", &S::procedureCount),
            field("fact_count", &S::factCount),
            field("relation_count", &S::relationCount),
            field("episode_count", &S::episodeCount),
            field("total_accesses", &S::totalAccesses),
            field("avg_utility", &S::averageUtility),
            field("total_tokens", &S::totalTokens),
        };
    }
};

/// What the memory_stats tool answers.
struct ToolStats : ToolCounts {
    WorkspaceStats workspaces;
    Evaluation evaluation;
    SearchLatency searchLatency;
    SearchObservability searchObservability;

    static constexpr auto fields()
    {
        using S = ToolStats;
        return std::tuple_cat(ToolCounts::fields(),
            std::tuple {field("workspaces", &S::workspaces), field("evaluation", &S::evaluation),
                field("searchLatencyMs", &S::searchLatency), field("searchObservability", &S::searchObservability)});
    }
};

/// The tool takes no arguments.
struct ToolStatsRequest {
    static constexpr auto fields() { return std::tuple<> {}; }
};

struct ToolStatsAnswer {
    bool success = true;
    ToolStats stats;

    static constexpr auto fields()
    {
        return std::tuple {field("success", &ToolStatsAnswer::success), field("stats", &ToolStatsAnswer::stats)};
    }
};

Result<ToolStatsAnswer> toolStats(UnitOfWork &work, const ToolStatsRequest &request);

} // namespace hub
