// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words.h"

#include "ui/language.h"

#include <QLocale>
#include <QTest>

using namespace hub;

class WordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsHowLongAgo_data();
    void tellsHowLongAgo();
    void showsAnUnknownNumberAsADash();
};

void WordsTest::tellsHowLongAgo_data()
{
    QTest::addColumn<qint64>("age");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("korean");
    QTest::newRow("a moment") << qint64(30'000) << u"just now"_s << u"방금"_s;
    QTest::newRow("from the future") << qint64(-5000) << u"just now"_s << u"방금"_s;
    QTest::newRow("minutes") << 5 * msPerMinute << u"5 min ago"_s << u"5분 전"_s;
    QTest::newRow("hours") << 3 * msPerHour << u"3 h ago"_s << u"3시간 전"_s;
    QTest::newRow("one day") << msPerDay << u"1 day ago"_s << u"1일 전"_s;
    QTest::newRow("days") << 2 * msPerDay << u"2 days ago"_s << u"2일 전"_s;
    QTest::newRow("one month") << 31 * msPerDay << u"1 month ago"_s << u"1개월 전"_s;
    QTest::newRow("years") << 800 * msPerDay << u"2 years ago"_s << u"2년 전"_s;
}

void WordsTest::tellsHowLongAgo()
{
    QFETCH(qint64, age);
    const Timestamp now {1'800'000'000'000};
    ui::LanguageSwitch language;
    language.choose(Language::English);
    QTEST(ui::relativeTime({now.ms - age}, now), "english");
    language.choose(Language::Korean);
    QTEST(ui::relativeTime({now.ms - age}, now), "korean");
}

void WordsTest::showsAnUnknownNumberAsADash()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(ui::number(std::nullopt), u"–"_s);
    QCOMPARE(ui::number(0), u"0"_s);
    QCOMPARE(ui::number(12480), u"12,480"_s);
}

QTEST_GUILESS_MAIN(WordsTest)
#include "tst_words.moc"
