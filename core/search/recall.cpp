// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/recall.h"

#include "core/base/text.h"
#include "core/base/tokens.h"
#include "core/memory/fragmentrepository.h"
#include "core/search/hints.h"
#include "core/search/neighbours.h"
#include "core/search/pipeline.h"

namespace hub {
namespace {

constexpr int mostPreviews = 3;
constexpr int previewLength = 60;
constexpr int mostNeighbours = 10;

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

QList<Explanation> explain(UnitOfWork &work, const Candidate &candidate, bool inPeriod)
{
    QStringList codes;
    if (candidate.value(Signal::Words) > 0 || candidate.value(Signal::Grams) > 0 || candidate.value(Signal::Keyword) > 0)
        codes += u"direct_keyword_match"_s;
    if (candidate.value(Signal::Vector) > 0)
        codes += u"semantic_similarity"_s;
    if (candidate.value(Signal::Graph) > 0)
        codes += u"graph_neighbor_1hop"_s;
    if (candidate.value(Signal::Context) > 0 || candidate.value(Signal::Session) > 0)
        codes += u"temporal_proximity"_s;
    if (candidate.attributes.activation > 0.5F)
        codes += u"recent_activity_ema"_s;
    if (inPeriod)
        codes += u"temporal_proximity"_s;
    codes.removeDuplicates();
    QList<Explanation> explanations;
    for (const auto &code : codes.mid(0, 3))
        explanations += {.code = code, .detail = work.services().messages.text(u"explain."_s + code)};
    return explanations;
}

/// One page of an answer while it is put together, within the token budget.
class Page
{
public:
    Page(RecallAnswer &answer, const RecallRequest &request)
        : m_answer(answer)
        , m_budget(request.wholeTexts ? std::numeric_limits<int>::max() : request.tokenBudget)
    {
    }

