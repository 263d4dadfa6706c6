// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/fragmentview.h"

#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr qsizetype mostReasons = 3;
constexpr float neededOften = 0.5F; ///< activation from which it is a reason

/// Days without a check after which a memory of this type may be out of date.
int staleAfterDays(FragmentType type)
{
    switch (type) {
    case FragmentType::Procedure: return 30;
    case FragmentType::Decision: return 90;
    case FragmentType::Fact:
    case FragmentType::Error:
    case FragmentType::Preference:
    case FragmentType::Relation:
    case FragmentType::Episode: break;
    }
    return 60;
}

QList<Explanation> reasons(UnitOfWork &work, const QStringList &codes)
{
    QList<Explanation> explanations;
    for (const auto &code : codes.mid(0, mostReasons))
        explanations += {.code = code, .detail = work.services().messages.text(u"explain."_s + code)};
    return explanations;
}

} // namespace

RecalledFragment describe(UnitOfWork &work, const RecallRequest &request, const Fragment &f)
{
    RecalledFragment out;
    out.id = f.id;
    out.content = f.content;
    out.topic = f.topic;
    out.type = f.type;
    out.importance = f.importance;
    out.createdAt = f.createdAt;
    out.ageDays = int((work.now().ms - f.createdAt.ms) / msPerDay);
    out.accessCount = f.accessCount;
    out.confidence = std::clamp(f.utilityScore, 0.1, 1.0);
    if (request.includeKeywords || request.fieldNames.contains(u"keywords"_s))
        out.keywords = f.keywords;
    if (request.includeContext || request.fieldNames.contains(u"context_summary"_s))
        out.contextSummary = f.contextSummary;
    out.workspace = f.workspace ? Nullable<QString>(*f.workspace) : Nullable<QString>();
    out.caseId = f.caseId;
    out.goal = f.goal;
    out.outcome = f.outcome;
    out.phase = f.phase;
    out.resolutionStatus = f.resolutionStatus;
    if (f.assertionStatus != AssertionStatus::Observed)
        out.assertionStatus = f.assertionStatus;
    out.affect = f.affect;
    if (!f.validationWarnings.isEmpty())
        out.validationWarnings = f.validationWarnings;
    if (f.validTo)
        out.validTo = *f.validTo;
    out.emaActivation = f.emaActivation;
    if (f.keyId)
        out.keyId = *f.keyId;
    if (request.includeKeyName || request.fieldNames.contains(u"key_name"_s))
        out.keyName = keyNameOf(work, f);
    out.isAnchor = f.isAnchor;
    out.ttlTier = f.ttlTier;
    const auto unchecked = int((work.now().ms - f.verifiedAt.value_or(f.createdAt).ms) / msPerDay);
    if (unchecked > staleAfterDays(f.type))
        out.staleWarning = work.services().messages.text(u"stale_warning"_s).arg(unchecked);
    return out;
}

QList<Explanation> explain(UnitOfWork &work, const SearchPlan &plan, const Candidate &candidate, bool inCase)
{
    QStringList codes;
    if (candidate.value(Signal::Words) > 0 || candidate.value(Signal::Grams) > 0
        || candidate.value(Signal::Keyword) > 0)
        codes += u"direct_keyword_match"_s;
    if (candidate.value(Signal::Meaning) > 0)
        codes += u"semantic_similarity"_s;
    if (inCase)
        codes += u"case_cohort_member"_s;
    if (candidate.value(Signal::Graph) > 0)
        codes += u"graph_neighbor_1hop"_s;
    if (plan.period || candidate.value(Signal::Context) > 0 || candidate.value(Signal::Session) > 0
        || candidate.value(Signal::Reply) > 0)
        codes += u"temporal_proximity"_s;
    if (candidate.attributes.activation > neededOften)
        codes += u"recent_activity_ema"_s;
    return reasons(work, codes);
}

QList<Explanation> explainNeighbour(UnitOfWork &work) { return reasons(work, {u"graph_neighbor_1hop"_s}); }

} // namespace hub
