// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/timephrase.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

#include <QTimeZone>

using namespace hub;

class TimePhraseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsDays_data();
    void readsDays();
    void readsMoments_data();
    void readsMoments();
    void refuses_data();
    void refuses();
    void countsDaysInTheZoneOfTheHub();
    void countsTheHoursOfADayWithAChangeOfTime();
    void readsRanges_data();
    void readsRanges();
    void refusesARangeThatEndsBeforeItBegins();
    void leavesAnAbsentEndOpen();
    void keepsAPeriodHalfOpen();
};

namespace {

/// Monday, 2026-11-30, 18:00 in Seoul.
Timestamp now() { return test::FakeClock().now(); }
QTimeZone seoul() { return QTimeZone("Asia/Seoul"); }

QString inZone(Timestamp moment, const QTimeZone &zone = seoul())
{
    return QDateTime::fromMSecsSinceEpoch(moment.ms, zone).toString(u"yyyy-MM-dd HH:mm"_s);
}

QString shown(const Period &period, const QTimeZone &zone = seoul())
{
    return inZone(period.start, zone) + u" .. "_s + inZone(period.end, zone);
}

} // namespace

void TimePhraseTest::readsDays_data()
{
    QTest::addColumn<QString>("first"); // day on which the period starts in Seoul
    QTest::addColumn<QString>("next");  // first day after it
    const auto row = [](const QString &phrase, const QString &first, const QString &next) {
        QTest::newRow(phrase.toUtf8().constData()) << first << next;
    };
    row(u"2026-08-16"_s, u"2026-08-16"_s, u"2026-08-17"_s);
    row(u"2026-08"_s, u"2026-08-01"_s, u"2026-09-01"_s);
    row(u"2024-02-29"_s, u"2024-02-29"_s, u"2024-03-01"_s);
    row(u"today"_s, u"2026-11-30"_s, u"2026-12-01"_s);
    row(u"오늘"_s, u"2026-11-30"_s, u"2026-12-01"_s);
    row(u"Yesterday"_s, u"2026-11-29"_s, u"2026-11-30"_s);
    row(u"어제"_s, u"2026-11-29"_s, u"2026-11-30"_s);
    row(u"the day before yesterday"_s, u"2026-11-28"_s, u"2026-11-29"_s);
    row(u"그제"_s, u"2026-11-28"_s, u"2026-11-29"_s);
    row(u"그저께"_s, u"2026-11-28"_s, u"2026-11-29"_s);
    row(u"tomorrow"_s, u"2026-12-01"_s, u"2026-12-02"_s);
    row(u"this week"_s, u"2026-11-30"_s, u"2026-12-07"_s);
    row(u"이번 주"_s, u"2026-11-30"_s, u"2026-12-07"_s);
    row(u"last week"_s, u"2026-11-23"_s, u"2026-11-30"_s);
    row(u"지난주"_s, u"2026-11-23"_s, u"2026-11-30"_s);
    row(u"지난 주"_s, u"2026-11-23"_s, u"2026-11-30"_s);
    row(u"저번 주"_s, u"2026-11-23"_s, u"2026-11-30"_s);
    row(u"this month"_s, u"2026-11-01"_s, u"2026-12-01"_s);
    row(u"이번 달"_s, u"2026-11-01"_s, u"2026-12-01"_s);
    row(u"last month"_s, u"2026-10-01"_s, u"2026-11-01"_s);
    row(u"지난달"_s, u"2026-10-01"_s, u"2026-11-01"_s);
    row(u"last year"_s, u"2025-01-01"_s, u"2026-01-01"_s);
    row(u"작년"_s, u"2025-01-01"_s, u"2026-01-01"_s);
    row(u"올해"_s, u"2026-01-01"_s, u"2027-01-01"_s);
    row(u"3 days ago"_s, u"2026-11-27"_s, u"2026-11-28"_s);
    row(u"three days ago"_s, u"2026-11-27"_s, u"2026-11-28"_s);
    row(u"3일 전"_s, u"2026-11-27"_s, u"2026-11-28"_s);
    row(u"3일전"_s, u"2026-11-27"_s, u"2026-11-28"_s);
    row(u"a week ago"_s, u"2026-11-23"_s, u"2026-11-24"_s);
    row(u"2주 전"_s, u"2026-11-16"_s, u"2026-11-17"_s);
    row(u"1 month ago"_s, u"2026-10-30"_s, u"2026-10-31"_s);
    row(u"9개월 전"_s, u"2026-02-28"_s, u"2026-03-01"_s); // there is no 30 February
    row(u"9달 전"_s, u"2026-02-28"_s, u"2026-03-01"_s);
    row(u"1년 전"_s, u"2025-11-30"_s, u"2025-12-01"_s);
    row(u"two years ago"_s, u"2024-11-30"_s, u"2024-12-01"_s);
    row(u"last Monday"_s, u"2026-11-23"_s, u"2026-11-24"_s); // today is Monday
    row(u"Friday"_s, u"2026-11-27"_s, u"2026-11-28"_s);
    row(u"지난 월요일"_s, u"2026-11-23"_s, u"2026-11-24"_s);
    row(u"지난 수요일"_s, u"2026-11-25"_s, u"2026-11-26"_s);
    row(u"일요일"_s, u"2026-11-29"_s, u"2026-11-30"_s);
    row(u"  last \n week  "_s, u"2026-11-23"_s, u"2026-11-30"_s);
}

