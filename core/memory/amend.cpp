// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/index/keywords.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/preparedtext.h"

namespace hub {
namespace {

AmendedFragment describe(const Fragment &f)
{
    return {.id = f.id, .type = f.type, .content = f.content, .topic = f.topic, .keywords = f.keywords,
            .importance = f.importance, .isAnchor = f.isAnchor, .assertionStatus = f.assertionStatus,
            .resolutionStatus = f.resolutionStatus, .outcome = f.outcome, .phase = f.phase};
}

AmendAnswer failed(const QString &error)
{
    AmendAnswer answer;
    answer.updated = false;
    answer.error = error;
    return answer;
}

bool changesAnything(const AmendRequest &r)
{
    return r.content || r.topic || r.keywords || r.type || r.importance || r.isAnchor || r.assertionStatus
        || r.resolutionStatus || r.outcome || r.phase;
}

/// `f` as the request wants it; `text` is the prepared content, if content changes.
void apply(const AmendRequest &request, const std::optional<PreparedText> &text, Fragment &f)
{
    if (text) {
        f.content = text->content;
        f.contentHash = sha256Hex(f.content);
        f.estimatedTokens = estimateTokens(f.content);
    }
    if (request.topic)
        f.topic = presentText(request.topic).value_or(u"general"_s);
    if (request.keywords || text)
        f.keywords = mergeKeywords(request.keywords.value_or(text ? QStringList() : f.keywords), f.content);
    f.type = request.type.value_or(f.type);
    f.isAnchor = request.isAnchor.value_or(f.isAnchor);
    if (request.importance || request.type || request.isAnchor) {
        const auto asked = request.importance.value_or(f.importance);
        f.importance = storedImportance(f.type, asked, f.isAnchor, f.content);
        f.ttlTier = initialTier(f.type, f.importance, asked);
    }
    f.assertionStatus = request.assertionStatus.value_or(f.assertionStatus);
    f.resolutionStatus = request.resolutionStatus ? request.resolutionStatus : f.resolutionStatus;
    f.outcome = request.outcome ? request.outcome : f.outcome;
    f.phase = request.phase ? request.phase : f.phase;
}

/// The new text as a fragment of its own, which takes the place of `old`.
Result<AmendAnswer> replace(UnitOfWork &work, const Fragment &old, Fragment next)
{
    FragmentRepository fragments(work);
    next.id = newFragmentId();
    next.createdAt = work.now();
    next.accessCount = 0;
    next.idempotencyKey.reset();
    HUB_TRY(stored, fragments.insert(next));
    HUB_CHECK(fragments.supersede(old, stored.id));
    AmendAnswer answer;
    answer.success = true;
    answer.updated = true;
    answer.fragment = describe(stored);
    answer.supersededId = old.id;
    return answer;
}

Result<AmendAnswer> simulate(const Fragment &after)
{
    AmendAnswer answer;
    answer.success = true;
    answer.dryRun = true;
    answer.simulated = AmendSimulation {.wouldBeFragment = describe(after)};
    return answer;
}

Result<AmendAnswer> write(UnitOfWork &work, const AmendRequest &request, const Fragment &before, const Fragment &after)
{
    FragmentRepository fragments(work);
    if (request.content) {
        HUB_TRY(same, fragments.withSameText(after));
        if (same && (request.supersedes || same->id != before.id)) { // nothing takes its own place
            AmendAnswer answer;
            answer.updated = false;
            answer.merged = true;
            answer.existingId = same->id;
            return answer;
        }
    }
    if (request.supersedes)
        return replace(work, before, after);
    HUB_CHECK(fragments.update(before, after));
    AmendAnswer answer;
    answer.success = true;
    answer.updated = true;
    answer.fragment = describe(after);
    return answer;
}

} // namespace

Result<AmendAnswer> amend(UnitOfWork &work, const AmendRequest &request)
{
    if (!changesAnything(request))
        return failed(u"nothing to change: give at least one of content, topic, keywords, type, importance, isAnchor, "
                      "assertionStatus, resolutionStatus, outcome, phase"_s);
    if (request.type == FragmentType::Episode)
        return Error {ErrorCode::InvalidArgument, u"type must be one of fact, decision, error, preference, procedure, relation; got string \"episode\""_s};
    if (request.supersedes && !request.content)
        return Error {ErrorCode::InvalidArgument, u"supersedes needs content: the text that replaces the old one"_s};
    HUB_TRY(before, FragmentRepository(work).owned(request.id, Access::of(work.caller(), request.agentId)));
    if (!before)
        return failed(u"Fragment not found or no permission"_s);
    if (before->validTo) {
        auto answer = failed(u"Fragment is superseded or expired"_s);
        answer.validTo = before->validTo;
        return answer;
    }
    std::optional<PreparedText> text;
    if (request.content) {
        HUB_TRY(prepared, prepareText(*request.content, request.type.value_or(before->type), work.services().memory));
        text = prepared;
    }
    auto after = *before;
    apply(request, text, after);
    HUB_TRY(answer, request.dryRun ? simulate(after) : write(work, request, *before, after));
    if (text && text->truncated)
        answer.truncated = true;
    if (text && !text->warnings.isEmpty())
        answer.warnings = text->warnings;
    return answer;
}

} // namespace hub
