// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/link.h"

#include "core/keys/audit.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/links.h"

namespace hub {
namespace {

constexpr double settledImportance = 0.5; ///< what an error keeps once it is resolved

RelationType relationOf(LinkRelation relation)
{
    switch (relation) {
    case LinkRelation::CausedBy: return RelationType::CausedBy;
    case LinkRelation::ResolvedBy: return RelationType::ResolvedBy;
    case LinkRelation::PartOf: return RelationType::PartOf;
    case LinkRelation::Contradicts: return RelationType::Contradicts;
    case LinkRelation::Related: break;
    }
    return RelationType::Related;
}

bool isDirectional(LinkRelation relation)
{
    return relation == LinkRelation::CausedBy || relation == LinkRelation::ResolvedBy
        || relation == LinkRelation::PartOf;
}

Result<bool> closesCycle(UnitOfWork &work, const LinkRequest &request, const Access &access)
{
    if (!isDirectional(request.relationType))
        return false;
    HUB_TRY(statement, work.database().prepareNamed(u"memory/link_reaches"));
    statement.set(":from"_L1, request.toId)
        .set(":to"_L1, request.fromId)
        .set(":relation"_L1, relationOf(request.relationType));
    HUB_TRY(reached, access.bindOwned(statement).scalar<int>());
    return reached.value_or(0) > 0;
}

/// "error resolved_by fix": whichever end is the error matters less from now on.
Result<void> settleErrors(UnitOfWork &work, const QList<Fragment> &ends)
{
    for (const auto &end : ends) {
        if (end.type != FragmentType::Error || end.importance <= settledImportance)
            continue;
        HUB_TRY(statement, work.database().prepareNamed(u"memory/fragment_lower_importance"));
        HUB_CHECK(statement.bind(end.seq, settledImportance).run());
        work.database().afterCommit([&services = work.services(), seq = end.seq, id = end.id] {
            if (auto known = services.lexical.attributes(seq)) {
                known->importance = float(settledImportance);
                services.lexical.update(*known);
            }
            Q_EMIT services.events.fragmentsChanged({id});
        });
    }
    return {};
}

LinkAnswer failed(const QString &error)
{
    LinkAnswer answer;
    answer.linked = false;
    answer.error = error;
    return answer;
}

} // namespace

Result<void> putLink(UnitOfWork &work, const NewLink &link)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/link_put"));
    HUB_CHECK(statement.bind(link.fromId, link.toId, link.relation, link.weight, work.now()).run());
    work.database().afterCommit([&events = work.services().events] { Q_EMIT events.linksChanged(); });
    return {};
}

Result<LinkAnswer> link(UnitOfWork &work, const LinkRequest &request)
{
    const auto access = Access::of(work.caller(), request.agentId);
    HUB_TRY(ends, FragmentRepository(work).ownedOnes({request.fromId, request.toId}, access));
    const bool owned = ends.size() == 2;
    const bool toItself = request.fromId == request.toId;
    HUB_TRY(cycle, owned ? closesCycle(work, request, access) : Result<bool>(false));
    if (request.dryRun) {
        LinkAnswer answer;
        answer.success = true;
        answer.dryRun = true;
        answer.simulated = LinkSimulation {.fromId = request.fromId,
            .toId = request.toId,
            .relationType = request.relationType,
            .wouldLink = owned && !toItself,
            .ownershipOk = owned,
            .wouldCreateCycle = cycle};
        return answer;
    }
    if (!owned)
        return failed(u"Fragment not found or no permission"_s);
    if (toItself)
        return failed(u"fromId and toId are the same fragment"_s);
    HUB_CHECK(putLink(work,
        {.fromId = request.fromId,
            .toId = request.toId,
            .relation = relationOf(request.relationType),
            .weight = request.weight}));
    HUB_CHECK(noteAudit(work.database(), work.caller(), work.now(),
        {.action = AuditAction::Linked,
            .target = request.fromId,
            .detail = QString(toString(request.relationType) + u' ' + request.toId)}));
    if (request.relationType == LinkRelation::ResolvedBy)
        HUB_CHECK(settleErrors(work, ends));
    LinkAnswer answer;
    answer.success = true;
    answer.linked = true;
    answer.relationType = request.relationType;
    if (cycle)
        answer.warnings = QStringList {u"this link closes a cycle of %1"_s.arg(toString(request.relationType))};
    return answer;
}

} // namespace hub
