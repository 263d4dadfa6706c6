// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/pipeline.h"

#include "core/base/log.h"
#include "core/embedding/centring.h"
#include "core/index/timewords.h"
#include "core/memory/semanticmemory.h"
#include "core/memory/unitofwork.h"
#include "core/search/neighbours.h"

#include <QElapsedTimer>

#include <cmath>

namespace hub {
namespace {

constexpr int graphSeeds = 10;     ///< best hits whose neighbours are looked at
constexpr double likeliness = 0.5; ///< share of the best spelling match
constexpr double beside = 0.8;     ///< what stands beside a near memory, compared with being near itself
constexpr double foreign = 1.4;    ///< a memory in another language can have no words in common with the question
constexpr int labelled = 100;      ///< best hits whose labels are compared
constexpr double recencyHalfLifeDays = 30;
constexpr double fullDetail = 40; ///< words

/// Candidates by seq while the stages add to them.
class Pool
{
public:
    Pool(const LexicalIndex &index, const SearchSettings &weights)
        : m_index(index)
        , m_weights(weights)
    { }

    /// Adds what one signal says; a candidate that is not there yet comes in if it may.
    void add(qint64 seq, Signal signal, double value)
    {
        if (value <= 0)
            return;
        auto found = m_candidates.find(seq);
        if (found == m_candidates.end()) {
            const auto attributes = m_index.attributes(seq);
            if (!attributes)
                return;
            found = m_candidates.insert(seq,
                Candidate {.seq = seq,
                    .attributes = *attributes,
                    .score = 0,
                    .evidence = 0,
                    .similarity = {},
                    .signalValues = {}});
        }
        give(*found, signal, value);
    }
    void give(Candidate &candidate, Signal signal, double value) const
    {
        candidate.score += value * candidate.weight(signal, m_weights);
        candidate.signalValues[size_t(signal)] = float(value);
    }
    bool contains(qint64 seq) const { return m_candidates.contains(seq); }
    void setSimilarity(qint64 seq, double similarity)
    {
        if (const auto found = m_candidates.find(seq); found != m_candidates.end())
            found->similarity = similarity;
    }

