// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalsearch.h"

#include "core/index/gramsearch.h"

#include <algorithm>

namespace hub {
namespace {

// Chosen on conversational memories; short texts want little length normalisation.
constexpr Bm25::Constants ofDocument {.k1 = 0.9F, .b = 0.1F};
constexpr Bm25::Constants ofGrams {.k1 = 0.9F, .b = 0.2F};
constexpr Bm25::Constants ofContext {.k1 = 0.9F, .b = 0.1F};
constexpr Bm25::Constants ofSession {.k1 = 1.2F, .b = 0.5F};

struct Candidate {
    float score = 0;
    quint32 number = 0;
};

LexicalSignals divided(const LexicalSignals &raw, const LexicalSignals &largest)
{
    const auto part = [](float value, float most) { return most > 0 ? value / most : 0; };
    return {.bm = part(raw.bm, largest.bm),
        .cg = part(raw.cg, largest.cg),
        .ctx = part(raw.ctx, largest.ctx),
        .sess = part(raw.sess, largest.sess),
        .reply = part(raw.reply, largest.bm)};
}

float largestOf(const std::vector<float> &values) { return values.empty() ? 0 : *std::ranges::max_element(values); }

class Search
{
public:
    Search(const LexicalContents &contents, const LexicalQuery &query, LexicalScratch &scratch)
        : m_contents(contents)
        , m_documents(contents.documents)
        , m_query(query)
        , m_scratch(scratch)
    { }

    LexicalResult run();

private:
    void acceptDocuments();
    void layOutSessions();
    quint32 wordsAt(quint32 session, quint32 position) const;
    bool isCommonplace(std::size_t having) const;
    void scoreWords();
    void gather(quint32 item, quint32 count);
    void gatherContext(quint32 position, quint32 count);
    template <typename Length>
    void score(const Bm25 &field, std::vector<float> &sums, Length lengthOf);
    float askedBefore(quint32 position) const;
    LexicalSignals signalsOf(quint32 number) const;
    LexicalHit hit(quint32 number) const;
    bool isCancelled() const { return m_query.stop.stop_requested(); }
    LexicalResult rank();

