// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/inspect.h"

namespace hub {

struct HistoryRequest {
    QString id;
    std::optional<QString> agentId {};
    bool includePeerAgents = false;

    static constexpr auto fields()
    {
        using R = HistoryRequest;
        return std::tuple {field("id", &R::id).required().max(64), field("agentId", &R::agentId).max(128),
            field("includePeerAgents", &R::includePeerAgents)};
    }
};

/// A fragment as it is now, with what it is linked to.
struct CurrentFragment : Fragment {
    QList<LinkView> linked;

    static constexpr auto fields()
    {
        using C = CurrentFragment;
        return std::tuple {
            field("id", &C::id),
            field("content", &C::content),
            field("topic", &C::topic),
            field("keywords", &C::keywords),
            field("type", &C::type),
            field("importance", &C::importance),
            field("is_anchor", &C::isAnchor),
            field("ttl_tier", &C::ttlTier),
            field("access_count", &C::accessCount),
            field("source", &C::source),
            field("agent_id", &C::agentId),
            field("key_id", &C::keyId),
            field("workspace", &C::workspace),
            field("session_id", &C::sessionId),
            field("case_id", &C::caseId),
            field("context_summary", &C::contextSummary),
            field("goal", &C::goal),
            field("outcome", &C::outcome),
            field("phase", &C::phase),
            field("resolution_status", &C::resolutionStatus),
            field("assertion_status", &C::assertionStatus),
            field("created_at", &C::createdAt),
            field("verified_at", &C::verifiedAt),
            field("valid_from", &C::validFrom),
            field("valid_to", &C::validTo),
            field("linked", &C::linked),
        };
    }
};

/// One of the fragments that came to take the place of another.
struct Successor {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    double importance = 0;
    Timestamp createdAt;
    Nullable<Timestamp> validTo; ///< null: it holds
    QString supersedes;          ///< id of the one before

    static constexpr auto fields()
    {
        using S = Successor;
        return std::tuple {field("id", &S::id), field("content", &S::content), field("type", &S::type),
            field("topic", &S::topic), field("importance", &S::importance), field("created_at", &S::createdAt),
            field("valid_to", &S::validTo), field("supersedes", &S::supersedes)};
    }
};

struct HistoryAnswer {
    bool success = true;
    Nullable<CurrentFragment> current;
    QList<FragmentVersion> versions;    ///< newest first
    QList<Successor> supersededByChain; ///< to its end, nearest first
    std::optional<QString> error;

    static constexpr auto fields()
    {
        using A = HistoryAnswer;
        return std::tuple {field("success", &A::success), field("current", &A::current),
            field("versions", &A::versions), field("superseded_by_chain", &A::supersededByChain),
            field("error", &A::error)};
    }
};

/// What a fragment was before each change, and what has taken its place since. The
/// chain goes as far as the caller may read.
Result<HistoryAnswer> fragmentHistory(UnitOfWork &work, const HistoryRequest &request);

} // namespace hub
