// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/timewords.h"

#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class TimeWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsWhatSaysWhen_data();
    void knowsWhatSaysWhen();
    void knowsWhatAsksWhen_data();
    void knowsWhatAsksWhen();
    void readsDates_data();
    void readsDates();
    void fitsDates();
};

void TimeWordsTest::knowsWhatSaysWhen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("says");
    const auto row = [](const char *text, bool says) { QTest::newRow(text) << QString::fromUtf8(text) << says; };
    row("We moved the server yesterday.", true);
    row("The lease ended three weeks ago", true);
    row("since 2019 it has been stable", true);
    row("last month the disk was replaced", true);
    row("Backups run for five hours", true);
    row("어제 배포를 멈췄다", true);
    row("3일 전에 고쳤다", true);
    row("2023년에 시작했다", true);
    row("지난달부터 느려졌다", true);
    row("昨日再起動した", true);
    row("The port is 57332", false);
    row("a week has seven of them", false);
    row("You may use tabs", false);
    row("포트는 15001이다", false);
    row("", false);
}

void TimeWordsTest::knowsWhatSaysWhen()
{
    QFETCH(QString, text);
    QFETCH(bool, says);
    QCOMPARE(saysWhen(text), says);
    QCOMPARE(saysWhen(text.normalized(QString::NormalizationForm_D)), says);
}

void TimeWordsTest::knowsWhatAsksWhen_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("asks");
    const auto row = [](const char *text, bool asks) { QTest::newRow(text) << QString::fromUtf8(text) << asks; };
    row("When did the certificate expire?", true);
    row("since when is it slow", true);
    row("how long did the migration take", true);
    row("On what day do we deploy?", true);
    row("배포는 언제 하나요?", true);
    row("몇 월에 이전했지", true);
    row("What happens when the disk is full?", false);
    row("how many keys are there", false);
    row("비밀번호가 뭐지", false);
}

void TimeWordsTest::knowsWhatAsksWhen()
{
    QFETCH(QString, question);
    QFETCH(bool, asks);
    QCOMPARE(asksWhen(question), asks);
}

void TimeWordsTest::readsDates_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<QString>("date"); // year-month-day, with 0 for what is not named; empty: none
    const auto row = [](const char *text, const char *date) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromLatin1(date);
    };
    row("What did we decide in May 2023?", "2023-5-0");
    row("What broke on March 3rd?", "0-3-3");
    row("the incident of 2023-05-08", "2023-5-8");
    row("what was planned for 2024", "2024-0-0");
    row("2023년 5월 8일에 무엇을 했지", "2023-5-8");
    row("12월에 결정한 것", "0-12-0");
    row("may I use tabs?", "");
    row("they march on", "");
    row("what is port 8080", "");
    row("which 3 keys exist", "");
}

void TimeWordsTest::readsDates()
{
    QFETCH(QString, question);
    QFETCH(QString, date);
    const auto found = dateMentioned(question);
    const auto written = found
        ? u"%1-%2-%3"_s.arg(found->year.value_or(0)).arg(found->month.value_or(0)).arg(found->day.value_or(0))
        : QString();
    QCOMPARE(written, date);
}

void TimeWordsTest::fitsDates()
{
    const auto asked = dateMentioned(u"what happened on May 8, 2023"_s);
    QVERIFY(asked);
    const double whole = asked->fit({2023, 5, 8});
    QCOMPARE(whole, 1.0);
    QCOMPARE(asked->fit({2023, 5, 9}), whole); // told on the day after
    QVERIFY(asked->fit({2023, 5, 20}) < whole);
    QVERIFY(asked->fit({2023, 5, 20}) > asked->fit({2023, 6, 8}));
    QCOMPARE(asked->fit({2022, 6, 8}), 0.0);
}

QTEST_GUILESS_MAIN(TimeWordsTest)
#include "tst_timewords.moc"
