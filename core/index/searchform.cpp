// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/searchform.h"

#include "core/base/text.h"

#include <algorithm>

namespace hub {
namespace {

// Hangul Compatibility Jamo in code order, with the index that the Unicode standard (3.12, conjoining
// jamo behaviour) gives them as leading and as trailing consonant; -1: cannot stand there.
constexpr char16_t firstConsonant = 0x3131;
constexpr char16_t firstVowel = 0x314F;
constexpr char16_t lastVowel = 0x3163;
constexpr int leading[]
    = {0, 1, -1, 2, -1, -1, 3, 4, 5, -1, -1, -1, -1, -1, -1, -1, 6, 7, 8, -1, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
constexpr int trailing[]
    = {1, 2, 3, 4, 5, 6, 7, -1, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -1, 18, 19, 20, 21, 22, -1, 23, 24, 25, 26, 27};

bool isConsonant(char16_t c) { return c >= firstConsonant && c < firstVowel; }
bool isVowel(char16_t c) { return c >= firstVowel && c <= lastVowel; }

/// Jamo typed one by one as the syllables they spell. A consonant before a vowel begins the
/// next syllable; what fits nowhere, such as laughter of bare consonants, stays as it is.
QString composeTypedJamo(const QString &text)
{
    if (std::none_of(text.begin(), text.end(), [](QChar c) { return isVowel(c.unicode()); }))
        return text;
    QString out;
    out.reserve(text.size());
    const auto at = [&](qsizetype i) { return i < text.size() ? text[i].unicode() : u'\0'; };
    for (qsizetype i = 0; i < text.size();) {
        const auto lead = isConsonant(at(i)) && isVowel(at(i + 1)) ? leading[at(i) - firstConsonant] : -1;
        if (lead < 0) {
            out += text[i++];
            continue;
        }
        const int vowel = at(i + 1) - firstVowel;
        i += 2;
        int tail = 0;
        if (isConsonant(at(i)) && !isVowel(at(i + 1)) && trailing[at(i) - firstConsonant] > 0)
            tail = trailing[at(i++) - firstConsonant];
        out += QChar(char16_t(0xAC00 + (lead * 21 + vowel) * 28 + tail));
    }
    return out;
}

bool isInvisible(QChar c)
{
    constexpr char16_t zeroWidthSpace = 0x200B; // separates words of Thai and Khmer
    return c.category() == QChar::Other_Format && c.unicode() != zeroWidthSpace;
}

} // namespace

QString searchForm(const QString &text)
{
    auto out = withoutLoneSurrogates(composeTypedJamo(text)).normalized(QString::NormalizationForm_KC);
    out.removeIf(isInvisible);
    return out;
}

} // namespace hub