void TimePhraseTest::readsDays()
{
    QFETCH(QString, first);
    QFETCH(QString, next);
    const auto period = readPeriod(QString::fromUtf8(QTest::currentDataTag()), seoul(), now());
    VERIFY_OK(period);
    QCOMPARE(shown(*period), QString(first + u" 00:00 .. " + next + u" 00:00"));
}

void TimePhraseTest::readsMoments_data()
{
    QTest::addColumn<QString>("moment"); // UTC
    const auto row = [](const char *phrase, const QString &moment) { QTest::newRow(phrase) << moment; };
    row("now", u"2026-11-30T09:00:00.000Z"_s);
    row("지금", u"2026-11-30T09:00:00.000Z"_s);
    row("2026-08-16T09:00:00Z", u"2026-08-16T09:00:00.000Z"_s);
    row("2026-08-16T09:00:00.250Z", u"2026-08-16T09:00:00.250Z"_s);
    row("2026-08-16T18:00:00+09:00", u"2026-08-16T09:00:00.000Z"_s);
    row("2026-08-16T18:00:00", u"2026-08-16T09:00:00.000Z"_s); // no zone: the hub's
    row("2026-08-16T18:00", u"2026-08-16T09:00:00.000Z"_s);
    row("2026-08-16 18:00", u"2026-08-16T09:00:00.000Z"_s);
    row("an hour ago", u"2026-11-30T08:00:00.000Z"_s);
    row("2 hours ago", u"2026-11-30T07:00:00.000Z"_s);
    row("30 minutes ago", u"2026-11-30T08:30:00.000Z"_s);
    row("5시간 전", u"2026-11-30T04:00:00.000Z"_s);
    row("10분 전", u"2026-11-30T08:50:00.000Z"_s);
}

void TimePhraseTest::readsMoments()
{
    QFETCH(QString, moment);
    const auto period = readPeriod(QString::fromUtf8(QTest::currentDataTag()), seoul(), now());
    VERIFY_OK(period);
    QCOMPARE(period->start.toIso(), moment);
    QCOMPARE(period->end.ms - period->start.ms, 1);
}

void TimePhraseTest::refuses_data()
{
    QTest::addColumn<QString>("phrase");
    QTest::newRow("nothing") << QString();
    QTest::newRow("words that are no time") << u"sometime soon"_s;
    QTest::newRow("no such day") << u"2026-02-30"_s;
    QTest::newRow("no such month") << u"2026-13"_s;
    QTest::newRow("a number alone") << u"2026"_s;
    QTest::newRow("no such hour") << u"2026-02-01T25:00:00"_s;
    QTest::newRow("negative") << u"-3 days ago"_s;
    QTest::newRow("number too large") << u"99999999999999999999 days ago"_s;
    QTest::newRow("half a phrase") << u"days ago"_s;
    QTest::newRow("half a Korean phrase") << u"일 전"_s;
    QTest::newRow("more than a phrase") << u"last week or so"_s;
    QTest::newRow("SQL") << u"' OR 1=1 --"_s;
}

