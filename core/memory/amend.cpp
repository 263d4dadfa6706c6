// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/index/keywords.h"
#include "core/memory/caseevents.h"
#include "core/memory/claims.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/preparedtext.h"

namespace hub {
namespace {

AmendedFragment describe(const Fragment &f)
{
    return {.id = f.id,
        .type = f.type,
        .content = f.content,
        .topic = f.topic,
        .keywords = f.keywords,
        .importance = f.importance,
        .isAnchor = f.isAnchor,
        .assertionStatus = f.assertionStatus,
        .resolutionStatus = f.resolutionStatus,
        .outcome = f.outcome,
        .phase = f.phase};
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

/// What the change sets going in the rows around it.
Result<void> settleIn(UnitOfWork &work, const Fragment &before, const Fragment &after)
{
    HUB_CHECK(recordAmended(work, before, after));
    const bool isReworded = after.content != before.content || after.topic != before.topic;
    return isReworded && work.services().memory.symbolicPolicyRules ? putClaims(work, after) : Result<void>();
}

/// What the answer shows: the row as it stands now, for its case may have changed it.
Result<AmendAnswer> done(UnitOfWork &work, const AmendRequest &request, const Fragment &after)
{
    HUB_TRY(stored, FragmentRepository(work).owned(after.id, Access::of(work.caller(), request.agentId)));
    AmendAnswer answer;
    answer.success = true;
    answer.updated = true;
    answer.fragment = describe(stored.value_or(after));
    return answer;
}

/// The new text as a fragment of its own, which takes the place of `old`.
Result<AmendAnswer> replace(UnitOfWork &work, const AmendRequest &request, const Fragment &old, Fragment next)
{
    FragmentRepository fragments(work);
    next.id = newFragmentId();
    next.createdAt = work.now();
    next.accessCount = 0;
    next.idempotencyKey.reset();
    HUB_TRY(stored, fragments.insert(next));
    HUB_CHECK(fragments.supersede(old, stored.id));
    HUB_CHECK(settleIn(work, old, stored));
    HUB_TRY(answer, done(work, request, stored));
    answer.supersededId = old.id;
    return answer;
}

/// The fragment that has the new text already, if that is not the one to change.
Result<std::optional<Fragment>> sameText(
    UnitOfWork &work, const AmendRequest &request, const Fragment &before, const Fragment &after)
{
    if (!request.content)
        return std::optional<Fragment>();
    HUB_TRY(same, FragmentRepository(work).withSameText(after));
    if (same && !request.supersedes && same->id == before.id) // nothing takes its own place
        same.reset();
    return same;
}

AmendAnswer simulate(const Fragment &after)
{
    AmendAnswer answer;
    answer.success = true;
    answer.dryRun = true;
    answer.simulated = AmendSimulation {.wouldBeFragment = describe(after)};
    return answer;
}

Result<AmendAnswer> write(UnitOfWork &work, const AmendRequest &request, const Fragment &before, const Fragment &after)
{
    HUB_TRY(same, sameText(work, request, before, after));
    if (same || request.dryRun) {
        auto answer = request.dryRun ? simulate(after) : AmendAnswer {};
        if (!request.dryRun)
            answer.updated = false;
        if (same) {
            answer.merged = true;
            answer.existingId = same->id;
        }
        return answer;
    }
    if (request.supersedes)
        return replace(work, request, before, after);
    HUB_CHECK(FragmentRepository(work).update(before, after));
    HUB_CHECK(settleIn(work, before, after));
    return done(work, request, after);
}

AmendAnswer nothingToChange(const AmendRequest &request)
{
    const auto fields = u"content, topic, keywords, type, importance, isAnchor, assertionStatus, resolutionStatus, "
                        "outcome, phase"_s;
    if (request.unsupported.isEmpty())
        return failed(u"nothing to change: give at least one of "_s + fields);
    auto answer = failed(u"%1 cannot be amended; what can is %2"_s.arg(request.unsupported.join(u", "_s), fields));
    answer.unsupportedFields = request.unsupported;
    return answer;
}

/// The request with the names of remember() that it does not have taken out.
Result<AmendRequest> readAmendment(QJsonObject json)
{
    static const QStringList fixed {u"source"_s, u"linkedTo"_s, u"scope"_s, u"contextSummary"_s, u"sessionId"_s,
        u"workspace"_s, u"caseId"_s, u"goal"_s, u"affect"_s, u"idempotencyKey"_s};
    AmendRequest request;
    for (const auto &name : fixed) {
        if (!json.contains(name))
            continue;
        if (!json.value(name).isNull())
            request.unsupported += name;
        json.remove(name);
    }
    HUB_CHECK(readObject(json, request));
    return request;
}

} // namespace

template <>
Result<AmendRequest> fromJson<AmendRequest>(const QJsonObject &json)
{
    return readAmendment(json);
}

Result<AmendAnswer> amend(UnitOfWork &work, const AmendRequest &request)
{
    if (!changesAnything(request))
        return nothingToChange(request);
    if (request.type == FragmentType::Episode)
        return Error {ErrorCode::InvalidArgument,
            u"type must be one of fact, decision, error, preference, procedure, relation; got string \"episode\""_s};
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
    HUB_TRY(answer, write(work, request, *before, after));
    if (!request.unsupported.isEmpty())
        answer.unsupportedFields = request.unsupported;
    if (text && text->truncated)
        answer.truncated = true;
    if (text && !text->warnings.isEmpty())
        answer.warnings = text->warnings;
    return answer;
}

} // namespace hub
