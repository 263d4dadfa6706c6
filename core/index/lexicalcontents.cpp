// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalcontents.h"

#include <algorithm>
#include <limits>

namespace hub {
namespace {

struct Renumbered {
    Postings postings;
    std::vector<quint32> ordinals; ///< old ordinal of a term -> new one
};

/// `from` with its items renumbered by `items`; those that are absent there are left out,
/// and terms without any item.
Renumbered renumbered(const Postings &from, const std::vector<quint32> &items)
{
    Renumbered out;
    out.ordinals.assign(from.termCount(), Postings::absent);
    for (quint32 ordinal = 0; ordinal < from.termCount(); ++ordinal) {
        from.forEach(ordinal, [&](quint32 item, quint32 count) {
            if (items[item] != Postings::absent)
                out.ordinals[ordinal] = out.postings.add(from.term(ordinal), items[item], count).ordinal;
        });
    }
    return out;
}

} // namespace

void LexicalContents::put(const DocumentAttributes &attributes, const AnalysedText &text)
{
    if (const auto old = documents.find(attributes.seq); old != DocumentTable::absent)
        documents.retire(old);
    const auto number = documents.end();
    DocumentTable::Lengths lengths;
    auto known = attributes;
    known.saysWhen = known.asks = false;
    for (const auto &[term, count] : text.words) {
        if (term == timeMark || term == questionMark) {
            (term == timeMark ? known.saysWhen : known.asks) = true;
            continue;
        }
        words.add(term, number, count);
        lengths.words += count;
    }
    quint32 spelt = 0;
    for (const auto &[spelling, count] : text.spellings) {
        spelt += count;
        const auto entry = spellings.add(termOf(TermKind::Spelling, spelling), number, count);
        lengths.grams += 2 * codePoints(spelling) * count;
        if (entry.isNew)
            addGrams(spelling, entry.ordinal);
    }
    constexpr quint32 fewOf = 4; // a text in an alphabet has half as many, one with a name or two in it a tenth
    known.isSpelt = spelt * fewOf >= lengths.words;
    known.words = quint16(std::min<quint32>(lengths.words, std::numeric_limits<quint16>::max()));
    documents.add(known, lengths);
}

void LexicalContents::addGrams(std::string_view spelling, quint32 ordinal)
{
    std::vector<TermId> grams;
    forEachGram(spelling, [&grams](TermId gram) { grams.push_back(gram); });
    std::ranges::sort(grams);
    for (auto gram = grams.begin(); gram != grams.end();) {
        const auto next = std::upper_bound(gram, grams.end(), *gram);
        spellingsOfGram.add(*gram, ordinal, quint32(next - gram));
        gram = next;
    }
}

bool LexicalContents::wantsCompaction() const
{
    constexpr quint32 atLeast = 256;
    const auto dead = documents.end() - documents.aliveCount();
    return dead >= atLeast && dead > documents.end() / 4;
}

LexicalContents LexicalContents::compacted() const
{
    LexicalContents out;
    std::vector<quint32> numbers(documents.end(), DocumentTable::absent);
    for (quint32 number = 0; number < documents.end(); ++number) {
        if (documents.isAlive(number))
            numbers[number] = out.documents.add(documents.at(number), documents.lengths(number));
    }
    out.words = renumbered(words, numbers).postings;
    auto kept = renumbered(spellings, numbers);
    out.spellings = std::move(kept.postings);
    out.spellingsOfGram = renumbered(spellingsOfGram, kept.ordinals).postings;
    return out;
}

qsizetype LexicalContents::memoryBytes() const
{
    return documents.memoryBytes() + words.memoryBytes() + spellings.memoryBytes() + spellingsOfGram.memoryBytes();
}

} // namespace hub
