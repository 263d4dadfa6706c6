// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/gramsearch.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace hub {
namespace {

constexpr int countBits = 8; // of a spelling in a document; more of the same hardly raises the score
constexpr quint32 maxCount = (1U << countBits) - 1;

/// A set of grams; with more than 128 in a query, different ones may share a place.
struct GramSet {
    quint64 low = 0;
    quint64 high = 0;

    void add(quint32 gram) { (gram & 64 ? high : low) |= quint64(1) << (gram & 63); }
    void add(const GramSet &other)
    {
        low |= other.low;
        high |= other.high;
    }
    bool meets(const GramSet &other) const { return (low & other.low) | (high & other.high); }
};

/// One pass over the documents finds out how many have each gram, a second one adds up the
/// scores. In most documents no two of the query's spellings share a gram and none occurs
/// twice; such a *simple* document is scored by its spellings, the others gram by gram.
class GramSearch
{
public:
    GramSearch(const LexicalContents &contents, const LexicalQuery &query, LexicalScratch &scratch)
        : m_contents(contents)
        , m_query(query)
        , m_scratch(scratch)
        , m_counts(query.terms.grams.size())
    { }

    void findSpellings();
    void findDocuments();
    void score(const Bm25 &field);

private:
    struct Spelling {
        quint32 ordinal = 0;
        quint32 usesEnd = 0; ///< end of its part of m_uses
        GramSet grams;
        bool repeatsGram = false;
        quint32 simpleDocuments = 0;
        float rarity = 0; ///< sum of its grams'
    };
    struct Use {
        quint32 spelling = 0; ///< place in m_spellings
        quint32 gram = 0;     ///< place in the query
        quint32 times = 0;
    };

    template <typename Visit>
    void forEachPosting(Visit visit) const;
    template <typename Simple, typename Other>
    void forEachDocument(Simple simple, Other other);
    bool isSimple(std::span<const quint32> entries) const;
    void countGrams(std::span<const quint32> entries);
    std::vector<float> rarities(const Bm25 &field);

