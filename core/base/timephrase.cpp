// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/timephrase.h"

#include <QHash>
#include <QRegularExpression>

#include <limits>
#include <optional>

namespace hub {
namespace {

enum class Unit : quint8 { Minute, Hour, Day, Week, Month, Year };

QDate startOf(Unit unit, const QDate &day)
{
    switch (unit) {
    case Unit::Week: return day.addDays(1 - day.dayOfWeek());
    case Unit::Month: return {day.year(), day.month(), 1};
    case Unit::Year: return {day.year(), 1, 1};
    case Unit::Minute:
    case Unit::Hour:
    case Unit::Day: break;
    }
    return day;
}

QDate moved(Unit unit, const QDate &day, int by)
{
    switch (unit) {
    case Unit::Week: return day.addDays(7 * by);
    case Unit::Month: return day.addMonths(by);
    case Unit::Year: return day.addYears(by);
    case Unit::Minute:
    case Unit::Hour:
    case Unit::Day: break;
    }
    return day.addDays(by);
}

Period days(const QDate &first, const QDate &afterLast, const QTimeZone &zone)
{
    return {{first.startOfDay(zone).toMSecsSinceEpoch()}, {afterLast.startOfDay(zone).toMSecsSinceEpoch()}};
}

Period wholeUnit(Unit unit, const QDate &today, int offset, const QTimeZone &zone)
{
    const auto first = moved(unit, startOf(unit, today), offset);
    return days(first, moved(unit, first, 1), zone);
}

std::optional<Unit> unitFrom(const QString &word)
{
    static const QHash<QString, Unit> units {
        {u"minute"_s, Unit::Minute}, {u"분"_s, Unit::Minute}, {u"hour"_s, Unit::Hour}, {u"시간"_s, Unit::Hour},
        {u"day"_s, Unit::Day}, {u"일"_s, Unit::Day}, {u"week"_s, Unit::Week}, {u"주"_s, Unit::Week},
        {u"주일"_s, Unit::Week}, {u"month"_s, Unit::Month}, {u"개월"_s, Unit::Month}, {u"달"_s, Unit::Month},
        {u"월"_s, Unit::Month}, {u"year"_s, Unit::Year}, {u"년"_s, Unit::Year}, {u"해"_s, Unit::Year}};
    const auto found = units.constFind(word);
    return found == units.cend() ? std::nullopt : std::optional(*found);
}

std::optional<int> numberFrom(const QString &word)
{
    static const QStringList names {u"a"_s, u"two"_s, u"three"_s, u"four"_s, u"five"_s, u"six"_s, u"seven"_s, u"eight"_s, u"nine"_s, u"ten"_s};
    if (word == u"an" || word == u"one")
        return 1;
    if (const auto index = names.indexOf(word); index >= 0)
        return int(index) + 1;
    bool ok = false;
    const int number = word.toInt(&ok);
    return ok && number >= 0 && number <= 10000 ? std::optional(number) : std::nullopt;
}

/// "3 days ago", "2주 전": the day that far back; minutes and hours: that moment.
std::optional<Period> ago(const QString &text, const QTimeZone &zone, const QDateTime &now)
{
    static const QRegularExpression english(u"^(\\w+) (minute|hour|day|week|month|year)s? ago$"_s);
    static const QRegularExpression korean(u"^(\\d+) ?(분|시간|일|주일|주|개월|달|년) ?전$"_s);
    auto match = english.match(text);
    if (!match.hasMatch())
        match = korean.match(text);
    if (!match.hasMatch())
        return {};
    const int number = numberFrom(match.captured(1)).value_or(-1);
    const auto unit = unitFrom(match.captured(2)).value_or(Unit::Day); // the patterns allow known units only
    if (number < 0)
        return {};
    if (unit == Unit::Minute || unit == Unit::Hour) {
        const auto moment = now.toMSecsSinceEpoch() - number * (unit == Unit::Hour ? msPerHour : msPerMinute);
        return Period {{moment}, {moment + 1}};
    }
    const auto day = moved(unit, now.date(), -number);
    return days(day, day.addDays(1), zone);
}

/// "today", "어제", "last week", "이번 달".
std::optional<Period> named(const QString &text, const QTimeZone &zone, const QDate &today)
{
    struct Name { Unit unit; int offset; };
    static const QHash<QString, Name> names {
        {u"today"_s, {Unit::Day, 0}}, {u"오늘"_s, {Unit::Day, 0}}, {u"yesterday"_s, {Unit::Day, -1}},
        {u"어제"_s, {Unit::Day, -1}}, {u"the day before yesterday"_s, {Unit::Day, -2}},
        {u"day before yesterday"_s, {Unit::Day, -2}}, {u"그제"_s, {Unit::Day, -2}}, {u"그저께"_s, {Unit::Day, -2}},
        {u"엊그제"_s, {Unit::Day, -2}}, {u"tomorrow"_s, {Unit::Day, 1}}, {u"내일"_s, {Unit::Day, 1}},
        {u"올해"_s, {Unit::Year, 0}}, {u"작년"_s, {Unit::Year, -1}}, {u"재작년"_s, {Unit::Year, -2}}};
    if (const auto found = names.constFind(text); found != names.cend())
        return wholeUnit(found->unit, today, found->offset, zone);
    static const QRegularExpression relative(u"^(this|last|previous|next|이번|지난|저번|다음) ?(week|month|year|주|주일|달|월|해|년)$"_s);
    const auto match = relative.match(text);
    if (!match.hasMatch())
        return {};
    const auto which = match.captured(1);
    const int offset = which == u"this" || which == u"이번" ? 0 : which == u"next" || which == u"다음" ? 1 : -1;
    return wholeUnit(*unitFrom(match.captured(2)), today, offset, zone);
}

/// "last Monday", "지난 월요일": the one before today, or of the week before.
std::optional<Period> weekday(const QString &text, const QTimeZone &zone, const QDate &today)
{
    static const QRegularExpression pattern(
        u"^(?:last |지난 ?)?(?:(mon|tues|wednes|thurs|fri|satur|sun)day|([월화수목금토일])요일)$"_s);
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    static const QStringList english {u"mon"_s, u"tues"_s, u"wednes"_s, u"thurs"_s, u"fri"_s, u"satur"_s, u"sun"_s};
    static const auto korean = u"월화수목금토일"_s;
    const auto number = match.captured(1).isEmpty() ? korean.indexOf(match.captured(2)) + 1 : english.indexOf(match.captured(1)) + 1;
    auto back = (today.dayOfWeek() - int(number) + 7) % 7;
    if (back == 0)
        back = 7;
    const auto day = today.addDays(-back);
    return days(day, day.addDays(1), zone);
}

std::optional<Period> iso(const QString &text, const QTimeZone &zone)
{
    static const QRegularExpression date(u"^\\d{4}-\\d{2}(?:-\\d{2})?$"_s);
    if (date.match(text).hasMatch()) {
        const bool month = text.size() == 7;
        const QString written = month ? text + u"-01"_s : text;
        const auto day = QDate::fromString(written, Qt::ISODate);
        if (!day.isValid())
            return {};
        return days(day, month ? day.addMonths(1) : day.addDays(1), zone);
    }
    auto moment = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!moment.isValid())
        return {};
    if (moment.timeSpec() == Qt::LocalTime) // no zone was given: the hub's
        moment.setTimeZone(zone);
    return Period {{moment.toMSecsSinceEpoch()}, {moment.toMSecsSinceEpoch() + 1}};
}

} // namespace

