// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/pipeline.h"

#include "core/memory/semanticmemory.h"
#include "core/memory/unitofwork.h"
#include "core/search/neighbours.h"

#include <cmath>

namespace hub {
namespace {

constexpr int graphSeeds = 10;       ///< best hits whose neighbours are looked at
constexpr int labelled = 100;        ///< best hits whose labels are compared
constexpr double recencyHalfLifeDays = 30;

/// Candidates by seq while the stages add to them.
class Pool
{
public:
    explicit Pool(const LexicalIndex &index) : m_index(index) {}

    /// Adds what one signal says; a candidate that is not there yet comes in if it may.
    void add(qint64 seq, const QString &signal, double value, double weight)
    {
        if (value <= 0 || weight <= 0)
            return;
        auto found = m_candidates.find(seq);
        if (found == m_candidates.end()) {
            const auto attributes = m_index.attributes(seq);
            if (!attributes)
                return;
            found = m_candidates.insert(seq, {.seq = seq, .attributes = *attributes, .score = 0, .similarity = {}, .shares = {}});
        }
        found->score += value * weight;
        found->shares += {.signal = signal, .value = value, .weight = weight};
    }
    void setSimilarity(qint64 seq, double similarity)
    {
        if (const auto found = m_candidates.find(seq); found != m_candidates.end())
            found->similarity = similarity;
    }

    QList<Candidate> sorted() const
    {
        auto list = m_candidates.values();
        std::sort(list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
            return std::tuple(-a.score, -a.attributes.createdMs, a.seq) < std::tuple(-b.score, -b.attributes.createdMs, b.seq);
        });
        return list;
    }
    QList<qint64> best(int count) const
    {
        QList<qint64> seqs;
        for (const auto &candidate : sorted().mid(0, count))
            seqs += candidate.seq;
        return seqs;
    }
    template <typename Visitor>
    void each(Visitor visit)
    {
        for (auto &candidate : m_candidates)
            visit(candidate);
    }

private:
    const LexicalIndex &m_index;
    QHash<qint64, Candidate> m_candidates;
};

struct Stages {
    UnitOfWork &work;
    const SearchPlan &plan;
    const SearchSettings &weights;
    AcceptDocument accept;
    Pool pool;
    QStringList path;