    /// False when it does not fit. The very first fragment always fits: cut, if need be.
    bool add(RecalledFragment fragment)
    {
        auto tokens = estimateTokens(fragment.content);
        if (m_answer.totalTokens + tokens > m_budget) {
            if (!m_answer.fragments.isEmpty())
                return false;
            while (tokens > m_budget && !fragment.content.isEmpty()) {
                fragment.content = cutText(fragment.content, codePointCount(fragment.content) * m_budget / tokens);
                tokens = estimateTokens(fragment.content);
            }
            fragment.truncated = true;
        }
        m_answer.totalTokens += tokens;
        m_answer.fragments += std::move(fragment);
        return true;
    }

private:
    RecallAnswer &m_answer;
    int m_budget;
};

/// Where the page after this one begins, and whether there is one.
void closePage(RecallAnswer &answer, const SearchPlan &plan, const QList<Candidate> &candidates, int shown)
{
    Cursor next {.anchorTime = plan.anchor.ms, .newest = plan.newest, .offset = 0, .createdMs = {}, .seq = {}};
    if (plan.isBrowsing()) {
        answer.hasMore = shown < candidates.size();
        if (shown > 0) {
            next.createdMs = candidates[shown - 1].attributes.createdMs;
            next.seq = candidates[shown - 1].seq;
        }
    } else {
        next.offset = (plan.cursor ? plan.cursor->offset : 0) + shown;
        answer.hasMore = next.offset < answer.totalCount;
    }
    if (answer.hasMore)
        answer.nextCursor = next.encode();
}

Result<QHash<qint64, Fragment>> load(UnitOfWork &work, const SearchPlan &plan, const QList<Candidate> &candidates)
{
    QList<qint64> seqs;
    for (const auto &candidate : candidates)
        seqs += candidate.seq;
    HUB_TRY(fragments, FragmentRepository(work).bySeqs(seqs, plan.access));
    QHash<qint64, Fragment> bySeq;
    for (const auto &fragment : fragments)
        bySeq.insert(fragment.seq, fragment);
    return bySeq;
}

/// The previews under each fragment, and the neighbours that come along in full.
Result<void> addLinks(UnitOfWork &work, const SearchPlan &plan, const QList<qint64> &shown, QSet<qint64> ranked,
                      RecallAnswer &answer, Page &page)
{
    HUB_TRY(near, neighboursOf(work, plan.access, shown, plan.request.linkRelationType));
    for (auto &fragment : answer.fragments) {
        for (const auto &neighbour : near) {
            if (neighbour.nearId == fragment.id && fragment.linked.size() < mostPreviews)
                fragment.linked += {.id = neighbour.id, .relationType = neighbour.relationType,
                                    .preview = cutText(oneLine(neighbour.content), previewLength)};
        }
    }
    if (!plan.request.includeLinks || plan.isBrowsing())
        return {};
    QList<qint64> wanted; // what is ranked has its own place, on this page or a later one
    const auto accept = plan.accept(work.services().lexical.names());
    for (const auto &neighbour : near) {
        const auto attributes = work.services().lexical.attributes(neighbour.seq);
        if (!ranked.contains(neighbour.seq) && attributes && accept(*attributes) && wanted.size() < mostNeighbours) {
            wanted += neighbour.seq;
            ranked += neighbour.seq;
        }
    }
    HUB_TRY(fragments, FragmentRepository(work).bySeqs(wanted, plan.access));
    for (const auto seq : wanted) {
        const auto found = std::find_if(fragments.begin(), fragments.end(), [&](const Fragment &f) { return f.seq == seq; });
        if (found != fragments.end() && !page.add(describe(work, plan.request, *found)))
            break;
    }
    return {};
}

} // namespace

Result<RecallAnswer> recall(UnitOfWork &work, const RecallRequest &request)
{
    HUB_TRY(plan, planSearch(work, request));
    HUB_TRY(ranking, plan.isBrowsing() ? browse(work, plan) : rank(work, plan));
    const int offset = plan.isBrowsing() || !plan.cursor ? 0 : plan.cursor->offset;
    const auto candidates = plan.isBrowsing() ? ranking.candidates : ranking.candidates.mid(offset, request.pageSize);
    HUB_TRY(fragments, load(work, plan, candidates.mid(0, request.pageSize)));

    RecallAnswer answer;
    answer.totalCount = ranking.total;
    answer.searchPath = ranking.searchPath;
    Page page(answer, request);
    QList<qint64> shown;
    int passed = 0; // with those that have gone since they were ranked
    for (const auto &candidate : candidates.mid(0, request.pageSize)) {
        const auto fragment = fragments.constFind(candidate.seq);
        if (fragment != fragments.cend()) {
            auto described = describe(work, request, *fragment);
            described.similarity = candidate.similarity;
            described.shares = candidate.shares(work.services().search);
            described.score = candidate.score;
            if (work.services().memory.symbolicExplain)
                described.explanations = explain(work, candidate, plan.period.has_value());
            if (!page.add(std::move(described)))
                break;
            shown += candidate.seq;
        }
        ++passed;
    }
    closePage(answer, plan, candidates, passed);
    QSet<qint64> ranked;
    for (const auto &candidate : ranking.candidates)
        ranked += candidate.seq;
    HUB_CHECK(addLinks(work, plan, shown, ranked, answer, page));
    answer.count = int(answer.fragments.size());
    HUB_TRY(hints, recallHints(work, plan, answer));
    answer.meta = {.searchEventId = Nullable<qint64>(), .hints = hints, .serverTime = serverTime(work)};
    return answer;
}

QJsonObject recallJson(const RecallAnswer &answer, const RecallRequest &request)
{
    auto json = toJson(answer);
    if (request.fieldNames.isEmpty())
        return json;
    QJsonArray trimmed;
    for (const auto &item : json[u"fragments"_s].toArray()) {
        const auto fragment = item.toObject();
        QJsonObject kept;
        for (const auto &name : request.fieldNames) {
            if (const auto value = fragment.value(name); !value.isUndefined())
                kept.insert(name, value);
        }
        trimmed += kept;
    }
    json.insert(u"fragments"_s, trimmed);
    return json;
}

} // namespace hub