void TimePhraseTest::refuses()
{
    QFETCH(QString, phrase);
    const auto period = readPeriod(phrase, seoul(), now());
    QVERIFY(!period);
    QCOMPARE(period.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(period.error().message.contains(u"\"%1\""_s.arg(phrase)), qPrintable(period.error().message));
}

void TimePhraseTest::countsDaysInTheZoneOfTheHub()
{
    // 01:00 in Seoul on Tuesday is still Monday in New York.
    const Timestamp moment {QDateTime::fromString(u"2026-11-30T16:00:00Z"_s, Qt::ISODate).toMSecsSinceEpoch()};
    const QTimeZone newYork("America/New_York");
    const auto there = readPeriod(u"today"_s, newYork, moment);
    const auto here = readPeriod(u"today"_s, seoul(), moment);
    VERIFY_OK(there);
    VERIFY_OK(here);
    QCOMPARE(shown(*there, newYork), u"2026-11-30 00:00 .. 2026-12-01 00:00"_s);
    QCOMPARE(shown(*here), u"2026-12-01 00:00 .. 2026-12-02 00:00"_s);
}

void TimePhraseTest::countsTheHoursOfADayWithAChangeOfTime()
{
    const auto hours = [](const char *zone, const QString &day) {
        const auto period = readPeriod(day, QTimeZone(zone), now());
        return period ? (period->end.ms - period->start.ms) / msPerHour : -1;
    };
    QCOMPARE(hours("America/New_York", u"2026-03-08"_s), 23);
    QCOMPARE(hours("America/New_York", u"2026-11-01"_s), 25);
    QCOMPARE(hours("America/Havana", u"2026-03-08"_s), 23); // this day has no midnight
    QCOMPARE(hours("Asia/Seoul", u"2026-03-08"_s), 24);
}

void TimePhraseTest::readsRanges_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("range");
    QTest::newRow("two days") << u"2026-08-01"_s << u"2026-08-10"_s << u"2026-08-01 00:00 .. 2026-08-10 00:00"_s;
    QTest::newRow("the same day") << u"2026-08-01"_s << u"2026-08-01"_s << u"2026-08-01 00:00 .. 2026-08-02 00:00"_s;
    QTest::newRow("week to the same week")
        << u"last week"_s << u"지난주"_s << u"2026-11-23 00:00 .. 2026-11-30 00:00"_s;
    QTest::newRow("yesterday until now") << u"yesterday"_s << u"now"_s << u"2026-11-29 00:00 .. 2026-11-30 18:00"_s;
    QTest::newRow("a day of a month") << u"2026-08"_s << u"2026-08-10"_s << u"2026-08-01 00:00 .. 2026-08-10 00:00"_s;
    QTest::newRow("moments") << u"2026-08-01T10:00"_s << u"2026-08-01T11:00"_s
                             << u"2026-08-01 10:00 .. 2026-08-01 11:00"_s;
}

void TimePhraseTest::readsRanges()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    const auto range = readRange(from, to, seoul(), now());
    VERIFY_OK(range);
    QTEST(shown(*range), "range");
}

void TimePhraseTest::refusesARangeThatEndsBeforeItBegins()
{
    const auto range = readRange(u"today"_s, u"last week"_s, seoul(), now());
    QVERIFY(!range);
    QCOMPARE(range.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(range.error().message.contains(u"last week"_s) && range.error().message.contains(u"today"_s),
        qPrintable(range.error().message));
    QVERIFY(!readRange(u"2026-08-01T11:00:00Z"_s, u"2026-08-01T10:00:00Z"_s, seoul(), now()));
    QVERIFY(!readRange(u"nonsense"_s, u"today"_s, seoul(), now()));
    QVERIFY(!readRange(u"today"_s, u"nonsense"_s, seoul(), now()));
}

void TimePhraseTest::leavesAnAbsentEndOpen()
{
    const auto since = readRange(u"yesterday"_s, {}, seoul(), now());
    VERIFY_OK(since);
    QVERIFY(since->contains(now().ms));
    QVERIFY(since->contains(now().ms + 1000 * msPerDay));
    QVERIFY(!since->contains(now().ms - 3 * msPerDay));
    const auto until = readRange({}, u"yesterday"_s, seoul(), now());
    VERIFY_OK(until);
    QVERIFY(until->contains(0));
    QVERIFY(!until->contains(now().ms));
    const auto always = readRange({}, {}, seoul(), now());
    VERIFY_OK(always);
    QVERIFY(always->contains(now().ms));
}

void TimePhraseTest::keepsAPeriodHalfOpen()
{
    const auto day = readPeriod(u"2026-08-16"_s, seoul(), now());
    VERIFY_OK(day);
    QVERIFY(day->contains(day->start.ms));
    QVERIFY(day->contains(day->end.ms - 1));
    QVERIFY(!day->contains(day->end.ms));
}

QTEST_GUILESS_MAIN(TimePhraseTest)
#include "tst_timephrase.moc"