    const LexicalContents &m_contents;
    const DocumentTable &m_documents;
    const LexicalQuery &m_query;
    LexicalScratch &m_scratch;
    std::size_t m_acceptedCount = 0;
    quint64 m_wordTotal = 0;
    quint64 m_gramTotal = 0;
    LexicalSignals m_largest;
};

LexicalResult Search::run()
{
    acceptDocuments();
    layOutSessions();
    scoreWords();
    scoreGrams(m_contents, m_query, Bm25(ofGrams, m_acceptedCount, m_gramTotal), m_scratch);
    if (isCancelled())
        return {.hits = {}, .cancelled = true};
    return rank();
}

void Search::acceptDocuments()
{
    m_scratch.accepted.assign(m_documents.end(), false);
    m_scratch.bm.assign(m_documents.end(), 0);
    m_scratch.cg.assign(m_documents.end(), 0);
    m_scratch.counts.resize(
        std::max<std::size_t>(m_scratch.counts.size(), m_documents.end())); // at least as many as positions
    for (quint32 number = 0; number < m_documents.end(); ++number) {
        if (!m_documents.isAlive(number) || (m_query.accept && !m_query.accept(m_documents.at(number))))
            continue;
        m_scratch.accepted[number] = true;
        ++m_acceptedCount;
        m_wordTotal += m_documents.lengths(number).words;
        m_gramTotal += m_documents.lengths(number).grams;
    }
}

/// Puts the accepted documents of each session in a row, so that neighbours in the
/// conversation are neighbours here.
void Search::layOutSessions()
{
    m_scratch.positions.assign(m_documents.end(), DocumentTable::absent);
    m_scratch.sequence.clear();
    m_scratch.sessions.clear();
    m_scratch.contextLength.clear();
    m_scratch.sessionLength.clear();
    for (const auto &session : m_documents.sessions()) {
        const auto first = m_scratch.sequence.size();
        quint32 words = 0;
        for (const auto number : session) {
            if (!m_scratch.accepted[number])
                continue;
            m_scratch.positions[number] = quint32(m_scratch.sequence.size());
            m_scratch.sequence.push_back(number);
            m_scratch.sessions.push_back(quint32(m_scratch.sessionLength.size()));
            words += m_documents.lengths(number).words;
        }
        if (m_scratch.sequence.size() > first)
            m_scratch.sessionLength.push_back(words);
    }
    const auto positions = quint32(m_scratch.sequence.size());
    for (quint32 position = 0; position < positions; ++position) {
        const auto session = m_scratch.sessions[position];
        m_scratch.contextLength.push_back(wordsAt(session, position - 2) + wordsAt(session, position - 1)
            + wordsAt(session, position) + wordsAt(session, position + 1));
    }
    m_scratch.ctx.assign(positions, 0);
    m_scratch.sess.assign(m_scratch.sessionLength.size(), 0);
}

/// Words of the document at `position` (which may wrap below zero) if it belongs to `session`.
quint32 Search::wordsAt(quint32 session, quint32 position) const
{
    const bool inside = position < m_scratch.sequence.size() && m_scratch.sessions[position] == session;
    return inside ? m_documents.lengths(m_scratch.sequence[position]).words : 0;
}

void Search::gather(quint32 item, quint32 count)
{
    if (m_scratch.counts[item] == 0)
        m_scratch.touched.push_back(item);
    m_scratch.counts[item] += count;
}

/// Adds the gathered term to the sums of the items that have it, and forgets it.
template <typename Length>
void Search::score(const Bm25 &field, std::vector<float> &sums, Length lengthOf)
{
    const auto rarity = field.rarity(m_scratch.touched.size());
    for (const auto item : m_scratch.touched) {
        sums[item] += rarity * field.weight(m_scratch.counts[item], lengthOf(item));
        m_scratch.counts[item] = 0;
    }
    m_scratch.touched.clear();
}

/// A word that every tenth memory has says little of a memory's surroundings, and
/// looking at them all would be most of the work of a search.
bool Search::isCommonplace(std::size_t having) const { return having > 100 && having * 10 > m_acceptedCount; }

void Search::scoreWords()
{
    const auto positions = m_scratch.sequence.size();
    const auto sum = [](const std::vector<quint32> &lengths) {
        quint64 total = 0;
        for (const auto length : lengths)
            total += length;
        return total;
    };
    const Bm25 document(ofDocument, m_acceptedCount, m_wordTotal);
    const Bm25 context(ofContext, positions, sum(m_scratch.contextLength));
    const Bm25 session(ofSession, m_scratch.sessionLength.size(), sum(m_scratch.sessionLength));
    std::vector<std::pair<quint32, quint32>> found;
    for (const auto term : m_query.terms.words) {
        const auto ordinal = m_contents.words.find(term);
        if (ordinal == Postings::absent || isCancelled())
            continue;
        found.clear();
        m_contents.words.forEach(ordinal, [&](quint32 number, quint32 count) {
            if (m_scratch.accepted[number])
                found.emplace_back(number, count);
        });
        for (const auto &[number, count] : found)
            gather(number, count);
        score(document, m_scratch.bm, [&](quint32 number) { return m_documents.lengths(number).words; });
        if ((m_query.weights.ctx <= 0 && m_query.weights.sess <= 0) || isCommonplace(found.size()))
            continue;
        for (const auto &[number, count] : found)
            gatherContext(m_scratch.positions[number], count);
        score(context, m_scratch.ctx, [&](quint32 position) { return m_scratch.contextLength[position]; });
        for (const auto &[number, count] : found) {
            if (const auto position = m_scratch.positions[number]; position != DocumentTable::absent)
                gather(m_scratch.sessions[position], count);
        }
        score(session, m_scratch.sess, [&](quint32 index) { return m_scratch.sessionLength[index]; });
    }
}

/// A document is read with the two before it and the one after it, so a word at `position`
/// counts there, for the one before and for the two after. It counts where it stands, too:
/// otherwise a memory would rank below its own neighbour for a word that only it has.
void Search::gatherContext(quint32 position, quint32 count)
{
    if (position == DocumentTable::absent)
        return;
    const auto session = m_scratch.sessions[position];
    for (const auto reader : {position - 1, position, position + 1, position + 2}) {
        if (reader < m_scratch.sequence.size() && m_scratch.sessions[reader] == session)
            gather(reader, count);
    }
}

/// What is asked stands in the question, what is wanted in the reply to it.
float Search::askedBefore(quint32 position) const
{
    if (position == 0 || m_scratch.sessions[position - 1] != m_scratch.sessions[position])
        return 0;
    const auto before = m_scratch.sequence[position - 1];
    return m_documents.at(before).asks ? m_scratch.bm[before] : 0;
}

LexicalSignals Search::signalsOf(quint32 number) const
{
    LexicalSignals raw {.bm = m_scratch.bm[number], .cg = m_scratch.cg[number]};
    if (const auto position = m_scratch.positions[number]; position != DocumentTable::absent) {
        raw.ctx = m_scratch.ctx[position];
        raw.sess = m_scratch.sess[m_scratch.sessions[position]];
        raw.reply = askedBefore(position);
    }
    return raw;
}

LexicalHit Search::hit(quint32 number) const
{
    LexicalHit out {.seq = m_documents.at(number).seq, .score = 0, .raw = signalsOf(number), .normalised = {}};
    out.normalised = divided(out.raw, m_largest);
    const auto &weights = m_query.weights;
    out.score = weights.bm * out.normalised.bm + weights.cg * out.normalised.cg + weights.ctx * out.normalised.ctx
        + weights.sess * out.normalised.sess + weights.reply * out.normalised.reply;
    return out;
}

LexicalResult Search::rank()
{
    m_largest = {.bm = largestOf(m_scratch.bm),
        .cg = largestOf(m_scratch.cg),
        .ctx = largestOf(m_scratch.ctx),
        .sess = largestOf(m_scratch.sess)};
    std::vector<Candidate> candidates;
    for (quint32 number = 0; number < m_documents.end(); ++number) {
        if (!m_scratch.accepted[number])
            continue;
        // The session alone says nothing of one memory: it helps those that match or stand beside a match.
        const auto found = hit(number);
        if (found.score > 0 && (found.raw.bm > 0 || found.raw.cg > 0 || found.raw.ctx > 0))
            candidates.push_back({.score = found.score, .number = number});
    }
    const auto better = [this](const Candidate &a, const Candidate &b) {
        if (a.score != b.score)
            return a.score > b.score;
        const auto &first = m_documents.at(a.number);
        const auto &second = m_documents.at(b.number);
        return std::pair(first.createdMs, first.seq) > std::pair(second.createdMs, second.seq);
    };
    LexicalResult result {.hits = {}, .accepted = qsizetype(m_acceptedCount), .matched = qsizetype(candidates.size())};
    const auto kept = std::clamp<qsizetype>(m_query.limit, 0, result.matched);
    std::ranges::partial_sort(candidates, candidates.begin() + kept, better);
    candidates.resize(std::size_t(kept));
    for (const auto &candidate : candidates) {
        result.hits += hit(candidate.number);
        m_scratch.accepted[candidate.number] = false; // reported
    }
    for (const auto seq : m_query.alsoReport) {
        const auto number = m_documents.find(seq);
        if (number == DocumentTable::absent || !m_scratch.accepted[number])
            continue;
        result.hits += hit(number);
        m_scratch.accepted[number] = false;
    }
    return result;
}

} // namespace

LexicalResult searchLexically(const LexicalContents &contents, const LexicalQuery &query, LexicalScratch &scratch)
{
    return Search(contents, query, scratch).run();
}

} // namespace hub
