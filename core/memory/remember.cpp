// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/remember.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/index/keywords.h"
#include "core/memory/conflicts.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/links.h"
#include "core/memory/preparedtext.h"
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

Result<QuotaState> quotaOf(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/quota_used"));
    HUB_TRY(used, statement.bind(work.caller().ownKey()).scalar<qint64>());
    return QuotaState {.used = used.value_or(0), .limit = {}, .remaining = {}};
}

Result<RememberAnswer> simulate(UnitOfWork &work, const Fragment &f)
{
    HUB_TRY(conflicts, findConflicts(work, f));
    HUB_TRY(quota, quotaOf(work));
    RememberAnswer answer;
    answer.dryRun = true;
    answer.simulated = RememberSimulation {
        .fragment = {.content = f.content, .type = f.type, .topic = f.topic, .keywords = f.keywords,
                     .importance = f.importance, .ttlTier = f.ttlTier},
        .conflicts = conflicts,
        .validationWarnings = {},
        .quota = quota,
    };
    return answer;
}

Result<void> connect(UnitOfWork &work, const RememberRequest &request, const Fragment &f, const QList<Fragment> &replaced,
                     QStringList &warnings)
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

Result<RememberAnswer> store(UnitOfWork &work, const RememberRequest &request, const Fragment &f,
                             const QList<Fragment> &replaced, QStringList &warnings)
{
    FragmentRepository fragments(work);
    HUB_TRY(existing, fragments.withSameText(f));
    if (existing) {
        HUB_CHECK(connect(work, request, *existing, replaced, warnings));
        auto answer = describe(*existing);
        answer.existing = true;
        return answer;
    }
    HUB_TRY(conflicts, findConflicts(work, f));
    HUB_TRY(stored, fragments.insert(f));
    HUB_CHECK(connect(work, request, stored, replaced, warnings));
    auto answer = describe(stored);
    answer.conflicts = conflicts;
    return answer;
}

} // namespace

Result<RememberAnswer> remember(UnitOfWork &work, const RememberRequest &request)
{
    HUB_TRY(text, prepareText(request.content, request.type, work.services().memory));
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
        return simulate(work, fragment);
    auto warnings = text.warnings;
    HUB_TRY(answer, store(work, request, fragment, replaced, warnings));
    tellWhatChanged(text, warnings, answer);
    if (request.importance && *request.importance < lowImportance)
        answer.lowImportanceWarning = u"importance %1 is below %2: this memory is kept for a short time only"_s
                                          .arg(*request.importance).arg(lowImportance);
    return answer;
}

} // namespace hub
