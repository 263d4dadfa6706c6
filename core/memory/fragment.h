// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

enum class FragmentType : quint8 { Fact, Decision, Error, Preference, Procedure, Relation, Episode };
enum class TtlTier : quint8 { Short, Hot, Warm, Cold, Permanent };
enum class ResolutionStatus : quint8 { Open, Resolved, Abandoned };
enum class AssertionStatus : quint8 { Observed, Inferred, Verified, Rejected };
enum class Affect : quint8 { Neutral, Frustration, Confidence, Surprise, Doubt, Satisfaction };
enum class WorkspaceSource : quint8 { Explicit, KeyDefault, Inferred, Unscoped };
enum class RelationType : quint8 {
    Related,
    CausedBy,
    ResolvedBy,
    PartOf,
    Contradicts,
    SupersededBy,
    CoRetrieved,
    Temporal
};

template <>
struct EnumNames<FragmentType> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"fact", "decision", "error", "preference", "procedure", "relation", "episode"});
};
template <>
struct EnumNames<TtlTier> {
    static constexpr auto names = std::to_array<std::string_view>({"short", "hot", "warm", "cold", "permanent"});
};
template <>
struct EnumNames<ResolutionStatus> {
    static constexpr auto names = std::to_array<std::string_view>({"open", "resolved", "abandoned"});
};
template <>
struct EnumNames<AssertionStatus> {
    static constexpr auto names = std::to_array<std::string_view>({"observed", "inferred", "verified", "rejected"});
};
template <>
struct EnumNames<Affect> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"neutral", "frustration", "confidence", "surprise", "doubt", "satisfaction"});
};
template <>
struct EnumNames<WorkspaceSource> {
    static constexpr auto names = std::to_array<std::string_view>({"explicit", "key_default", "inferred", "unscoped"});
};
template <>
struct EnumNames<RelationType> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"related", "caused_by", "resolved_by", "part_of", "contradicts", "superseded_by", "co_retrieved", "temporal"});
};

/// One atomic memory, as stored: every column of table `fragments` that the
/// program reads. Text is canonical (core/base/text.h).
struct Fragment {
    qint64 seq = 0; ///< number inside this store, never shown
    QString id;
    QString content;
    QString topic;
    QStringList keywords;
    FragmentType type = FragmentType::Fact;
    double importance = 0.5;
    QString contentHash;
    std::optional<QString> source;
    QString agentId = u"default"_s;
    std::optional<QString> keyId; ///< absent: the master key
    int accessCount = 0;
    std::optional<Timestamp> accessedAt;
    Timestamp createdAt;
    TtlTier ttlTier = TtlTier::Warm;
    int estimatedTokens = 0;
    double utilityScore = 1.0;
    std::optional<Timestamp> verifiedAt;
    bool isAnchor = false;
    std::optional<Timestamp> validFrom;
    std::optional<Timestamp> validTo; ///< present: superseded or expired
    double emaActivation = 0;
    std::optional<QString> contextSummary;
    std::optional<QString> sessionId;
    std::optional<QString> workspace;
    WorkspaceSource workspaceSource = WorkspaceSource::Unscoped;
    std::optional<QString> caseId;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    std::optional<ResolutionStatus> resolutionStatus;
    AssertionStatus assertionStatus = AssertionStatus::Observed;
    QStringList validationWarnings;
    Affect affect = Affect::Neutral;
    std::optional<QString> idempotencyKey;

    static constexpr auto fields()
    {
        using F = Fragment;
        return std::tuple {
            field("seq", &F::seq),
            field("id", &F::id),
            field("content", &F::content),
            field("topic", &F::topic),
            field("keywords", &F::keywords),
            field("type", &F::type),
            field("importance", &F::importance),
            field("content_hash", &F::contentHash),
            field("source", &F::source),
            field("agent_id", &F::agentId),
            field("key_id", &F::keyId),
            field("access_count", &F::accessCount),
            field("accessed_at", &F::accessedAt),
            field("created_at", &F::createdAt),
            field("ttl_tier", &F::ttlTier),
            field("estimated_tokens", &F::estimatedTokens),
            field("utility_score", &F::utilityScore),
            field("verified_at", &F::verifiedAt),
            field("is_anchor", &F::isAnchor),
            field("valid_from", &F::validFrom),
            field("valid_to", &F::validTo),
            field("ema_activation", &F::emaActivation),
            field("context_summary", &F::contextSummary),
            field("session_id", &F::sessionId),
            field("workspace", &F::workspace),
            field("workspace_source", &F::workspaceSource),
            field("case_id", &F::caseId),
            field("goal", &F::goal),
            field("outcome", &F::outcome),
            field("phase", &F::phase),
            field("resolution_status", &F::resolutionStatus),
            field("assertion_status", &F::assertionStatus),
            field("validation_warnings", &F::validationWarnings),
            field("affect", &F::affect),
            field("idempotency_key", &F::idempotencyKey),
        };
    }
};

} // namespace hub
