// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// The relations a caller may set; the others come about by themselves.
enum class LinkRelation : quint8 { Related, CausedBy, ResolvedBy, PartOf, Contradicts };
template <>
struct EnumNames<LinkRelation> {
    static constexpr auto names
        = std::to_array<std::string_view>({"related", "caused_by", "resolved_by", "part_of", "contradicts"});
};

struct LinkRequest {
    QString fromId;
    QString toId;
    LinkRelation relationType = LinkRelation::Related;
    std::optional<QString> agentId;
    double weight = 1;
    bool dryRun = false;

    static constexpr auto fields()
    {
        using R = LinkRequest;
        return std::tuple {field("fromId", &R::fromId).required().max(64), field("toId", &R::toId).required().max(64),
            field("relationType", &R::relationType), field("agentId", &R::agentId).max(128),
            field("weight", &R::weight).range(0, 1), field("dryRun", &R::dryRun)};
    }
};

struct LinkSimulation {
    QString fromId;
    QString toId;
    LinkRelation relationType = LinkRelation::Related;
    bool wouldLink = false;
    bool ownershipOk = false;
    bool wouldCreateCycle = false;

    static constexpr auto fields()
    {
        using S = LinkSimulation;
        return std::tuple {field("fromId", &S::fromId), field("toId", &S::toId),
            field("relationType", &S::relationType), field("would_link", &S::wouldLink),
            field("ownership_ok", &S::ownershipOk), field("would_create_cycle", &S::wouldCreateCycle)};
    }
};

struct LinkAnswer {
    bool success = false;
    std::optional<bool> linked;
    std::optional<LinkRelation> relationType;
    std::optional<QString> error;
    std::optional<QStringList> warnings;
    std::optional<bool> dryRun;
    std::optional<LinkSimulation> simulated;

    static constexpr auto fields()
    {
        using A = LinkAnswer;
        return std::tuple {field("success", &A::success), field("linked", &A::linked),
            field("relationType", &A::relationType), field("error", &A::error), field("warnings", &A::warnings),
            field("dryRun", &A::dryRun), field("simulated", &A::simulated)};
    }
};

/// Sets one relation between two fragments that the caller owns. A second link
/// between the same two replaces the relation and keeps the larger weight. A
/// cycle of a directional relation is reported, not refused. Needs a writing
/// unit of work.
Result<LinkAnswer> link(UnitOfWork &work, const LinkRequest &request);

} // namespace hub
