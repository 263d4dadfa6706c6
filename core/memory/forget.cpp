// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/forget.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"

namespace hub {
namespace {

// Two sentences that the documentation prints and clients compare: never translated.
const auto needsForce = u"permanent 파편은 force 옵션 필요"_s;
const auto notFound = u"Fragment not found or no permission"_s;

bool isProtected(const Fragment &fragment, const ForgetRequest &request)
{
    return fragment.ttlTier == TtlTier::Permanent && !request.force;
}

ForgetTarget describe(const Fragment &f)
{
    return {.id = f.id, .type = f.type, .content = f.content, .ttlTier = f.ttlTier};
}

/// Absent: not found. The topic's fragments, or the one with the id.
Result<QList<Fragment>> targets(UnitOfWork &work, const ForgetRequest &request, const Access &access)
{
    QList<Fragment> found;
    if (request.id) {
        HUB_TRY(one, FragmentRepository(work).owned(*request.id, access));
        if (one)
            found += *one;
    }
    if (request.topic) {
        HUB_TRY(statement, work.database().prepareNamed(u"memory/fragments_of_topic"));
        statement.set(":topic"_L1, canonicalText(*request.topic));
        HUB_TRY(all, access.bindOwned(statement).all<Fragment>());
        for (const auto &fragment : all) {
            if (!request.id || fragment.id != *request.id)
                found += fragment;
        }
    }
    return found;
}

Result<int> linkCount(UnitOfWork &work, const QString &id, const Access &access)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/links_count"));
    HUB_TRY(count, access.bindVisible(statement.set(":id"_L1, id)).scalar<int>());
    return count.value_or(0);
}

Result<ForgetAnswer> simulate(UnitOfWork &work, const ForgetRequest &request, const QList<Fragment> &found, const Access &access)
{
    ForgetSimulation simulation;
    QList<ForgetTarget> described;
    for (const auto &fragment : found) {
        described += describe(fragment);
        (isProtected(fragment, request) ? simulation.wouldProtect : simulation.wouldDelete) += 1;
        HUB_TRY(links, linkCount(work, fragment.id, access));
        simulation.linkedCount += links;
    }
    if (request.topic)
        simulation.fragments = described;
    else
        simulation.fragment = described.constFirst();
    if (simulation.wouldProtect > 0)
        simulation.reason = needsForce;
    ForgetAnswer answer;
    answer.dryRun = true;
    answer.simulated = simulation;
    return answer;
}

/// Whether its text, or its idempotency key, has come in again since it was forgotten.
Result<bool> wasStoredAgain(UnitOfWork &work, const Fragment &trashed)
{
    HUB_TRY(sameText, FragmentRepository(work).withSameText(trashed));
    if (sameText && !trashed.validTo)
        return true;
    if (!trashed.idempotencyKey)
        return false;
    HUB_TRY(statement, work.database().prepareNamed(u"memory/fragment_by_idempotency"));
    HUB_TRY(sameKey, statement.bind(trashed.idempotencyKey, trashed.keyId).first<Fragment>());
    return sameKey.has_value();
}

} // namespace

Result<ForgetAnswer> forget(UnitOfWork &work, const ForgetRequest &request)
{
    const bool hasId = request.id && !request.id->trimmed().isEmpty();
    const bool hasTopic = request.topic && !request.topic->trimmed().isEmpty();
    if (!hasId && !hasTopic)
        return Error {ErrorCode::InvalidArgument, u"id or topic is required"_s};
    const auto access = Access::of(work.caller(), request.agentId);
    const ForgetRequest wanted {.id = hasId ? request.id : std::nullopt, .topic = hasTopic ? request.topic : std::nullopt,
                                .force = request.force, .agentId = request.agentId, .dryRun = request.dryRun};
    HUB_TRY(found, targets(work, wanted, access));
    ForgetAnswer answer;
    if (found.isEmpty()) {
        answer.deleted = 0;
        answer.error = notFound;
        return answer;
    }
    if (request.dryRun)
        return simulate(work, wanted, found, access);
    int kept = 0;
    for (const auto &fragment : found) {
        if (isProtected(fragment, request)) {
            ++kept;
            continue;
        }
        HUB_CHECK(FragmentRepository(work).trash(fragment));
        answer.ids += fragment.id;
    }
    answer.deleted = int(answer.ids.size());
    if (kept > 0) {
        answer.protectedCount = kept;
        answer.reason = needsForce;
    }
    return answer;
}

Result<RestoreAnswer> restore(UnitOfWork &work, const QStringList &ids)
{
    const auto access = Access::of(work.caller());
    FragmentRepository fragments(work);
    RestoreAnswer answer;
    for (const auto &id : ids) {
        HUB_TRY(statement, work.database().prepareNamed(u"memory/trashed_owned"));
        HUB_TRY(trashed, access.bindOwned(statement.set(":id"_L1, id)).first<Fragment>());
        if (!trashed)
            continue;
        HUB_TRY(isTaken, wasStoredAgain(work, *trashed));
        if (isTaken) {
            answer.conflicting += id;
            continue;
        }
        HUB_CHECK(fragments.untrash(*trashed));
        ++answer.restored;
    }
    return answer;
}

} // namespace hub
