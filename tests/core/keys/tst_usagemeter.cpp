// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/keystore.h"
#include "core/keys/usagemeter.h"
#include "tests/support/memorybench.h"

using namespace hub;

class UsageMeterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsUpToTheLimitOfADay();
    void beginsAnewAtMidnightOfTheZone();
    void goesOnFromWhatWasWritten();
    void writesADayThatIsOverUnderItsDate();
    void countsNothingOfTheMasterKey();

private:
    std::unique_ptr<UsageMeter> meter()
    {
        auto made = std::make_unique<UsageMeter>(m_bench.clock, QTimeZone("Asia/Seoul"), [this](UsageMeter::Work work) {
            QPromise<Result<void>> promise;
            promise.start();
            promise.addResult(work(m_bench.database));
            promise.finish();
            return promise.future();
        });
        if (!made->load(m_bench.database))
            qFatal("the counts could not be read");
        return made;
    }
    Principal key(const QString &name, qint64 limit)
    {
        ApiKey wanted;
        wanted.name = name;
        const auto made = mintKey(wanted);
        if (!KeyStore(m_bench.database).insert(made))
            qFatal("the key could not be made");
        auto caller = test::keyed(made.key.id);
        caller.dailyLimit = limit;
        return caller;
    }
    int written(const QString &day)
    {
        return m_bench.number(
            u"SELECT ifnull(sum(call_count), 0) FROM api_key_usage WHERE usage_date = '%1'"_s.arg(day));
    }

    test::MemoryBench m_bench;
};

void UsageMeterTest::countsUpToTheLimitOfADay()
{
    const auto caller = key(u"counted"_s, 3);
    const auto usage = meter();
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(usage->enter(caller));
    const auto refused = usage->enter(caller);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
    QCOMPARE(refused.error().data,
        QJsonObject({{u"used"_s, 3}, {u"limit"_s, 3}, {u"resetsAt"_s, u"2026-11-30T15:00:00Z"_s}}));
    QCOMPARE(usage->today(caller.keyId), 3); // a refused call is none
    VERIFY_OK(usage->enter(key(u"another"_s, 1)));
}

void UsageMeterTest::beginsAnewAtMidnightOfTheZone()
{
    const auto caller = key(u"midnight"_s, 1);
    const auto usage = meter();
    m_bench.clock.set(u"2026-11-30T14:59:59Z"_s); // 23:59:59 in Seoul
    QCOMPARE(usage->day(), u"2026-11-30"_s);
    VERIFY_OK(usage->enter(caller));
    QVERIFY(!usage->enter(caller));
    m_bench.clock.advance(1000);
    QCOMPARE(usage->day(), u"2026-12-01"_s);
    QCOMPARE(usage->today(caller.keyId), 0);
    VERIFY_OK(usage->enter(caller));
}

void UsageMeterTest::goesOnFromWhatWasWritten()
{
    m_bench.clock.set(u"2026-12-05T03:00:00Z"_s);
    const auto caller = key(u"restarted"_s, 2);
    {
        const auto usage = meter();
        VERIFY_OK(usage->enter(caller));
        usage->close();
    }
    QCOMPARE(written(u"2026-12-05"_s), 1);
    QCOMPARE(
        m_bench.number(u"SELECT count(*) FROM api_keys WHERE name = 'restarted' AND last_used_at IS NOT NULL"_s), 1);
    const auto usage = meter();
    QCOMPARE(usage->today(caller.keyId), 1);
    VERIFY_OK(usage->enter(caller));
    QVERIFY(!usage->enter(caller));
    usage->close();
    QCOMPARE(written(u"2026-12-05"_s), 2);
}

void UsageMeterTest::writesADayThatIsOverUnderItsDate()
{
    m_bench.clock.set(u"2026-12-07T14:59:00Z"_s);
    const auto caller = key(u"late"_s, 10);
    const auto usage = meter();
    VERIFY_OK(usage->enter(caller));
    VERIFY_OK(usage->enter(caller));
    m_bench.clock.advance(msPerHour);
    VERIFY_OK(usage->enter(caller));
    usage->close();
    QCOMPARE(written(u"2026-12-07"_s), 2);
    QCOMPARE(written(u"2026-12-08"_s), 1);
}

void UsageMeterTest::countsNothingOfTheMasterKey()
{
    const auto usage = meter();
    Principal master;
    master.dailyLimit = 0;
    VERIFY_OK(usage->enter(master));
    QCOMPARE(usage->today({}), 0);
}

QTEST_GUILESS_MAIN(UsageMeterTest)
#include "tst_usagemeter.moc"
