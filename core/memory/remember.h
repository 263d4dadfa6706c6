// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/feedbackhint.h"

namespace hub {

class UnitOfWork;

enum class MemoryScope : quint8 { Permanent, Session };
template <>
struct EnumNames<MemoryScope> {
    static constexpr auto names = std::to_array<std::string_view>({"permanent", "session"});
};

struct RememberRequest {
    QString content;
    QString topic;
    FragmentType type = FragmentType::Fact;
    QStringList keywords;
    std::optional<double> importance;
    std::optional<QString> source;
    QStringList linkedTo;
    MemoryScope scope = MemoryScope::Permanent;
    bool isAnchor = false;
    QStringList supersedes;
    std::optional<QString> contextSummary;
    std::optional<QString> sessionId;
    std::optional<QString> workspace;
    std::optional<QString> agentId;
    std::optional<QString> caseId;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    std::optional<ResolutionStatus> resolutionStatus;
    AssertionStatus assertionStatus = AssertionStatus::Observed;
    Affect affect = Affect::Neutral;
    std::optional<QString> idempotencyKey;
    bool dryRun = false;
    bool wholeText = false; ///< not on the wire: nothing is cut, up to the hard limit

    static constexpr auto fields()
    {
        using R = RememberRequest;
        return std::tuple {
            field("content", &R::content).required().max(4000),
            field("topic", &R::topic).required().max(255),
            field("type", &R::type).required(),
            field("keywords", &R::keywords).items(50).max(200),
            field("importance", &R::importance).range(0, 1),
            field("source", &R::source).max(255),
            field("linkedTo", &R::linkedTo).items(50).max(64),
            field("scope", &R::scope),
            field("isAnchor", &R::isAnchor),
            field("supersedes", &R::supersedes).items(50).max(64),
            field("contextSummary", &R::contextSummary).max(1000),
            field("sessionId", &R::sessionId).max(255),
            field("workspace", &R::workspace).max(255),
            field("agentId", &R::agentId).max(128),
            field("caseId", &R::caseId).max(255),
            field("goal", &R::goal).max(1000),
            field("outcome", &R::outcome).max(1000),
            field("phase", &R::phase).max(50),
            field("resolutionStatus", &R::resolutionStatus),
            field("assertionStatus", &R::assertionStatus),
            field("affect", &R::affect),
            field("idempotencyKey", &R::idempotencyKey).max(128),
            field("dryRun", &R::dryRun),
        };
    }
};

/// A stored fragment that says something close to the new one.
struct MemoryConflict {
    QString existingId;
    QString existingContent; ///< its first 100 characters
    double similarity = 0;
    QString recommendation;

    static constexpr auto fields()
    {
        using C = MemoryConflict;
        return std::tuple {field("existing_id", &C::existingId), field("existing_content", &C::existingContent),
            field("similarity", &C::similarity), field("recommendation", &C::recommendation)};
    }
};

/// `limit` and `remaining` are null for a caller without a quota.
struct QuotaState {
    qint64 used = 0;
    Nullable<qint64> limit;
    Nullable<qint64> remaining;

    static constexpr auto fields()
    {
        using Q = QuotaState;
        return std::tuple {field("used", &Q::used), field("limit", &Q::limit), field("remaining", &Q::remaining)};
    }
};

struct SimulatedFragment {
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    QStringList keywords;
    double importance = 0;
    TtlTier ttlTier = TtlTier::Warm;

    static constexpr auto fields()
    {
        using S = SimulatedFragment;
        return std::tuple {field("content", &S::content), field("type", &S::type), field("topic", &S::topic),
            field("keywords", &S::keywords), field("importance", &S::importance), field("ttl_tier", &S::ttlTier)};
    }
};

struct RememberSimulation {
    SimulatedFragment fragment;
    QList<MemoryConflict> conflicts;
    QStringList validationWarnings;
    QuotaState quota;

    static constexpr auto fields()
    {
        using S = RememberSimulation;
        return std::tuple {field("fragment", &S::fragment), field("conflicts", &S::conflicts),
            field("validation_warnings", &S::validationWarnings), field("quota", &S::quota)};
    }
};

/// A dry run has `dryRun` and `simulated` alone; otherwise those two are absent.
struct RememberAnswer {
    std::optional<bool> success;
    std::optional<QString> id;
    std::optional<QStringList> keywords;
    std::optional<QString> ttlTier; ///< a TtlTier, or "session"
    std::optional<MemoryScope> scope;
    std::optional<QList<MemoryConflict>> conflicts;
    std::optional<bool> existing;          ///< the same text was there already; `id` is its id
    std::optional<bool> idempotent;        ///< the idempotency key was used before
    std::optional<QStringList> superseded; ///< what it replaced
    std::optional<bool> truncated;         ///< the text was cut to the limit of its type
    std::optional<QStringList> warnings;
    std::optional<QStringList> validationWarnings;
    std::optional<QString> lowImportanceWarning;
    std::optional<bool> dryRun;
    std::optional<RememberSimulation> simulated;
    std::optional<FeedbackMeta> meta;

    static constexpr auto fields()
    {
        using A = RememberAnswer;
        return std::tuple {
            field("success", &A::success),
            field("id", &A::id),
            field("keywords", &A::keywords),
            field("ttl_tier", &A::ttlTier),
            field("scope", &A::scope),
            field("conflicts", &A::conflicts),
            field("existing", &A::existing),
            field("idempotent", &A::idempotent),
            field("superseded", &A::superseded),
            field("truncated", &A::truncated),
            field("warnings", &A::warnings),
            field("validation_warnings", &A::validationWarnings),
            field("low_importance_warning", &A::lowImportanceWarning),
            field("dryRun", &A::dryRun),
            field("simulated", &A::simulated),
            field("_meta", &A::meta),
        };
    }
};

/// Stores one fragment. The MCP tool, the REST route, the command line and the
/// window all come through here, so a rule written here holds everywhere.
/// Needs a writing unit of work. Errors: InvalidArgument (too short, a bare URL),
/// TooLong (over 4,000 code points), NotFound (an id in `supersedes` that the
/// caller does not own), LimitExceeded (the key is full), PolicyViolation (the key
/// refuses what breaks a rule).
Result<RememberAnswer> remember(UnitOfWork &work, const RememberRequest &request);

/// The id under which remember() has the request's text, or its idempotency key,
/// already; nothing when it would be new. Errors as for a text that is no memory.
Result<std::optional<QString>> rememberedAs(UnitOfWork &work, const RememberRequest &request);

} // namespace hub
