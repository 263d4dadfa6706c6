// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/remember.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/index/keywords.h"
#include "core/memory/automaticlinks.h"
#include "core/memory/caseevents.h"
#include "core/memory/claims.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/links.h"
#include "core/memory/policyrules.h"
#include "core/memory/preparedtext.h"
#include "core/memory/quota.h"
#include "core/memory/workingmemory.h"

namespace hub {
namespace {

/// The fragment that the request describes, complete but for its `seq`.
Fragment build(const UnitOfWork &work, const RememberRequest &request, const QString &content)
{
    const auto asked = request.importance.value_or(defaultImportance(request.type));
    Fragment f;
    f.id = newFragmentId();
    f.content = content;
    f.topic = presentText(request.topic).value_or(u"general"_s);
    f.keywords = mergeKeywords(request.keywords, f.content);
    f.type = request.type;
    f.isAnchor = request.isAnchor;
    f.importance = storedImportance(f.type, asked, f.isAnchor, f.content);
    f.ttlTier = initialTier(f.type, f.importance, asked);
    f.contentHash = sha256Hex(f.content);
    f.estimatedTokens = estimateTokens(f.content);
    f.createdAt = work.now();
    f.agentId = presentText(request.agentId).value_or(u"default"_s);
    f.contextSummary = presentText(request.contextSummary);
    f.goal = presentText(request.goal);
    f.outcome = presentText(request.outcome);
    f.phase = presentText(request.phase);
    f.resolutionStatus = request.resolutionStatus;
    f.assertionStatus = request.assertionStatus;
    f.affect = request.affect;
    f.idempotencyKey = presentText(request.idempotencyKey);
    return f;
}

/// Whose it is and where it belongs: key, session, workspace, case, source.
void place(const UnitOfWork &work, const RememberRequest &request, Fragment &f)
{
    const auto &caller = work.caller();
    f.keyId = caller.ownKey();
    f.sessionId = presentText(request.sessionId);
    if (!f.sessionId && !caller.sessionId.isEmpty())
        f.sessionId = caller.sessionId;
    f.workspace = presentText(request.workspace);
    f.workspaceSource = f.workspace ? WorkspaceSource::Explicit : WorkspaceSource::Unscoped;
    if (!f.workspace && caller.defaultWorkspace) {
        f.workspace = caller.defaultWorkspace;
        f.workspaceSource = WorkspaceSource::KeyDefault;
    }
    f.caseId = presentText(request.caseId);
    if (!f.caseId)
        f.caseId = f.sessionId;
    f.source = presentText(request.source);
    if (!f.source && f.sessionId)
        f.source = u"session:"_s + f.sessionId->left(8);
}

RememberAnswer describe(const Fragment &f)
{
    RememberAnswer answer;
    answer.success = true;
    answer.id = f.id;
    answer.keywords = f.keywords;
    answer.ttlTier = toString(f.ttlTier);
    answer.scope = MemoryScope::Permanent;
    answer.conflicts = QList<MemoryConflict> {};
    return answer;
}

PolicyInput policyInput(const RememberRequest &request)
{
    return {.linkedCount = request.linkedTo.size(), .hasExplicitCase = presentText(request.caseId).has_value()};
}

Result<RememberAnswer> simulate(UnitOfWork &work, const RememberRequest &request, const Fragment &f)
{
    HUB_TRY(kin, findKin(work, f));
    HUB_TRY(broken, brokenRules(work, f, policyInput(request)));
    HUB_TRY(quota, quotaOf(work));
    RememberAnswer answer;
    answer.dryRun = true;
    answer.simulated = RememberSimulation {
        .fragment = {.content = f.content,
            .type = f.type,
            .topic = f.topic,
            .keywords = f.keywords,
            .importance = f.importance,
            .ttlTier = f.ttlTier},
        .conflicts = conflictsAmong(kin, f),
        .validationWarnings = broken,
        .quota = quota,
    };
    return answer;
}

Result<void> connect(UnitOfWork &work, const RememberRequest &request, const Fragment &f,
    const QList<Fragment> &replaced, QStringList &warnings)
{
    FragmentRepository fragments(work);
    for (const auto &old : replaced) {
        if (old.id != f.id)
            HUB_CHECK(fragments.supersede(old, f.id));
    }
    const auto access = Access::of(work.caller(), request.agentId);
    for (const auto &id : request.linkedTo) {
        HUB_TRY(other, fragments.owned(id, access));
        if (!other)
            warnings += u"linkedTo: %1 was not found, no link was made"_s.arg(id);
        else if (other->id != f.id)
            HUB_CHECK(putLink(work, {.fromId = f.id, .toId = other->id}));
    }
    return {};
}

/// What became of the text on its way, and of the wishes that came with it.
void tellWhatChanged(const PreparedText &text, const QStringList &warnings, RememberAnswer &answer)
{
    if (text.truncated)
        answer.truncated = true;
    if (!warnings.isEmpty())
        answer.warnings = warnings;
}

/// Everything that `supersedes` names must be the caller's, or nothing is stored:
/// an old truth left standing beside the new one would be worse than an error.
Result<QList<Fragment>> toReplace(UnitOfWork &work, const RememberRequest &request)
{
    auto ids = request.supersedes;
    ids.removeDuplicates(); // named twice, it is replaced once
    HUB_TRY(found, FragmentRepository(work).ownedOnes(ids, Access::of(work.caller(), request.agentId)));
    for (const auto &id : ids) {
        const bool known = std::any_of(found.begin(), found.end(), [&](const Fragment &f) { return f.id == id; });
        if (!known)
            return Error {ErrorCode::NotFound, u"supersedes: Fragment not found or no permission: %1"_s.arg(id)};
    }
    return found;
}

Result<std::optional<Fragment>> storedBefore(UnitOfWork &work, const Fragment &f)
{
    if (!f.idempotencyKey)
        return std::optional<Fragment>();
    HUB_TRY(statement, work.database().prepareNamed(u"memory/fragment_by_idempotency"));
    return statement.bind(f.idempotencyKey, f.keyId).first<Fragment>();
}

/// The text that is there already: `f` adds nothing but its wishes.
Result<RememberAnswer> answerExisting(UnitOfWork &work, const RememberRequest &request, const Fragment &existing,
    const QList<Fragment> &replaced, QStringList &warnings)
{
    HUB_CHECK(connect(work, request, existing, replaced, warnings));
    auto answer = describe(existing);
    answer.existing = true;
    return answer;
}

/// What a new fragment sets going in the rows around it.
Result<void> settleIn(UnitOfWork &work, const Fragment &stored, const QList<Kin> &kin)
{
    HUB_CHECK(linkAutomatically(work, stored, kin));
    HUB_CHECK(backfillCase(work, stored));
    HUB_CHECK(recordStored(work, stored));
    return work.services().memory.symbolicPolicyRules ? putClaims(work, stored) : Result<void>();
}

Result<RememberAnswer> store(UnitOfWork &work, const RememberRequest &request, Fragment f,
    const QList<Fragment> &replaced, QStringList &warnings)
{
    FragmentRepository fragments(work);
    HUB_TRY(existing, fragments.withSameText(f));
    if (existing)
        return answerExisting(work, request, *existing, replaced, warnings);
    HUB_CHECK(checkQuota(work, replaced));
    HUB_TRY(broken, brokenRules(work, f, policyInput(request)));
    HUB_CHECK(passHardGate(work, f, broken));
    f.validationWarnings = broken;
    if (f.assertionStatus == AssertionStatus::Observed) {
        HUB_TRY(isSettled, speaksOfSettledThings(work, f));
        if (isSettled) {
            f.assertionStatus = AssertionStatus::Inferred;
            warnings += u"assertionStatus: inferred, for something like it was verified or rejected lately"_s;
        }
    }
    HUB_TRY(kin, findKin(work, f));
    HUB_TRY(stored, fragments.insert(f));
    HUB_CHECK(connect(work, request, stored, replaced, warnings));
    HUB_CHECK(settleIn(work, stored, kin));
    auto answer = describe(stored);
    answer.conflicts = conflictsAmong(kin, stored);
    if (!broken.isEmpty())
        answer.validationWarnings = broken;
    return answer;
}

} // namespace

Result<RememberAnswer> remember(UnitOfWork &work, const RememberRequest &request)
{
    HUB_TRY(text, prepareText(request.content, request.type, work.services().memory, request.wholeText));
    auto fragment = build(work, request, text.content);
    place(work, request, fragment);
    if (request.scope == MemoryScope::Session && fragment.sessionId && !request.dryRun) {
        HUB_CHECK(putWorkingMemory(work, fragment));
        auto answer = describe(fragment);
        answer.ttlTier = u"session"_s;
        answer.scope = MemoryScope::Session;
        tellWhatChanged(text, text.warnings, answer);
        return answer;
    }
    HUB_TRY(before, storedBefore(work, fragment));
    if (before && !request.dryRun) {
        auto answer = describe(*before);
        answer.existing = true;
        answer.idempotent = true;
        return answer;
    }
    HUB_TRY(replaced, toReplace(work, request));
    if (request.dryRun)
        return simulate(work, request, fragment);
    auto warnings = text.warnings;
    HUB_TRY(answer, store(work, request, fragment, replaced, warnings));
    tellWhatChanged(text, warnings, answer);
    for (const auto &old : replaced)
        answer.superseded = answer.superseded.value_or(QStringList()) + QStringList {old.id};
    if (request.importance && *request.importance < lowImportance)
        answer.lowImportanceWarning
            = u"importance %1 is below %2: this memory is kept for a short time only"_s.arg(*request.importance)
                  .arg(lowImportance);
    return answer;
}

Result<std::optional<QString>> rememberedAs(UnitOfWork &work, const RememberRequest &request)
{
    HUB_TRY(text, prepareText(request.content, request.type, work.services().memory, request.wholeText));
    auto fragment = build(work, request, text.content);
    place(work, request, fragment);
    HUB_TRY(before, storedBefore(work, fragment));
    if (before)
        return std::optional(before->id);
    HUB_TRY(existing, FragmentRepository(work).withSameText(fragment));
    return existing ? std::optional(existing->id) : std::nullopt;
}

} // namespace hub