Result<Period> readPeriod(const QString &text, const QTimeZone &zone, Timestamp now)
{
    const auto plain = text.simplified();
    if (const auto period = iso(plain, zone))
        return *period;
    const auto here = QDateTime::fromMSecsSinceEpoch(now.ms, zone);
    const auto words = plain.toLower();
    if (words == u"now" || words == u"지금")
        return Period {now, {now.ms + 1}};
    for (const auto &found : {ago(words, zone, here), named(words, zone, here.date()), weekday(words, zone, here.date())}) {
        if (found)
            return *found;
    }
    return Error {ErrorCode::InvalidArgument,
                  u"\"%1\" is not a time this hub can read; use ISO 8601 (2026-08-16, 2026-08-16T09:00:00Z) or words such as "
                  "yesterday, last week, 3 days ago, 어제, 지난주, 3일 전"_s.arg(plain)};
}

Result<Period> readRange(const std::optional<QString> &from, const std::optional<QString> &to, const QTimeZone &zone, Timestamp now)
{
    Period range {{std::numeric_limits<qint64>::min()}, {std::numeric_limits<qint64>::max()}};
    std::optional<Period> first;
    if (from) {
        HUB_TRY(period, readPeriod(*from, zone, now));
        first = period;
        range.start = period.start;
    }
    if (to) {
        HUB_TRY(last, readPeriod(*to, zone, now));
        range.end = first && last.start <= first->start ? last.end : last.start;
        if (range.end <= range.start)
            return Error {ErrorCode::InvalidArgument, u"timeRange ends (%1) before it begins (%2)"_s.arg(*to, *from)};
    }
    return range;
}

} // namespace hub
