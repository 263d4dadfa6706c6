// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/quota.h"
#include "tests/support/memorybench.h"

using namespace hub;

class QuotaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::MemoryBench>(); }
    void refusesOneMoreThanTheLimit();
    void countsNothingTwice();
    void makesRoomByForgettingAndReplacing();
    void leavesTheMasterAlone();
    void tellsInADryRun();
    void countsEachKeyByItself();

private:
    static Principal limited(qint64 limit, const QString &key = u"a"_s)
    {
        auto caller = test::keyed(key);
        caller.fragmentLimit = limit;
        return caller;
    }
    static RememberRequest request(int number)
    {
        RememberRequest request;
        request.content = u"Memory number %1 of the key, which counts."_s.arg(number);
        request.topic = u"lab"_s;
        return request;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void QuotaTest::refusesOneMoreThanTheLimit()
{
    VERIFY_OK(m_bench->write(remember, request(1), limited(2)));
    VERIFY_OK(m_bench->write(remember, request(2), limited(2)));
    const auto full = m_bench->write(remember, request(3), limited(2));
    QVERIFY(!full);
    QVERIFY(full.error().code == ErrorCode::LimitExceeded);
    QVERIFY(full.error().message.startsWith(u"fragment_limit_exceeded"));
    QCOMPARE(full.error().data, QJsonObject({{u"used"_s, 2}, {u"limit"_s, 2}}));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments"_s), 2);
}

void QuotaTest::countsNothingTwice()
{
    auto first = request(1);
    first.idempotencyKey = u"once"_s;
    const auto stored = m_bench->write(remember, first, limited(1));
    VERIFY_OK(stored);
    const auto sameText = m_bench->write(remember, request(1), limited(1));
    VERIFY_OK(sameText);
    QCOMPARE(sameText->id, stored->id);
    auto sameKey = request(2);
    sameKey.idempotencyKey = u"once"_s;
    VERIFY_OK(m_bench->write(remember, sameKey, limited(1)));
    auto note = request(3);
    note.scope = MemoryScope::Session;
    note.sessionId = u"session"_s;
    VERIFY_OK(m_bench->write(remember, note, limited(1)));
}

void QuotaTest::makesRoomByForgettingAndReplacing()
{
    const auto first = m_bench->write(remember, request(1), limited(1));
    VERIFY_OK(first);
    auto successor = request(2);
    successor.supersedes = {*first->id};
    const auto second = m_bench->write(remember, successor, limited(1)); // one goes, one comes
    VERIFY_OK(second);
    auto again = request(3);
    again.supersedes = {*first->id}; // which counts no more
    QVERIFY(!m_bench->write(remember, again, limited(1)));
    AmendRequest amended;
    amended.id = *second->id;
    amended.content = u"What takes the place of the second memory."_s;
    amended.supersedes = true;
    const auto third = m_bench->write(amend, amended, limited(1));
    VERIFY_OK(third);
    QVERIFY(third->success);
    ForgetRequest gone;
    gone.id = third->fragment->id;
    VERIFY_OK(m_bench->write(forget, gone, limited(1)));
    VERIFY_OK(m_bench->write(remember, request(4), limited(1)));
}

void QuotaTest::leavesTheMasterAlone()
{
    Principal master;
    master.fragmentLimit = 0;
    VERIFY_OK(m_bench->write(remember, request(1), master));
    VERIFY_OK(m_bench->write(remember, request(1), test::keyed(u"a"_s))); // and a key without a limit
    auto work = m_bench->work(master);
    const auto state = quotaOf(work);
    VERIFY_OK(state);
    QCOMPARE(state->used, 1);
    QVERIFY(!state->limit && !state->remaining);
}

void QuotaTest::tellsInADryRun()
{
    VERIFY_OK(m_bench->write(remember, request(1), limited(5)));
    auto trial = request(2);
    trial.dryRun = true;
    auto answer = m_bench->write(remember, trial, limited(5));
    VERIFY_OK(answer);
    QCOMPARE(toJson(answer->simulated->quota), QJsonObject({{u"used"_s, 1}, {u"limit"_s, 5}, {u"remaining"_s, 4}}));
    answer = m_bench->write(remember, trial, limited(1)); // tells, refuses nothing
    VERIFY_OK(answer);
    QCOMPARE(*answer->simulated->quota.remaining, 0);
}

void QuotaTest::countsEachKeyByItself()
{
    for (int i = 0; i < 5; ++i)
        VERIFY_OK(m_bench->write(remember, request(i), test::keyed(u"other"_s)));
    auto trial = request(9);
    trial.dryRun = true;
    const auto answer = m_bench->write(remember, trial, limited(3));
    VERIFY_OK(answer);
    QCOMPARE(answer->simulated->quota.used, 0);
    VERIFY_OK(m_bench->write(remember, request(9), limited(1)));
}

QTEST_GUILESS_MAIN(QuotaTest)
#include "tst_quota.moc"