    QList<Candidate> sorted() const
    {
        auto list = m_candidates.values();
        std::sort(list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
            return std::tuple(-a.score, -a.attributes.createdMs, a.seq)
                < std::tuple(-b.score, -b.attributes.createdMs, b.seq);
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
    const SearchSettings &m_weights;
    QHash<qint64, Candidate> m_candidates;
};

/// Tells how long it lived.
class Stopwatch
{
public:
    explicit Stopwatch(std::optional<qint64> &microseconds)
        : m_microseconds(microseconds)
    {
        m_timer.start();
    }
    ~Stopwatch() { m_microseconds = m_timer.nsecsElapsed() / 1000; }
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;

private:
    std::optional<qint64> &m_microseconds;
    QElapsedTimer m_timer;
};

struct Stages {
    UnitOfWork &work;
    const SearchPlan &plan;
    const SearchSettings &weights;
    AcceptDocument accept;
    Pool pool;
    QStringList path;
    StageFigures figures;

    void note(const QString &stage, qsizetype count) { path += u"%1:%2"_s.arg(stage).arg(count); }
};

void lexicalStage(Stages &s)
{
    const Stopwatch watch(s.figures.lexicalMicroseconds);
    const auto &w = s.weights;
    const auto result = s.work.services().lexical.search({.terms = analyseQuery(s.plan.question),
        .accept = s.accept,
        .weights = {.bm = float(w.words),
            .cg = float(w.grams),
            .ctx = float(w.context),
            .sess = float(w.session),
            .reply = float(w.reply)},
        .limit = w.candidates});
    // A question in words may be answered beside what it names; labels ask for what has them.
    const bool labelsOnly = !s.plan.request.text;
    for (const auto &hit : result.hits) {
        // Letters alone are a match when a word is misspelt, not when two words share a syllable.
        const bool matches = hit.raw.bm > 0 || double(hit.normalised.cg) >= likeliness;
        if (!matches && (labelsOnly || hit.raw.ctx <= 0))
            continue;
        s.pool.add(hit.seq, Signal::Words, double(hit.normalised.bm));
        s.pool.add(hit.seq, Signal::Grams, double(hit.normalised.cg));
        s.pool.add(hit.seq, Signal::Context, double(hit.normalised.ctx));
        s.pool.add(hit.seq, Signal::Session, double(hit.normalised.sess));
        s.pool.add(hit.seq, Signal::Reply, double(hit.normalised.reply));
    }
    s.figures.lexical = int(result.hits.size());
    s.note(u"L2"_s, result.hits.size());
}

/// How near a memory is itself, and how near what stands beside it in the session is:
/// the answer to a question often follows what is like the question.
QHash<qint64, double> nearness(const Stages &s, const QList<VectorHit> &hits)
{
    const double best = hits.isEmpty() ? 0 : double(hits.constFirst().similarity);
    const double worst = hits.isEmpty() ? 0 : double(hits.constLast().similarity);
    QHash<qint64, double> own;
    QHash<qint64, double> neighbour;
    for (const auto &hit : hits) {
        const double value = best > worst ? (double(hit.similarity) - worst) / (best - worst) : 1;
        own[hit.seq] = value;
        const auto readers = s.work.services().lexical.readersOf(hit.seq, s.accept);
        for (const auto reader : readers)
            neighbour[reader] = std::max(neighbour.value(reader), value);
    }
    for (auto it = neighbour.cbegin(); it != neighbour.cend(); ++it)
        own[it.key()] += beside * it.value();
    const bool isSpelt = koreanShare(s.plan.question) < 0.5F;
    for (auto it = own.begin(); it != own.end(); ++it) {
        const auto attributes = s.work.services().lexical.attributes(it.key());
        const bool isForeign = attributes && attributes->isSpelt != isSpelt;
        *it = std::min(1.0, *it / (1 + beside) * (isForeign ? foreign : 1));
    }
    return own;
}

/// The model's view, if there is one and it answers within its deadline.
void vectorStage(Stages &s, QFuture<Result<Vector>> &pending)
{
    if (pending.isCanceled() || !pending.isValid())
        return;
    const Stopwatch watch(s.figures.semanticMicroseconds);
    const auto stage = s.plan.request.text ? u"L3"_s : u"L3kw"_s;
    const auto vector = pending.result();
    if (!vector) {
        s.path += stage + u":timeout"_s;
        return;
    }
    const auto &services = s.work.services();
    const auto hits = services.semantic->index()->search(*vector, s.weights.candidates, [&](qint64 seq, int) {
        const auto attributes = services.lexical.attributes(seq);
        return attributes && s.accept(*attributes);
    });
    if (!hits) { // a model that has changed under way costs its signal, not the answer
        logError(lcCore(), u"searching by meaning"_s, hits.error());
        return;
    }
    const auto near = nearness(s, *hits);
    for (auto it = near.cbegin(); it != near.cend(); ++it)
        s.pool.add(it.key(), Signal::Meaning, it.value());
    for (const auto &hit : *hits)
        s.pool.setSimilarity(hit.seq, double(hit.similarity));
    s.figures.semantic = int(hits->size());
    s.note(stage, hits->size());
}

/// A match that is linked with one of the best matches gains by it. Linked memories
/// that do not match come along with the page, where the caller wants them.
Result<void> graphStage(Stages &s)
{
    HUB_TRY(near, neighboursOf(s.work, s.plan.access, s.pool.best(graphSeeds)));
    // How much a relation says about the other end.
    const auto boost = [](RelationType relation) {
        switch (relation) {
        case RelationType::CausedBy:
        case RelationType::ResolvedBy: return 1.0;
        case RelationType::PartOf: return 2.0 / 3;
        case RelationType::Contradicts:
        case RelationType::SupersededBy: return 0.2;
        case RelationType::Related:     // follows from their words, like most of what is found together:
        case RelationType::CoRetrieved: // they have been counted
        case RelationType::Temporal: break;
        }
        return 0.0;
    };
    QHash<qint64, double> best;
    for (const auto &neighbour : near) {
        if (boost(neighbour.relationType) > 0 && s.pool.contains(neighbour.seq))
            best[neighbour.seq]
                = std::max(best.value(neighbour.seq), std::tanh(neighbour.weight) * boost(neighbour.relationType));
    }
    for (auto it = best.cbegin(); it != best.cend(); ++it)
        s.pool.add(it.key(), Signal::Graph, it.value());
    s.figures.graph = int(best.size());
    if (!best.isEmpty())
        s.note(u"L2.5Graph"_s, best.size());
    return {};
}

struct LabelRow {
    qint64 seq = 0;
    QStringList keywords;
    static constexpr auto fields()
    {
        return std::tuple {field("seq", &LabelRow::seq), field("keywords", &LabelRow::keywords)};
    }
};

/// A keyword asked for that is, letter for letter, a label of the memory.
Result<void> labelStage(Stages &s)
{
    if (s.plan.labels.isEmpty())
        return {};
    const Stopwatch watch(s.figures.labelMicroseconds);
    HUB_TRY(statement, s.work.database().prepareNamed(u"search/labels_of"));
    HUB_TRY(rows, statement.bind(jsonList(s.pool.best(labelled))).all<LabelRow>());
    int exact = 0;
    for (const auto &row : rows) {
        int matching = 0;
        for (const auto &label : s.plan.labels)
            matching += row.keywords.contains(label, Qt::CaseInsensitive);
        exact += matching > 0;
        s.pool.add(row.seq, Signal::Keyword, double(matching) / double(s.plan.labels.size()));
    }
    s.figures.labelled = exact;
    if (exact > 0)
        s.path.prepend(u"L1:%1"_s.arg(exact));
    return {};
}

/// What the question says of time, held beside when the memory is from and what it says itself.
void timeStage(Stages &s)
{
    const bool wantsTime = asksWhen(s.plan.question);
    const auto date = dateMentioned(s.plan.question);
    const auto &zone = s.work.services().zone;
    s.pool.each([&](Candidate &c) {
        c.evidence = c.score;
        if (wantsTime)
            s.pool.give(c, Signal::Time, c.attributes.saysWhen ? c.value(Signal::Words) : 0);
        if (date)
            s.pool.give(
                c, Signal::Date, date->fit(QDateTime::fromMSecsSinceEpoch(c.attributes.createdMs, zone).date()));
    });
}

/// What a memory counts whatever is asked: its topic named in the question, its
/// importance, its age, how often it was needed, and where it belongs.
void standing(Stages &s)
{
    const auto &names = s.work.services().lexical.names();
    const auto question = s.plan.question.toLower();
    std::optional<quint32> wanted;
    if (s.plan.access.workspace())
        wanted = names.find(*s.plan.access.workspace());
    QHash<quint32, bool> named; // topics that the question names
    s.pool.each([&](Candidate &c) {
        auto topic = named.constFind(c.attributes.topic);
        if (topic == named.cend()) {
            const auto name = names.name(c.attributes.topic).toLower();
            topic = named.insert(c.attributes.topic, name.size() > 1 && question.contains(name));
        }
        s.pool.give(c, Signal::Topic, *topic ? 1 : 0);
        s.pool.give(c, Signal::Detail, std::min(1.0, double(c.attributes.words) / fullDetail));
        s.pool.give(c, Signal::Importance, double(c.attributes.importance));
        const double days = double(s.plan.anchor.ms - c.attributes.createdMs) / double(msPerDay);
        s.pool.give(c, Signal::Recency, std::exp2(-std::abs(days) / recencyHalfLifeDays));
        s.pool.give(c, Signal::Activation, 1 - std::exp(-double(c.attributes.activation)));
        if (wanted && c.attributes.workspace != *wanted)
            c.score *= s.weights.otherWorkspace;
    });
}

QFuture<Result<Vector>> askModel(UnitOfWork &work, const SearchPlan &plan)
{
    const auto &services = work.services();
    const bool wordsOnly = !plan.request.text;
    if (!services.semantic || !services.semantic->index() || (wordsOnly && !services.search.keywordFallback))
        return {};
    return services.semantic->ask(
        wordsOnly ? QString(plan.question + u'\n' + plan.circumstances).trimmed() : plan.question);
}

} // namespace

double weightOf(Signal signal, const SearchSettings &weights)
{
    switch (signal) {
    case Signal::Words: return weights.words;
    case Signal::Grams: return weights.grams;
    case Signal::Context: return weights.context;
    case Signal::Session: return weights.session;
    case Signal::Reply: return weights.reply;
    case Signal::Meaning: return weights.vector;
    case Signal::Keyword: return weights.keyword;
    case Signal::Topic: return weights.topic;
    case Signal::Time: return weights.time;
    case Signal::Date: return weights.date;
    case Signal::Detail: return weights.detail;
    case Signal::Graph: return weights.graph;
    case Signal::Importance: return weights.importance;
    case Signal::Recency: return weights.recency;
    case Signal::Activation: return weights.activation;
    }
    return 0;
}

double Candidate::weight(Signal signal, const SearchSettings &weights) const
{
    const bool isEmphasis = signal == Signal::Time || signal == Signal::Detail;
    return weightOf(signal, weights) * (isEmphasis ? evidence : 1);
}

QList<SignalShare> Candidate::shares(const SearchSettings &weights) const
{
    QList<SignalShare> list;
    for (size_t i = 0; i < signalCount; ++i) {
        const auto signal = Signal(i);
        if (value(signal) > 0 && weight(signal, weights) > 0)
            list += {.signal = signal, .value = value(signal), .weight = weight(signal, weights)};
    }
    return list;
}

Result<Ranking> rank(UnitOfWork &work, const SearchPlan &plan)
{
    const auto &services = work.services();
    auto pending = askModel(work, plan); // first: it works while the words are looked up
    Stages stages {.work = work,
        .plan = plan,
        .weights = services.search,
        .accept = plan.accept(services.lexical.names()),
        .pool = Pool(services.lexical, services.search),
        .path = {},
        .figures = {}};
    lexicalStage(stages);
    vectorStage(stages, pending);
    HUB_CHECK(graphStage(stages));
    HUB_CHECK(labelStage(stages));
    timeStage(stages);
    standing(stages);
    Ranking ranking {.candidates = stages.pool.sorted(), .total = 0, .searchPath = {}, .figures = stages.figures};
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
            ranking.candidates += {
                .seq = seq, .attributes = *attributes, .score = 0, .evidence = 0, .similarity = {}, .signalValues = {}};
    }
    index.forEach(accept, [&](const DocumentAttributes &) { ++ranking.total; });
    ranking.searchPath = u"Temporal:%1"_s.arg(ranking.candidates.size());
    return ranking;
}

} // namespace hub
