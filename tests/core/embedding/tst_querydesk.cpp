// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/querydesk.h"
#include "tests/support/fakeclock.h"

#include <QTest>

using namespace hub;

class QueryDeskTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forgetsTheQuestionThatWasNotAskedForLongest();
    void forgetsAfterAnHour();
};

void QueryDeskTest::forgetsTheQuestionThatWasNotAskedForLongest()
{
    const test::FakeClock clock;
    QueryCache cache(clock);
    for (int i = 0; i < 256; ++i)
        cache.insert(QString::number(i), {float(i)});
    QVERIFY(cache.find(u"0"_s));
    cache.insert(u"one more"_s, {1});
    QVERIFY(cache.find(u"0"_s));
    QVERIFY(!cache.find(u"1"_s));
    QCOMPARE(*cache.find(u"255"_s), Vector {255});
}

void QueryDeskTest::forgetsAfterAnHour()
{
    test::FakeClock clock;
    QueryCache cache(clock);
    cache.insert(u"where"_s, {1});
    clock.advance(msPerHour - 1);
    QVERIFY(cache.find(u"where"_s));
    clock.advance(1);
    QVERIFY(!cache.find(u"where"_s));
    cache.insert(u"where"_s, {2});
    QCOMPARE(*cache.find(u"where"_s), Vector {2});
}

QTEST_GUILESS_MAIN(QueryDeskTest)
#include "tst_querydesk.moc"
