// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/identifiers.h"

#include <algorithm>

namespace hub {
namespace {

bool isAsciiUpper(QChar c) { return c >= u'A' && c <= u'Z'; }
bool isAsciiLower(QChar c) { return c >= u'a' && c <= u'z'; }
bool isAsciiDigit(QChar c) { return c >= u'0' && c <= u'9'; }

bool hasHump(QStringView word)
{
    for (qsizetype i = 1; i < word.size(); ++i) {
        if (isAsciiLower(word[i - 1]) && isAsciiUpper(word[i]))
            return true;
    }
    return false;
}

/// A number with a short unit: the index of the unit, else 0.
qsizetype unitStart(QStringView word)
{
    constexpr qsizetype longestUnit = 4; // longer tails make it a code, such as a commit hash
    const auto unit = std::find_if_not(word.begin(), word.end(), isAsciiDigit) - word.begin();
    const bool lettersOnly = std::all_of(word.begin() + unit, word.end(), [](QChar c) { return c.isLetter(); });
    return lettersOnly && word.size() - unit <= longestUnit ? unit : 0;
}

bool startsPart(QStringView word, qsizetype i)
{
    const bool hump = word[i - 1].isLower() && word[i].isUpper();
    const bool afterAcronym
        = word[i - 1].isUpper() && word[i].isUpper() && i + 1 < word.size() && word[i + 1].isLower();
    return hump || afterAcronym;
}

} // namespace

bool isIdentifier(QStringView word)
{
    const bool ascii = std::all_of(word.begin(), word.end(),
        [](QChar c) { return isAsciiUpper(c) || isAsciiLower(c) || isAsciiDigit(c) || c == u'_'; });
    if (!ascii || word.size() < 2)
        return false;
    const auto first = std::find_if(word.begin(), word.end(), [](QChar c) { return c != u'_'; });
    const auto last = std::find_if(word.rbegin(), word.rend(), [](QChar c) { return c != u'_'; }).base();
    const bool snake = first < last && std::find(first, last, QChar(u'_')) != last
        && std::any_of(first, last, [](QChar c) { return c.isLetter(); });
    return snake || hasHump(word) || std::all_of(word.begin(), word.end(), isAsciiUpper);
}

std::vector<QStringView> identifierParts(QStringView word)
{
    std::vector<QStringView> parts;
    if (const auto unit = unitStart(word); unit > 0 && unit < word.size())
        return {word.first(unit), word.sliced(unit)};
    qsizetype start = 0;
    for (qsizetype i = 1; i < word.size(); ++i) {
        if (!startsPart(word, i))
            continue;
        parts.push_back(word.sliced(start, i - start));
        start = i;
    }
    if (start > 0)
        parts.push_back(word.sliced(start));
    return parts;
}

} // namespace hub
