// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/feedbackhint.h"

namespace hub {

class UnitOfWork;

struct AmendRequest {
    QString id;
    std::optional<QString> content;
    std::optional<QString> topic;
    std::optional<QStringList> keywords;
    std::optional<FragmentType> type; ///< not to episode
    std::optional<double> importance;
    std::optional<bool> isAnchor;
    bool supersedes = false;
    std::optional<AssertionStatus> assertionStatus;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    std::optional<QString> agentId;
    bool dryRun = false;
    QStringList unsupported; ///< what was given and cannot be amended; not on the wire

    static constexpr auto fields()
    {
        using R = AmendRequest;
        return std::tuple {
            field("id", &R::id).required().max(64),
            field("content", &R::content).max(4000),
            field("topic", &R::topic).max(255),
            field("keywords", &R::keywords).items(50).max(200),
            field("type", &R::type),
            field("importance", &R::importance).range(0, 1),
            field("isAnchor", &R::isAnchor),
            field("supersedes", &R::supersedes),
            field("assertionStatus", &R::assertionStatus),
            field("resolutionStatus", &R::resolutionStatus),
            field("outcome", &R::outcome).max(1000),
            field("phase", &R::phase).max(50),
            field("agentId", &R::agentId).max(128),
            field("dryRun", &R::dryRun),
        };
    }
};

/// Parameters of remember() that no amendment changes (affect, caseId, workspace, …) are
/// put into `unsupported`, to be named in the answer; unknown ones are refused.
template <>
Result<AmendRequest> fromJson<AmendRequest>(const QJsonObject &json);

struct AmendedFragment {
    QString id;
    FragmentType type = FragmentType::Fact;
    QString content;
    QString topic;
    QStringList keywords;
    double importance = 0;
    bool isAnchor = false;
    AssertionStatus assertionStatus = AssertionStatus::Observed;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<QString> outcome;
    std::optional<QString> phase;

    static constexpr auto fields()
    {
        using F = AmendedFragment;
        return std::tuple {field("id", &F::id), field("type", &F::type), field("content", &F::content),
            field("topic", &F::topic), field("keywords", &F::keywords), field("importance", &F::importance),
            field("is_anchor", &F::isAnchor), field("assertion_status", &F::assertionStatus),
            field("resolution_status", &F::resolutionStatus), field("outcome", &F::outcome), field("phase", &F::phase)};
    }
};

struct AmendSimulation {
    AmendedFragment wouldBeFragment;

    static constexpr auto fields()
    {
        return std::tuple {field("would_be_fragment", &AmendSimulation::wouldBeFragment)};
    }
};

struct AmendAnswer {
    bool success = false; ///< equals `updated`; true in a dry run
    std::optional<bool> updated;
    std::optional<AmendedFragment> fragment;
    std::optional<QString> error;
    std::optional<bool> merged; ///< the new text is already stored as `existingId`
    std::optional<QString> existingId;
    std::optional<QString> supersededId; ///< with `supersedes`: what the new fragment replaces
    std::optional<Timestamp> validTo;    ///< the target is superseded or expired since
    std::optional<bool> truncated;
    std::optional<QStringList> warnings;
    std::optional<bool> dryRun;
    std::optional<AmendSimulation> simulated;
    std::optional<QStringList> unsupportedFields; ///< given, and left as they were
    std::optional<FeedbackMeta> meta;

    static constexpr auto fields()
    {
        using A = AmendAnswer;
        return std::tuple {field("success", &A::success), field("updated", &A::updated),
            field("fragment", &A::fragment), field("error", &A::error), field("merged", &A::merged),
            field("existingId", &A::existingId), field("supersededId", &A::supersededId), field("validTo", &A::validTo),
            field("truncated", &A::truncated), field("warnings", &A::warnings), field("dryRun", &A::dryRun),
            field("simulated", &A::simulated), field("unsupportedFields", &A::unsupportedFields),
            field("_meta", &A::meta)};
    }
};

/// Changes one fragment in place; what it was before stays in its history. With
/// `supersedes` and content the new text becomes a fragment of its own that
/// replaces the old one. Validates like remember(). Needs a writing unit of work.
Result<AmendAnswer> amend(UnitOfWork &work, const AmendRequest &request);

} // namespace hub
