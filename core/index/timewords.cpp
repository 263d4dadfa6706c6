// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/timewords.h"

#include "core/index/lexicon.h"

#include <QRegularExpression>

#include <algorithm>

namespace hub {

using namespace Qt::Literals::StringLiterals;

namespace {

// Shares of a whole fit, as measured: a question that names the month is rarely about another one.
constexpr double monthShare = 1.0 / 2.3;
constexpr double yearShare = 0.3 / 2.3;
constexpr double dayShare = 1.0 / 2.3;

/// Runs of letters and digits, case folded.
QStringList tokensOf(const QString &text)
{
    QStringList tokens;
    const auto plain = text.normalized(QString::NormalizationForm_C).toCaseFolded();
    qsizetype start = 0;
    for (qsizetype i = 0; i <= plain.size(); ++i) {
        if (i < plain.size() && (plain[i].isLetterOrNumber() || plain[i].isMark() || plain[i].isSurrogate()))
            continue;
        if (i > start)
            tokens += plain.sliced(start, i - start);
        start = i + 1;
    }
    return tokens;
}

struct NumberedToken {
    int number = 0;
    QString rest;
};

/// "2023년" is 2023 and "년"; nothing when no digit comes first or the number is no date's.
std::optional<NumberedToken> numbered(const QString &token)
{
    qsizetype digits = 0;
    while (digits < token.size() && token[digits].isDigit())
        ++digits;
    bool isNumber = false;
    const int number = token.left(digits).toInt(&isNumber);
    if (!isNumber || digits > 4)
        return {};
    return NumberedToken {.number = number, .rest = token.sliced(digits)};
}

bool isYear(const NumberedToken &token) { return token.number >= 1900 && token.number < 2100; }

bool startsAny(const QString &token, const QStringList &beginnings)
{
    return std::ranges::any_of(beginnings, [&](const QString &beginning) { return token.startsWith(beginning); });
}

/// "week" in "last week", "weeks" in "three weeks": a unit says when beside one of these.
bool countsUnit(const QString &before)
{
    static const QSet<QString> words {u"last"_s, u"next"_s, u"this"_s, u"past"_s, u"few"_s, u"several"_s, u"couple"_s,
        u"for"_s, u"two"_s, u"three"_s, u"four"_s, u"five"_s, u"six"_s, u"that"_s, u"every"_s};
    return words.contains(before) || (!before.isEmpty() && before[0].isDigit());
}

bool isTime(const QString &token, const QString &before)
{
    const auto &lists = lexicon();
    if (lists.timeWords.contains(token) || startsAny(token, lists.timeBeginnings))
        return true;
    if (lists.timeUnits.contains(token))
        return countsUnit(before);
    const auto number = numbered(token);
    return number && ((number->rest.isEmpty() && isYear(*number)) || startsAny(number->rest, lists.timeCounters));
}

/// Months by name; a short or double-meaning name ("may", "mar") needs a neighbour that makes it a date.
std::optional<int> monthOf(const QString &token, const QString &before, const QString &after)
{
    static const QStringList names {u"january"_s, u"february"_s, u"march"_s, u"april"_s, u"may"_s, u"june"_s, u"july"_s,
        u"august"_s, u"september"_s, u"october"_s, u"november"_s, u"december"_s};
    const auto number = token.size() < 3 ? -1 : [&] {
        const auto found = std::ranges::find_if(names, [&](const QString &name) { return name.startsWith(token); });
        return found == names.end() ? -1 : int(found - names.begin());
    }();
    if (number < 0)
        return {};
    static const QSet<QString> leading {u"in"_s, u"of"_s, u"on"_s, u"during"_s, u"until"_s, u"by"_s, u"since"_s,
        u"last"_s, u"next"_s, u"this"_s, u"early"_s, u"mid"_s, u"late"_s, u"before"_s, u"after"_s};
    const bool isWhole = names[number] == token && token != u"may" && token != u"march";
    const auto isNumber = [](const QString &word) { return !word.isEmpty() && word[0].isDigit(); };
    if (isWhole || leading.contains(before) || isNumber(before) || isNumber(after))
        return number + 1;
    return {};
}

/// 3 of "3", "3rd", "3일"; nothing for anything else.
std::optional<int> dayOf(const NumberedToken &token)
{
    static const QSet<QString> endings {QString(), u"st"_s, u"nd"_s, u"rd"_s, u"th"_s};
    if (token.number < 1 || token.number > 31 || !(endings.contains(token.rest) || token.rest.startsWith(u'일')))
        return {};
    return token.number;
}

std::optional<DateMention> isoDate(const QString &question)
{
    static const QRegularExpression pattern(u"\\b((?:19|20)\\d\\d)-(\\d{1,2})(?:-(\\d{1,2}))?\\b"_s);
    const auto match = pattern.match(question);
    if (!match.hasMatch())
        return {};
    DateMention mention {.year = match.captured(1).toInt(), .month = match.captured(2).toInt(), .day = {}};
    if (const int day = match.captured(3).toInt(); day > 0)
        mention.day = day;
    return mention;
}

} // namespace

bool saysWhen(const QString &text)
{
    const auto tokens = tokensOf(text);
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        if (isTime(tokens[i], i > 0 ? tokens[i - 1] : QString()))
            return true;
    }
    return false;
}

bool asksWhen(const QString &question)
{
    static const QSet<QString> units {
        u"date"_s, u"day"_s, u"days"_s, u"week"_s, u"month"_s, u"months"_s, u"year"_s, u"years"_s, u"time"_s};
    const auto tokens = tokensOf(question);
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const auto after = i + 1 < tokens.size() ? tokens[i + 1] : QString();
        if (tokens[i] == u"when" && i <= 1)
            return true;
        if (tokens[i] == u"how" && after == u"long")
            return true;
        if ((tokens[i] == u"what" || tokens[i] == u"which") && units.contains(after))
            return true;
    }
    const auto plain = question.normalized(QString::NormalizationForm_C);
    return std::ranges::any_of(lexicon().timeQuestions, [&](const QString &words) { return plain.contains(words); });
}

double DateMention::fit(const QDate &date) const
{
    double fit = year == date.year() ? yearShare : 0;
    if (month == date.month()) {
        fit += monthShare;
        fit += day && std::abs(*day - date.day()) <= 1 ? dayShare : 0;
    }
    return fit;
}

std::optional<DateMention> dateMentioned(const QString &question)
{
    if (const auto whole = isoDate(question))
        return whole;
    DateMention mention;
    std::optional<int> day;
    const auto tokens = tokensOf(question);
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const auto before = i > 0 ? tokens[i - 1] : QString();
        const auto after = i + 1 < tokens.size() ? tokens[i + 1] : QString();
        if (const auto number = numbered(tokens[i])) {
            if (isYear(*number))
                mention.year = number->number;
            else if (number->rest.startsWith(u'월') && number->number >= 1 && number->number <= 12)
                mention.month = number->number;
            else if (const auto found = dayOf(*number))
                day = found;
        } else if (const auto month = monthOf(tokens[i], before, after)) {
            mention.month = month;
        }
    }
    if (!mention.year && !mention.month)
        return {};
    if (mention.month)
        mention.day = day;
    return mention;
}

} // namespace hub
