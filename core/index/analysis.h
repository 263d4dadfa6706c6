// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/terms.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace hub {

/// Raised whenever the same text gives other terms than before (rules below or the
/// tables in resources/index). Stored terms of another version are analysed anew.
inline constexpr int analysisVersion = 3;

struct TermCount {
    TermId term = 0;
    quint32 count = 0;

    bool operator==(const TermCount &) const = default;
};

/// A word as it was written, lower case, UTF-8, cut to `maxSpelling` UTF-16 units.
struct SpellingCount {
    std::string text;
    quint32 count = 0;

    bool operator==(const SpellingCount &) const = default;
};

inline constexpr int maxSpelling = 64;

/// Among the words of a text that says when something was (core/index/timewords.h), and of one that asks.
inline constexpr TermId timeMark = termOf(TermKind::Mark, "when");
inline constexpr TermId questionMark = termOf(TermKind::Mark, "?");

/// What the index keeps of a text. `words` (ascending, each once) are stems, Korean
/// words without particle, one and two character pieces of scripts written without
/// spaces, and identifiers whole and split. `spellings` (ascending, each once) are the
/// other words that are not stop words; the index derives the character 3- and 4-grams
/// from them, which is six times smaller than keeping the grams of each text.
struct AnalysedText {
    std::vector<TermCount> words;
    std::vector<SpellingCount> spellings;

    bool operator==(const AnalysedText &) const = default;
};

/// What a query looks for: each term once, stop words left out unless nothing else remains;
/// of a very long text its beginning.
struct AnalysedQuery {
    std::vector<TermId> words;
    std::vector<TermId> grams;

    bool isEmpty() const { return words.empty() && grams.empty(); }
};

/// Terms of a text of any language, script or well-formedness. Pure, thread-safe, linear
/// in the length of the text. Normal forms (NFC, NFD, full width, jamo), letter case,
/// apostrophes, English inflection and Korean particles make no difference to the result.
/// `labels` are found like the text, but only the text can ask or say when.
AnalysedText analyse(const QString &text, const QString &labels = {});
AnalysedQuery analyseQuery(const QString &text);

/// Calls `visit(TermId)` for each character 3- and 4-gram of `_spelling_` and for the
/// whole of it, repeated ones too: always 2 x code points calls.
template <typename Visit>
void forEachGram(std::string_view spelling, Visit visit);

/// Number of code points of well-formed UTF-8.
quint32 codePoints(std::string_view utf8);

} // namespace hub

template <typename Visit>
void hub::forEachGram(std::string_view spelling, Visit visit)
{
    std::string framed;
    framed.reserve(spelling.size() + 2);
    framed.append(1, '_').append(spelling).append(1, '_');
    visit(termOf(TermKind::Gram, framed));
    std::size_t starts[4] = {}; // of the last four code points
    std::size_t count = 0;
    for (std::size_t i = 0; i <= framed.size(); ++i) {
        if (i < framed.size() && (static_cast<unsigned char>(framed[i]) & 0xC0) == 0x80)
            continue;
        for (std::size_t n = 3; n <= 4 && n <= count; ++n)
            visit(termOf(
                TermKind::Gram, std::string_view(framed).substr(starts[(count - n) % 4], i - starts[(count - n) % 4])));
        starts[count++ % 4] = i;
    }
}
