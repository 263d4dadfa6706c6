// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/gramsearch.h"

#include <algorithm>
#include <numeric>

namespace hub {
namespace {

    constexpr int countBits = 8; // of a spelling in a document; more of the same hardly raises the score
    constexpr quint32 maxCount = (1U << countBits) - 1;

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
        struct Use {
            quint32 spelling = 0; ///< place in m_spellings
            quint32 gram = 0; ///< place in the query
            quint32 times = 0;
        };

        template <typename Visit> void forEachPosting(Visit visit) const;
        template <typename Visit> void forEachDocument(Visit visit);
        void addSpelling(quint32 entry);

        const LexicalContents &m_contents;
        const LexicalQuery &m_query;
        LexicalScratch &m_scratch;
        std::vector<quint32> m_spellings; ///< ordinals of those with any of the grams
        std::vector<Use> m_uses; ///< by spelling
        std::vector<quint32> m_usesEnd; ///< by spelling: end of its part of m_uses
        std::vector<quint32> m_counts; ///< by gram: in the document at hand
        std::vector<quint32> m_present; ///< grams whose count is not zero
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
                    m_spellings.push_back(spelling);
                }
                m_uses.push_back({.spelling = places[spelling], .gram = gram, .times = times});
            });
        }
        std::ranges::sort(m_uses, {}, &Use::spelling);
        m_usesEnd.assign(m_spellings.size(), 0);
        for (quint32 i = 0; i < m_uses.size(); ++i)
            m_usesEnd[m_uses[i].spelling] = i + 1;
    }

    template <typename Visit> void GramSearch::forEachPosting(Visit visit) const
    {
        for (quint32 place = 0; place < m_spellings.size() && !m_query.stop.stop_requested(); ++place) {
            m_contents.spellings.forEach(m_spellings[place], [&](quint32 number, quint32 count) {
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

    void GramSearch::addSpelling(quint32 entry)
    {
        const auto place = entry >> countBits;
        for (auto i = place > 0 ? m_usesEnd[place - 1] : 0; i < m_usesEnd[place]; ++i) {
            const auto &use = m_uses[i];
            if (m_counts[use.gram] == 0)
                m_present.push_back(use.gram);
            m_counts[use.gram] += use.times * (entry & maxCount);
        }
    }

    /// Calls `visit(number)` for each document that has any gram, with m_counts and m_present set.
    template <typename Visit> void GramSearch::forEachDocument(Visit visit)
    {
        quint32 begin = 0;
        for (quint32 number = 0; number < m_contents.documents.end() && !m_query.stop.stop_requested(); ++number) {
            const auto end = m_scratch.spellingsEnd[number];
            if (begin == end)
                continue;
            for (; begin < end; ++begin)
                addSpelling(m_scratch.spellings[begin]);
            visit(number);
            for (const auto gram : m_present)
                m_counts[gram] = 0;
            m_present.clear();
        }
    }

    void GramSearch::score(const Bm25 &field)
    {
        std::vector<quint32> containing(m_counts.size());
        forEachDocument([&](quint32) {
            for (const auto gram : m_present)
                ++containing[gram];
        });
        std::vector<float> rarities(m_counts.size());
        std::ranges::transform(containing, rarities.begin(), [&field](quint32 count) { return field.rarity(count); });
        forEachDocument([&](quint32 number) {
            const auto length = m_contents.documents.lengths(number).grams;
            const auto once = field.weight(1, length);
            float sum = 0;
            for (const auto gram : m_present)
                sum += rarities[gram] * (m_counts[gram] == 1 ? once : field.weight(m_counts[gram], length));
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
