// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/answermeta.h"
#include "tests/support/memorybench.h"

using namespace hub;

class AnswerMetaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheTimeOfSeoulInKorean_data();
    void tellsTheTimeOfSeoulInKorean();
    void tellsTheTimeOfTheHubInItsLanguage();
};

void AnswerMetaTest::tellsTheTimeOfSeoulInKorean_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QString>("language");
    for (const auto *zone : {"Asia/Seoul", "America/New_York", "Europe/Berlin", "UTC"}) {
        for (const auto &language : {u"en"_s, u"ko"_s})
            QTest::addRow("%s in %s", zone, qPrintable(language)) << QByteArray(zone) << language;
    }
}

void AnswerMetaTest::tellsTheTimeOfSeoulInKorean()
{
    QFETCH(QByteArray, zone);
    QFETCH(QString, language);
    test::MemoryBench bench;
    const Messages messages(language);
    const Services services {.clock = bench.clock,
        .lexical = bench.lexical,
        .events = bench.events,
        .messages = messages,
        .seen = bench.seen,
        .zone = QTimeZone(zone)};
    bench.clock.set(u"2026-11-30T15:30:00Z"_s); // the next day in Seoul
    const auto time = serverTime(UnitOfWork(bench.database, services, {}));
    QCOMPARE(time.displayKst, u"2026년 12월 1일 (화) 00:30"_s);
    QCOMPARE(time.iso, u"2026-11-30T15:30:00.000Z"_s);
    QCOMPARE(time.epochMs, bench.clock.now().ms);
    QCOMPARE(time.timezone, QString::fromLatin1(zone));
    QCOMPARE(toJson(time).keys(),
        (QStringList {u"display_kst"_s, u"display_local"_s, u"epoch_ms"_s, u"iso"_s, u"timezone"_s}));
}

void AnswerMetaTest::tellsTheTimeOfTheHubInItsLanguage()
{
    test::MemoryBench bench;
    const Messages korean(u"ko"_s);
    Services services {.clock = bench.clock,
        .lexical = bench.lexical,
        .events = bench.events,
        .messages = bench.messages,
        .seen = bench.seen,
        .zone = QTimeZone("America/New_York")};
    QCOMPARE(serverTime(UnitOfWork(bench.database, services, {})).displayLocal, u"Mon 30 Nov 2026 04:00"_s);
    const Services inKorean {.clock = bench.clock,
        .lexical = bench.lexical,
        .events = bench.events,
        .messages = korean,
        .seen = bench.seen,
        .zone = QTimeZone("America/New_York")};
    QCOMPARE(serverTime(UnitOfWork(bench.database, inKorean, {})).displayLocal, u"2026년 11월 30일 (월) 04:00"_s);
}

QTEST_GUILESS_MAIN(AnswerMetaTest)
#include "tst_answermeta.moc"
