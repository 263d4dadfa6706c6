// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/answerpage.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"
#include "core/search/fragmentview.h"

namespace hub {
namespace {

constexpr int mostPreviews = 3;
constexpr int previewLength = 60;
constexpr int mostNeighbours = 10;
constexpr qsizetype mostStories = 3;
constexpr double storyShare = 0.4; ///< of the budget; above it, one memory before and one after
constexpr double caseShare = 0.5;

int budgetOf(const RecallRequest &request)
{
    return request.wholeTexts ? std::numeric_limits<int>::max() : request.tokenBudget;
}

bool isWanted(const Neighbour &neighbour, const std::optional<LinkRelation> &relation)
{
    return !relation || toString(neighbour.relationType) == toString(*relation);
}

bool isSettled(const Fragment &fragment)
{
    return fragment.validTo || fragment.assertionStatus == AssertionStatus::Rejected;
}

} // namespace

AnswerPage::AnswerPage(UnitOfWork &work, const SearchPlan &plan, const Ranking &ranking, int offset)
    : m_work(work)
    , m_plan(plan)
    , m_ranking(ranking)
    , m_budget(budgetOf(plan.request))
    , m_candidates(ranking.candidates.mid(offset, plan.request.pageSize))
{
    m_answer.totalCount = ranking.total;
    m_answer.searchPath = ranking.searchPath;
}

Result<void> AnswerPage::addCases()
{
    if (!m_plan.request.caseMode)
        return {};
    HUB_TRY(cases, casesOf(m_work, m_plan, m_ranking.candidates, m_budget, m_budget.share(caseShare)));
    m_answer.caseMode = true;
    m_answer.caseCount = int(cases.size());
    m_answer.cases = cases;
    return {};
}

Result<void> AnswerPage::load()
{
    QList<qint64> seqs;
    for (const auto &candidate : m_candidates)
        seqs += candidate.seq;
    HUB_TRY(fragments, FragmentRepository(m_work).bySeqs(seqs, m_plan.access));
    for (const auto &fragment : fragments)
        m_fragments.insert(fragment.seq, fragment);
    return {};
}

Result<void> AnswerPage::addRanked()
{
    HUB_CHECK(load());
    if (!m_plan.request.includeContext) {
        fill(0);
        return {};
    }
    fill(m_budget.share(storyShare)); // room for the stories, whatever of it they need
    HUB_CHECK(stitchBest());
    fill(0);
    return stitchBest();
}

void AnswerPage::fill(int reserve)
{
    for (; m_passed < m_candidates.size(); ++m_passed) {
        const auto &candidate = m_candidates[m_passed];
        const auto fragment = m_fragments.constFind(candidate.seq);
        if (fragment == m_fragments.cend())
            continue;
        if (!add(describeRanked(candidate, *fragment), reserve))
            return;
        m_shown += candidate.seq;
    }
}

RecalledFragment AnswerPage::describeRanked(const Candidate &candidate, const Fragment &fragment)
{
    auto described = describe(m_work, m_plan.request, fragment);
    described.similarity = candidate.similarity;
    described.shares = candidate.shares(m_work.services().search);
    described.score = candidate.score;
    if (m_work.services().memory.symbolicExplain) {
        const auto cases = m_answer.cases.value_or(QList<RecalledCase>());
        const bool inCase = std::any_of(
            cases.begin(), cases.end(), [&](const RecalledCase &one) { return one.caseId == fragment.caseId; });
        described.explanations = explain(m_work, m_plan, candidate, inCase);
    }
    return described;
}

/// False when it does not fit. The very first memory always fits: cut, if need be.
bool AnswerPage::add(RecalledFragment fragment, int reserve)
{
    const auto cost = [&] {
        return estimateTokens(fragment.content) + estimateTokens(fragment.contextSummary.value_or(QString()));
    };
    if (m_answer.fragments.isEmpty()) {
        const int left = m_budget.left();
        if (cost() > left)
            fragment.contextSummary.reset();
        while (cost() > left && !fragment.content.isEmpty()) {
            const auto length = codePointCount(fragment.content) * left / cost();
            fragment.content = cutText(fragment.content, length);
            fragment.truncated = true;
        }
    } else if (cost() > m_budget.left() - reserve) {
        return false;
    }
    m_budget.take(cost());
    m_answer.fragments += std::move(fragment);
    return true;
}

Result<QList<SessionNeighbour>> AnswerPage::besides(const Fragment &fragment)
{
    const auto known = m_besides.constFind(fragment.seq);
    if (known != m_besides.cend())
        return *known;
    HUB_TRY(neighbours, sessionNeighbours(m_work, m_plan.access, fragment));
    m_besides.insert(fragment.seq, neighbours);
    return neighbours;
}

/// The stories of the three best that have one, anew for all that is on the page by now.
Result<void> AnswerPage::stitchBest()
{
    m_budget.giveBack(m_stitched);
    m_stitched = 0;
    HUB_TRY(linked, neighboursOf(m_work, m_plan.access, m_shown));
    QList<qint64> telling;
    for (const auto &link : linked) {
        if (isTelling(link.relationType))
            telling += link.seq;
    }
    HUB_TRY(texts, neighbourTexts(m_work, m_plan.access, telling));
    QList<std::pair<qsizetype, StitchedContext>> stories;
    int tokens = 0;
    for (qsizetype i = 0; i < m_shown.size() && stories.size() < mostStories; ++i) {
        const auto &fragment = m_fragments[m_shown[i]];
        HUB_TRY(neighbours, besides(fragment));
        if (const auto story = stitch(fragment, neighbours, linked, texts)) {
            stories.append({i, *story});
            tokens += tokensOf(*story);
        }
    }
    for (auto &[place, story] : stories) {
        if (tokens > m_budget.share(storyShare))
            shorten(story);
        bool any = true;
        while (any && tokensOf(story) > m_budget.left())
            any = dropOne(story);
        if (!any)
            continue;
        m_budget.take(tokensOf(story));
        m_stitched += tokensOf(story);
        m_answer.fragments[place].stitchedContext = story;
    }
    return {};
}

Result<void> AnswerPage::addPreviews()
{
    HUB_TRY(near, neighboursOf(m_work, m_plan.access, m_shown));
    m_near = near;
    QHash<qint64, QList<Neighbour>> previewed;
    QList<qint64> needed;
    for (const auto &neighbour : m_near) {
        auto &links = previewed[neighbour.nearSeq];
        const bool isShown = links.size() < mostPreviews && isWanted(neighbour, m_plan.request.linkRelationType);
        if (isShown)
            links += neighbour;
        if (isShown || neighbour.relationType == RelationType::Contradicts)
            needed += neighbour.seq;
    }
    HUB_TRY(texts, neighbourTexts(m_work, m_plan.access, needed));
    m_contradiction = std::any_of(m_near.begin(), m_near.end(), [&](const Neighbour &n) {
        const auto other = texts.constFind(n.seq);
        return n.relationType == RelationType::Contradicts && !isSettled(m_fragments.value(n.nearSeq))
            && other != texts.cend() && !other->settled;
    });
    for (qsizetype i = 0; i < m_shown.size(); ++i) {
        for (const auto &link : previewed.value(m_shown[i]))
            preview(m_answer.fragments[i], link, texts.value(link.seq));
    }
    return {};
}

void AnswerPage::preview(RecalledFragment &fragment, const Neighbour &link, const NeighbourText &text)
{
    const auto shown = cutText(oneLine(text.content), previewLength);
    if (!text.id.isEmpty() && m_budget.take(estimateTokens(shown)))
        fragment.linked += {.id = text.id, .relationType = link.relationType, .preview = shown};
}

Result<void> AnswerPage::addLinked(QSet<qint64> &alongside)
{
    if (!m_plan.request.includeLinks || m_plan.isBrowsing())
        return {};
    QSet<qint64> placed = alongside; // what is ranked has its own place, on this page or a later one
    for (const auto &candidate : m_ranking.candidates)
        placed += candidate.seq;
    QList<qint64> wanted;
    const auto &lexical = m_work.services().lexical;
    const auto accept = m_plan.accept(lexical.names());
    for (const auto &neighbour : m_near) {
        if (wanted.size() == mostNeighbours || placed.contains(neighbour.seq)
            || !isWanted(neighbour, m_plan.request.linkRelationType))
            continue;
        const auto attributes = lexical.attributes(neighbour.seq);
        if (attributes && accept(*attributes)) {
            wanted += neighbour.seq;
            placed += neighbour.seq;
        }
    }
    HUB_TRY(fragments, FragmentRepository(m_work).bySeqs(wanted, m_plan.access));
    for (const auto seq : wanted) {
        const auto found
            = std::find_if(fragments.begin(), fragments.end(), [&](const Fragment &f) { return f.seq == seq; });
        if (found == fragments.end())
            continue;
        auto described = describe(m_work, m_plan.request, *found);
        if (m_work.services().memory.symbolicExplain)
            described.explanations = explainNeighbour(m_work);
        if (!add(std::move(described), 0))
            break;
        alongside += seq;
        m_fragments.insert(seq, *found);
    }
    return {};
}

Result<void> AnswerPage::addNearby()
{
    if (!m_plan.request.includeContext)
        return {};
    QHash<QString, qint64> seqs;
    for (const auto &fragment : m_fragments)
        seqs.insert(fragment.id, fragment.seq);
    for (auto &shown : m_answer.fragments) {
        HUB_TRY(neighbours, besides(m_fragments[seqs.value(shown.id)]));
        QList<NearbyFragment> fitting;
        for (const auto &nearby : nearbyOf(neighbours)) {
            if (m_budget.take(estimateTokens(nearby.content)))
                fitting += nearby;
        }
        if (!fitting.isEmpty())
            shown.nearbyContext = fitting;
    }
    return {};
}

RecallAnswer AnswerPage::finished()
{
    m_answer.totalTokens = m_budget.spent();
    m_answer.count = int(m_answer.fragments.size());
    return m_answer;
}

} // namespace hub
