// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/segmentation.h"

#include <QChar>

#include <optional>

namespace hub {
namespace {

struct CodePoint {
    char32_t value = 0;
    qsizetype units = 0;
};

CodePoint codePointAt(QStringView text, qsizetype i)
{
    if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
        return {QChar::surrogateToUcs4(text[i], text[i + 1]), 2};
    return {text[i].unicode(), 1};
}

WritingSystem systemOfLetter(char32_t c)
{
    constexpr char32_t longVowelMark = 0x30FC; // shared by both Kana, so its script property is Common
    if (c == longVowelMark)
        return WritingSystem::Ideograms;
    switch (QChar::script(c)) {
    case QChar::Script_Hangul: return WritingSystem::Hangul;
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo: return WritingSystem::Ideograms;
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar: return WritingSystem::Unspaced;
    default: return WritingSystem::Words;
    }
}

/// The system `c` belongs to after a run of `previous`; nullopt: `c` separates.
std::optional<WritingSystem> systemOf(char32_t c, std::optional<WritingSystem> previous)
{
    if (QChar::isMark(c))
        return previous == WritingSystem::Symbol ? std::nullopt : previous;
    if (QChar::isLetterOrNumber(c))
        return systemOfLetter(c);
    constexpr char32_t firstPictograph = 0x2600; // below: box drawing, arrows, technical signs
    if (c >= firstPictograph && c != QChar::ReplacementCharacter && QChar::category(c) == QChar::Symbol_Other)
        return WritingSystem::Symbol;
    return std::nullopt;
}

bool isApostrophe(QChar c) { return c == u'\'' || c == u'\u2019' || c == u'\u02BC'; }

bool isWordLetterAt(QStringView text, qsizetype i)
{
    if (i >= text.size())
        return false;
    const auto c = codePointAt(text, i).value;
    return QChar::isLetter(c) && systemOfLetter(c) == WritingSystem::Words;
}

qsizetype endOfRun(QStringView text, qsizetype start, WritingSystem system)
{
    auto i = start + codePointAt(text, start).units;
    if (system == WritingSystem::Symbol)
        return i;
    while (i < text.size()) {
        const bool insideWord = system == WritingSystem::Words && isApostrophe(text[i]) && text[i - 1].isLetter()
            && isWordLetterAt(text, i + 1);
        const auto c = codePointAt(text, i);
        if (!insideWord && systemOf(c.value, system) != system)
            break;
        i += c.units;
    }
    if (i - start == 1 && text[start].isLetter()) {
        if (text.sliced(i).startsWith(u"++"))
            return i + 2;
        if (i < text.size() && text[i] == u'#')
            return i + 1;
    }
    return i;
}

bool joins(QStringView text, qsizetype i)
{
    if (text[i] == u',')
        return text[i - 1].isDigit() && text[i + 1].isDigit();
    return QStringView(u".-_/:@\\").contains(text[i]);
}

} // namespace

std::vector<Segment> segments(QStringView text)
{
    std::vector<Segment> out;
    qsizetype lastEnd = -1;
    for (qsizetype i = 0; i < text.size();) {
        const auto c = codePointAt(text, i);
        const auto system = systemOf(c.value, std::nullopt);
        if (!system) {
            i += c.units;
            continue;
        }
        const auto end = endOfRun(text, i, *system);
        Segment found {.text = text.sliced(i, end - i), .system = *system};
        found.attached = i == lastEnd;
        if (lastEnd >= 0 && i == lastEnd + 1 && *system == WritingSystem::Words
            && out.back().system == WritingSystem::Words && joins(text, lastEnd))
            found.joiner = text[lastEnd].unicode();
        out.push_back(found);
        lastEnd = end;
        i = end;
    }
    return out;
}

QString withoutApostrophes(QStringView word)
{
    if (word.size() > 2 && isApostrophe(word[word.size() - 2]) && word.back().toLower() == u's')
        word.chop(2);
    auto out = word.toString();
    out.removeIf(isApostrophe);
    return out;
}

} // namespace hub
