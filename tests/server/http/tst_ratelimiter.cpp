// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/ratelimiter.h"

#include <QTest>

using namespace hub::http;

class RateLimiterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsEachCallerInItsOwnWindow();
    void tellsTheSecondsThatAreLeft();
    void limitsNothingWithoutARule();
    void forgetsCallersWhoseWindowIsOver();
};

void RateLimiterTest::countsEachCallerInItsOwnWindow()
{
    qint64 now = 5;
    RateLimiter limiter({.most = 2, .windowMs = 60'000}, [&now] { return now; });
    QVERIFY(!limiter.refuse("a"));
    now += 59'000;
    QVERIFY(!limiter.refuse("a"));
    QVERIFY(limiter.refuse("a"));
    QVERIFY(!limiter.refuse("b"));
    now += 1000; // a's window has ended, that of b has not
    QVERIFY(!limiter.refuse("a"));
    QVERIFY(!limiter.refuse("b"));
    QVERIFY(limiter.refuse("b"));
}

void RateLimiterTest::tellsTheSecondsThatAreLeft()
{
    qint64 now = 0;
    RateLimiter limiter({.most = 1, .windowMs = 60'000}, [&now] { return now; });
    QVERIFY(!limiter.refuse("a"));
    QCOMPARE(limiter.refuse("a"), std::optional(60));
    now = 30'001;
    QCOMPARE(limiter.refuse("a"), std::optional(30));
    now = 59'999;
    QCOMPARE(limiter.refuse("a"), std::optional(1));
    now = 60'000;
    QVERIFY(!limiter.refuse("a"));
}

void RateLimiterTest::limitsNothingWithoutARule()
{
    RateLimiter limiter({.most = 0, .windowMs = 1});
    for (int i = 0; i < 10'000; ++i)
        QVERIFY(!limiter.refuse("a"));
}

void RateLimiterTest::forgetsCallersWhoseWindowIsOver()
{
    qint64 now = 0;
    RateLimiter limiter({.most = 1, .windowMs = 1000}, [&now] { return now; });
    QVERIFY(!limiter.refuse("first"));
    for (int i = 0; i < 20'000; ++i) { // far more than are kept: they come and go
        now += 1;
        QVERIFY(!limiter.refuse(QByteArray::number(i)));
    }
    QVERIFY(limiter.refuse("19999"));
    QVERIFY(!limiter.refuse("first"));
}

QTEST_GUILESS_MAIN(RateLimiterTest)
#include "tst_ratelimiter.moc"
