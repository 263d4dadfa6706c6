// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/caseevents.h"
#include "core/search/recall.h"

namespace hub {

struct ReconstructRequest {
    std::optional<QString> caseId {};
    std::optional<QString> entity {};
    std::optional<TimeRangeText> timeRange {};
    std::optional<QString> query {};
    int limit = 100;
    std::optional<QString> workspace {};
    std::optional<QString> agentId {};

    static constexpr auto fields()
    {
        using R = ReconstructRequest;
        return std::tuple {field("caseId", &R::caseId).also("case_id").max(255), field("entity", &R::entity).max(255),
            field("timeRange", &R::timeRange).also("time_range"), field("query", &R::query).max(4000),
            field("limit", &R::limit).clamped(1, 500), field("workspace", &R::workspace).max(255),
            field("agentId", &R::agentId).also("agent_id").max(128)};
    }
};

/// One memory of the course of things.
struct TimelineEntry {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    QStringList keywords;
    double importance = 0;
    QString agentId;
    Nullable<QString> keyId;
    Nullable<QString> caseId;
    Nullable<QString> sessionId;
    Nullable<QString> workspace;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    Nullable<ResolutionStatus> resolutionStatus;
    AssertionStatus assertionStatus = AssertionStatus::Observed;
    Timestamp createdAt;
    std::optional<Timestamp> validTo; ///< present: it was replaced since
    std::optional<bool> truncated;

    static constexpr auto fields()
    {
        using E = TimelineEntry;
        return std::tuple {
            field("id", &E::id),
            field("content", &E::content),
            field("type", &E::type),
            field("topic", &E::topic),
            field("keywords", &E::keywords),
            field("importance", &E::importance),
            field("agent_id", &E::agentId),
            field("key_id", &E::keyId),
            field("case_id", &E::caseId),
            field("session_id", &E::sessionId),
            field("workspace", &E::workspace),
            field("goal", &E::goal),
            field("outcome", &E::outcome),
            field("phase", &E::phase),
            field("resolution_status", &E::resolutionStatus),
            field("assertion_status", &E::assertionStatus),
            field("created_at", &E::createdAt),
            field("valid_to", &E::validTo),
            field("truncated", &E::truncated),
        };
    }
};

/// What led to what: from a cause over its effects to what resolved them.
struct CausalChain {
    QString rootId;
    QStringList chain; ///< ids, the root first
    int length = 0;
    bool isResolved = false; ///< nothing in it is left open

    static constexpr auto fields()
    {
        using C = CausalChain;
        return std::tuple {field("root_id", &C::rootId), field("chain", &C::chain), field("length", &C::length),
            field("is_resolved", &C::isResolved)};
    }
};

/// An error that nothing has resolved, or anything else that is marked as open.
struct OpenBranch {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    Nullable<ResolutionStatus> resolutionStatus;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using B = OpenBranch;
        return std::tuple {field("id", &B::id), field("content", &B::content), field("type", &B::type),
            field("topic", &B::topic), field("resolution_status", &B::resolutionStatus),
            field("created_at", &B::createdAt)};
    }
};

/// A memory beside the timeline that is linked with it, or that an event rests on.
struct SupportingFragment {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    double importance = 0;
    Timestamp createdAt;
    QString role; ///< the relation, or the kind of evidence

    static constexpr auto fields()
    {
        using S = SupportingFragment;
        return std::tuple {field("id", &S::id), field("content", &S::content), field("type", &S::type),
            field("topic", &S::topic), field("importance", &S::importance), field("created_at", &S::createdAt),
            field("role", &S::role)};
    }
};

struct ReconstructAnswer {
    bool success = true;
    QList<TimelineEntry> timeline; ///< oldest first
    QList<CausalChain> causalChains;
    QList<OpenBranch> unresolvedBranches;
    QList<SupportingFragment> supportingFragments;
    QList<CaseEvent> caseEvents; ///< oldest first
    EventDag eventDag;
    QString summary;
    int count = 0;                 ///< of the timeline
    std::optional<bool> truncated; ///< there is more than `limit`; the newest are here

    static constexpr auto fields()
    {
        using A = ReconstructAnswer;
        return std::tuple {field("success", &A::success), field("ordered_timeline", &A::timeline),
            field("causal_chains", &A::causalChains), field("unresolved_branches", &A::unresolvedBranches),
            field("supporting_fragments", &A::supportingFragments), field("case_events", &A::caseEvents),
            field("event_dag", &A::eventDag), field("summary", &A::summary), field("count", &A::count),
            field("truncated", &A::truncated)};
    }
};

/// The course of one task, or of everything about one thing: what happened in which
/// order, what led to what, and what is still open. Many agents work on one task, so
/// the memories of all agents of the caller's keys take part unless one is named.
/// InvalidArgument without caseId and entity.
Result<ReconstructAnswer> reconstructHistory(UnitOfWork &work, const ReconstructRequest &request);

} // namespace hub
