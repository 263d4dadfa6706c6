// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/memorystate.h"

#include "core/sessions/activity.h"
#include "tests/support/memorybench.h"

#include <QJsonDocument>

using namespace hub;

class MemoryStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void countsByTypeAndTier();
    void listsTopics();
    void showsEachKeyItsOwn();
    void tellsWeightsAndLifetimesButNoSecret();
    void tellsWhatTheSessionDoes();

private:
    std::unique_ptr<test::MemoryBench> m_bench;
};

void MemoryStateTest::init()
{
    m_bench = std::make_unique<test::MemoryBench>();
    m_bench->store(u"The door of the lab is green."_s, u"door"_s);
    m_bench->store(u"The lamp of the lab is too bright."_s, u"lamp"_s);
    m_bench->store(u"The user wants the door to be closed."_s, u"door"_s, FragmentType::Preference);
    m_bench->store(
        u"The key's own door is of another colour."_s, u"secret-topic"_s, FragmentType::Fact, test::keyed(u"a"_s));
}

void MemoryStateTest::countsByTypeAndTier()
{
    auto work = m_bench->work();
    const auto counted = memoryCounts(work);
    VERIFY_OK(counted);
    QCOMPARE(counted->total, 4);
    QCOMPARE(counted->averageUtility, 1.0);
    QCOMPARE(counted->counts.size(), 2);
    const auto json = toJson(*counted);
    QCOMPARE(json[u"counts"_s][0].toObject(),
        (QJsonObject {{u"type"_s, u"fact"_s}, {u"ttl_tier"_s, u"warm"_s}, {u"count"_s, 3}, {u"avg_utility"_s, 1}}));
    QCOMPARE(json[u"counts"_s][1][u"ttl_tier"_s].toString(), u"permanent"_s);
    auto empty = test::MemoryBench();
    auto nothing = empty.work();
    QCOMPARE(memoryCounts(nothing)->total, 0);
    QCOMPARE(memoryCounts(nothing)->averageUtility, 0.0);
}

void MemoryStateTest::listsTopics()
{
    auto work = m_bench->work();
    QCOMPARE(memoryTopics(work)->topics, (QStringList {u"door"_s, u"lamp"_s, u"secret-topic"_s}));
    QCOMPARE(memoryTopics(work)->count, 3);
}

void MemoryStateTest::showsEachKeyItsOwn()
{
    auto own = m_bench->work(test::keyed(u"a"_s));
    QCOMPARE(memoryCounts(own)->total, 1);
    QCOMPARE(memoryTopics(own)->topics, QStringList {u"secret-topic"_s});
    auto other = m_bench->work(test::keyed(u"b"_s));
    QCOMPARE(memoryCounts(other)->total, 0);
    QVERIFY(memoryTopics(other)->topics.isEmpty());
}

void MemoryStateTest::tellsWeightsAndLifetimesButNoSecret()
{
    auto work = m_bench->work(test::keyed(u"a"_s));
    const auto json = toJson(*memoryConfig(work));
    QCOMPARE(json.keys(), (QStringList {u"importance"_s, u"memory"_s, u"ttl"_s, u"weights"_s}));
    QCOMPARE(json[u"ttl"_s][u"segment_idle_minutes"_s].toInt(), 45);
    QCOMPARE(json[u"ttl"_s][u"segment_age_hours"_s].toInt(), 12);
    QCOMPARE(json[u"importance"_s][u"preference"_s].toDouble(), 0.95);
    QCOMPARE(json[u"weights"_s][u"importance"_s].toDouble(), m_bench->services.search.importance);
    const auto text = QString::fromUtf8(QJsonDocument(json).toJson()).toLower();
    QVERIFY(!text.contains(u"accesskey") && !text.contains(u"access-key") && !text.contains(u"token\""));
}

void MemoryStateTest::tellsWhatTheSessionDoes()
{
    SessionActivity activity(m_bench->clock, true);
    auto caller = test::keyed(u"a"_s);
    caller.sessionId = u"s"_s;
    QVERIFY(toJson(activeSession(activity, caller))[u"sessionId"_s].isNull());
    const auto id = activity.enter(caller, u"recall"_s, {u"door"_s});
    activity.stored(id, u"frag-1"_s);
    const auto active = activeSession(activity, caller);
    QCOMPARE(active.sessionId, u"s#1"_s);
    QCOMPARE(active.calls, 1);
    QCOMPARE(active.toolCalls, (QJsonObject {{u"recall"_s, 1}}));
    QCOMPARE(active.keywords, QStringList {u"door"_s});
    QCOMPARE(active.fragmentIds, QStringList {u"frag-1"_s});
    auto other = test::keyed(u"b"_s);
    other.sessionId = u"s"_s;
    QVERIFY(!activeSession(activity, other).sessionId);
}

QTEST_GUILESS_MAIN(MemoryStateTest)
#include "tst_memorystate.moc"