    const LexicalContents &m_contents;
    const LexicalQuery &m_query;
    LexicalScratch &m_scratch;
    std::vector<Spelling> m_spellings; ///< those with any of the grams
    std::vector<Use> m_uses;           ///< by spelling
    std::vector<quint32> m_counts;     ///< by gram: in the document at hand
    std::vector<quint32> m_present;    ///< grams whose count is not zero
};

/// Which spellings have which grams of the query.
void GramSearch::findSpellings()
{
    std::vector<quint32> places(m_contents.spellings.termCount(), Postings::absent);
    for (quint32 gram = 0; gram < m_query.terms.grams.size(); ++gram) {
        const auto ordinal = m_contents.spellingsOfGram.find(m_query.terms.grams[gram]);
        if (ordinal == Postings::absent)
            continue;
        m_contents.spellingsOfGram.forEach(ordinal, [&](quint32 spelling, quint32 times) {
            if (places[spelling] == Postings::absent) {
                places[spelling] = quint32(m_spellings.size());
                m_spellings.push_back({.ordinal = spelling, .grams = {}});
            }
            m_uses.push_back({.spelling = places[spelling], .gram = gram, .times = times});
        });
    }
    std::ranges::sort(m_uses, {}, &Use::spelling);
    for (quint32 i = 0; i < m_uses.size(); ++i) {
        auto &spelling = m_spellings[m_uses[i].spelling];
        spelling.usesEnd = i + 1;
        spelling.grams.add(m_uses[i].gram);
        spelling.repeatsGram |= m_uses[i].times > 1;
    }
}

template <typename Visit>
void GramSearch::forEachPosting(Visit visit) const
{
    for (quint32 place = 0; place < m_spellings.size() && !m_query.stop.stop_requested(); ++place) {
        m_contents.spellings.forEach(m_spellings[place].ordinal, [&](quint32 number, quint32 count) {
            if (m_scratch.accepted[number])
                visit(number, place << countBits | std::min(count, maxCount));
        });
    }
}

/// Which accepted documents have which of the spellings: a counting sort of their postings by document.
void GramSearch::findDocuments()
{
    auto &ends = m_scratch.spellingsEnd;
    ends.assign(m_contents.documents.end() + 1, 0);
    forEachPosting([&](quint32 number, quint32) { ++ends[number + 1]; });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    m_scratch.spellings.resize(ends.back());
    forEachPosting([&](quint32 number, quint32 entry) { m_scratch.spellings[ends[number]++] = entry; });
}

bool GramSearch::isSimple(std::span<const quint32> entries) const
{
    GramSet seen;
    for (const auto entry : entries) {
        const auto &spelling = m_spellings[entry >> countBits];
        if ((entry & maxCount) > 1 || spelling.repeatsGram || seen.meets(spelling.grams))
            return false;
        seen.add(spelling.grams);
    }
    return true;
}

void GramSearch::countGrams(std::span<const quint32> entries)
{
    for (const auto gram : m_present)
        m_counts[gram] = 0;
    m_present.clear();
    for (const auto entry : entries) {
        const auto place = entry >> countBits;
        for (auto i = place > 0 ? m_spellings[place - 1].usesEnd : 0; i < m_spellings[place].usesEnd; ++i) {
            const auto &use = m_uses[i];
            if (m_counts[use.gram] == 0)
                m_present.push_back(use.gram);
            m_counts[use.gram] += use.times * (entry & maxCount);
        }
    }
}

/// Calls one of the two as f(number, entries) for each document that has any gram; for
/// `other` ones m_counts and m_present are set.
template <typename Simple, typename Other>
void GramSearch::forEachDocument(Simple simple, Other other)
{
    quint32 begin = 0;
    for (quint32 number = 0; number < m_contents.documents.end() && !m_query.stop.stop_requested(); ++number) {
        const auto end = m_scratch.spellingsEnd[number];
        const std::span<const quint32> entries(m_scratch.spellings.data() + begin, end - begin);
        begin = end;
        if (entries.empty())
            continue;
        if (isSimple(entries)) {
            simple(number, entries);
            continue;
        }
        countGrams(entries);
        other(number);
    }
}

std::vector<float> GramSearch::rarities(const Bm25 &field)
{
    std::vector<quint32> containing(m_counts.size());
    forEachDocument(
        [&](quint32, std::span<const quint32> entries) {
            for (const auto entry : entries)
                ++m_spellings[entry >> countBits].simpleDocuments;
        },
        [&](quint32) {
            for (const auto gram : m_present)
                ++containing[gram];
        });
    for (const auto &use : m_uses)
        containing[use.gram] += m_spellings[use.spelling].simpleDocuments;
    std::vector<float> out(m_counts.size());
    std::ranges::transform(containing, out.begin(), [&field](quint32 count) { return field.rarity(count); });
    return out;
}

void GramSearch::score(const Bm25 &field)
{
    const auto rarityOf = rarities(field);
    for (const auto &use : m_uses)
        m_spellings[use.spelling].rarity += rarityOf[use.gram];
    const auto lengthOf = [this](quint32 number) { return m_contents.documents.lengths(number).grams; };
    forEachDocument(
        [&](quint32 number, std::span<const quint32> entries) {
            float rarity = 0;
            for (const auto entry : entries)
                rarity += m_spellings[entry >> countBits].rarity;
            m_scratch.cg[number] = rarity * field.weight(1, lengthOf(number));
        },
        [&](quint32 number) {
            float sum = 0;
            for (const auto gram : m_present)
                sum += rarityOf[gram] * field.weight(m_counts[gram], lengthOf(number));
            m_scratch.cg[number] = sum;
        });
}

} // namespace

void scoreGrams(const LexicalContents &contents, const LexicalQuery &query, const Bm25 &field, LexicalScratch &scratch)
{
    GramSearch search(contents, query, scratch);
    search.findSpellings();
    search.findDocuments();
    search.score(field);
}

} // namespace hub
