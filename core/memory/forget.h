// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/feedbackhint.h"

namespace hub {

class UnitOfWork;

struct ForgetRequest {
    std::optional<QString> id;
    std::optional<QString> topic;
    bool force = false;
    std::optional<QString> agentId;
    bool dryRun = false;

    static constexpr auto fields()
    {
        using R = ForgetRequest;
        return std::tuple {field("id", &R::id).max(64), field("topic", &R::topic).max(255), field("force", &R::force),
            field("agentId", &R::agentId).max(128), field("dryRun", &R::dryRun)};
    }
};

struct ForgetTarget {
    QString id;
    FragmentType type = FragmentType::Fact;
    QString content;
    TtlTier ttlTier = TtlTier::Warm;

    static constexpr auto fields()
    {
        using T = ForgetTarget;
        return std::tuple {field("id", &T::id), field("type", &T::type), field("content", &T::content),
            field("ttl_tier", &T::ttlTier)};
    }
};

/// What a forget would do. By id `fragment` is set, by topic `fragments`.
struct ForgetSimulation {
    std::optional<ForgetTarget> fragment;
    std::optional<QList<ForgetTarget>> fragments;
    int linkedCount = 0;
    int wouldDelete = 0;
    int wouldProtect = 0;
    Nullable<QString> reason;

    static constexpr auto fields()
    {
        using S = ForgetSimulation;
        return std::tuple {field("fragment", &S::fragment), field("fragments", &S::fragments),
            field("linked_count", &S::linkedCount), field("would_delete", &S::wouldDelete),
            field("would_protect", &S::wouldProtect), field("reason", &S::reason)};
    }
};

/// The three outcomes of the seed: deleted, protected (permanent without force),
/// or not found. `ids` names what was moved to the trash, for undo.
struct ForgetAnswer {
    bool success = true;
    std::optional<int> deleted;
    std::optional<int> protectedCount;
    std::optional<QString> reason;
    std::optional<QString> error;
    std::optional<bool> dryRun;
    std::optional<ForgetSimulation> simulated;
    std::optional<FeedbackMeta> meta;
    QStringList ids; ///< not on the wire

    static constexpr auto fields()
    {
        using A = ForgetAnswer;
        return std::tuple {field("success", &A::success), field("deleted", &A::deleted),
            field("protected", &A::protectedCount), field("reason", &A::reason), field("error", &A::error),
            field("dryRun", &A::dryRun), field("simulated", &A::simulated), field("_meta", &A::meta)};
    }
};

/// Moves one fragment, or all of a topic, to the trash. Exactly one of id and
/// topic must be given (both: both are done). Needs a writing unit of work.
Result<ForgetAnswer> forget(UnitOfWork &work, const ForgetRequest &request);

struct RestoreAnswer {
    int restored = 0;
    QStringList conflicting; ///< ids whose text or idempotency key was stored again meanwhile; left in the trash

    static constexpr auto fields()
    {
        using A = RestoreAnswer;
        return std::tuple {field("restored", &A::restored), field("conflicting", &A::conflicting)};
    }
};

/// Takes fragments back out of the trash, with their links and history.
/// Ids that are not there or not the caller's are passed over.
Result<RestoreAnswer> restore(UnitOfWork &work, const QStringList &ids);

} // namespace hub