    void note(const QString &stage, qsizetype count) { path += u"%1:%2"_s.arg(stage).arg(count); }
};

void lexicalStage(Stages &s)
{
    const auto &w = s.weights;
    const auto result = s.work.services().lexical.search(
        {.terms = analyseQuery(s.plan.question),
         .accept = s.accept,
         .weights = {.bm = float(w.words), .cg = float(w.grams), .ctx = float(w.context), .sess = float(w.session)},
         .limit = w.candidates});
    for (const auto &hit : result.hits) {
        s.pool.add(hit.seq, u"words"_s, double(hit.normalised.bm), w.words);
        s.pool.add(hit.seq, u"grams"_s, double(hit.normalised.cg), w.grams);
        s.pool.add(hit.seq, u"context"_s, double(hit.normalised.ctx), w.context);
        s.pool.add(hit.seq, u"session"_s, double(hit.normalised.sess), w.session);
    }
    s.note(u"L2"_s, result.hits.size());
}

/// The model's view, if there is one and it answers within its deadline.
Result<void> vectorStage(Stages &s, QFuture<Result<Vector>> &pending)
{
    if (pending.isCanceled() || !pending.isValid())
        return {};
    const auto stage = s.plan.request.text ? u"L3"_s : u"L3kw"_s;
    const auto vector = pending.result();
    if (!vector) {
        s.path += stage + u":timeout"_s;
        return {};
    }
    const auto &services = s.work.services();
    HUB_TRY(hits, services.semantic->index()->search(*vector, s.weights.candidates, [&](qint64 seq, int) {
        const auto attributes = services.lexical.attributes(seq);
        return attributes && s.accept(*attributes);
    }));
    const double best = hits.isEmpty() ? 0 : double(hits.constFirst().similarity);
    const double worst = hits.isEmpty() ? 0 : double(hits.constLast().similarity);
    for (const auto &hit : hits) {
        const double value = best > worst ? (double(hit.similarity) - worst) / (best - worst) : 1;
        s.pool.add(hit.seq, u"vector"_s, value, s.weights.vector);
        s.pool.setSimilarity(hit.seq, double(hit.similarity));
    }
    s.note(stage, hits.size());
    return {};
}

Result<void> graphStage(Stages &s)
{
    HUB_TRY(near, neighboursOf(s.work, s.plan.access, s.pool.best(graphSeeds)));
    // How much a relation says about the other end; documented boosts, scaled to 1.
    const auto boost = [](RelationType relation) {
        switch (relation) {
        case RelationType::CausedBy:
        case RelationType::ResolvedBy: return 1.0;
        case RelationType::CoRetrieved: return 1.0 / 3;
        case RelationType::Contradicts:
        case RelationType::SupersededBy: return 0.2;
        case RelationType::Related:
        case RelationType::PartOf:
        case RelationType::Temporal: break;
        }
        return 2.0 / 3;
    };
    QHash<qint64, double> best;
    for (const auto &neighbour : near) {
        const auto attributes = s.work.services().lexical.attributes(neighbour.seq);
        if (attributes && s.accept(*attributes))
            best[neighbour.seq] = std::max(best.value(neighbour.seq), std::tanh(neighbour.weight) * boost(neighbour.relationType));
    }
    for (auto it = best.cbegin(); it != best.cend(); ++it)
        s.pool.add(it.key(), u"graph"_s, it.value(), s.weights.graph);
    if (!best.isEmpty())
        s.note(u"L2.5Graph"_s, best.size());
    return {};
}

struct LabelRow {
    qint64 seq = 0;
    QStringList keywords;
    static constexpr auto fields() { return std::tuple {field("seq", &LabelRow::seq), field("keywords", &LabelRow::keywords)}; }
};

/// A keyword asked for that is, letter for letter, a label of the memory.
Result<void> labelStage(Stages &s)
{
    if (s.plan.labels.isEmpty())
        return {};
    HUB_TRY(statement, s.work.database().prepareNamed(u"search/labels_of"));
    HUB_TRY(rows, statement.bind(jsonList(s.pool.best(labelled))).all<LabelRow>());
    int exact = 0;
    for (const auto &row : rows) {
        int matching = 0;
        for (const auto &label : s.plan.labels)
            matching += row.keywords.contains(label, Qt::CaseInsensitive);
        exact += matching > 0;
        s.pool.add(row.seq, u"keyword"_s, double(matching) / double(s.plan.labels.size()), s.weights.keyword);
    }
    if (exact > 0)
        s.path.prepend(u"L1:%1"_s.arg(exact));
    return {};
}

/// What a memory counts whatever is asked: its topic named in the question, its
/// importance, its age, how often it was needed, and where it belongs.
void standing(Stages &s)
{
    const auto &names = s.work.services().lexical.names();
    const auto question = s.plan.question.toLower();
    const auto wanted = s.plan.access.workspace();
    s.pool.each([&](Candidate &c) {
        const auto give = [&](const QString &signal, double value, double weight) {
            if (value <= 0 || weight <= 0)
                return;
            c.score += value * weight;
            c.shares += {.signal = signal, .value = value, .weight = weight};
        };
        const auto topic = names.name(c.attributes.topic).toLower();
        give(u"topic"_s, topic.size() > 1 && question.contains(topic) ? 1 : 0, s.weights.topic);
        give(u"importance"_s, double(c.attributes.importance), s.weights.importance);
        const double days = double(s.plan.anchor.ms - c.attributes.createdMs) / double(msPerDay);
        give(u"recency"_s, std::exp2(-std::abs(days) / recencyHalfLifeDays), s.weights.recency);
        give(u"activation"_s, 1 - std::exp(-double(c.attributes.activation)), s.weights.activation);
        if (wanted && names.name(c.attributes.workspace) != *wanted)
            c.score *= s.weights.otherWorkspace;
    });
}

QFuture<Result<Vector>> askModel(UnitOfWork &work, const SearchPlan &plan)
{
    const auto &services = work.services();
    if (!services.semantic || !services.semantic->index())
        return {};
    return services.semantic->ask(plan.question);
}

} // namespace

Result<Ranking> rank(UnitOfWork &work, const SearchPlan &plan)
{
    const auto &services = work.services();
    auto pending = askModel(work, plan); // first: it works while the words are looked up
    Stages stages {.work = work, .plan = plan, .weights = services.search, .accept = plan.accept(services.lexical.names()),
                   .pool = Pool(services.lexical), .path = {}};
    lexicalStage(stages);
    HUB_CHECK(vectorStage(stages, pending));
    HUB_CHECK(graphStage(stages));
    HUB_CHECK(labelStage(stages));
    standing(stages);
    Ranking ranking {.candidates = stages.pool.sorted(), .total = 0, .searchPath = {}};
    if (const auto threshold = plan.request.threshold) {
        ranking.candidates.removeIf([&](const Candidate &c) { return c.similarity && *c.similarity < *threshold; });
    }
    ranking.total = int(ranking.candidates.size());
    if (plan.period)
        stages.note(u"Temporal"_s, ranking.total);
    ranking.searchPath = stages.path.join(u" → ");
    return ranking;
}

Result<Ranking> browse(UnitOfWork &work, const SearchPlan &plan)
{
    const auto &index = work.services().lexical;
    const auto accept = plan.accept(index.names());
    std::optional<BrowsePosition> before;
    if (plan.cursor && plan.cursor->createdMs && plan.cursor->seq)
        before = BrowsePosition {.createdMs = *plan.cursor->createdMs, .seq = *plan.cursor->seq};
    Ranking ranking;
    for (const auto seq : index.newest(accept, plan.request.pageSize + 1, before)) {
        if (const auto attributes = index.attributes(seq))
            ranking.candidates += {.seq = seq, .attributes = *attributes, .score = 0, .similarity = {}, .shares = {}};
    }
    index.forEach(accept, [&](const DocumentAttributes &) { ++ranking.total; });
    ranking.searchPath = u"Temporal:%1"_s.arg(ranking.candidates.size());
    return ranking;
}

} // namespace hub
