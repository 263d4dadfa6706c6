// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "core/memory/stats.h"
#include "core/memory/toolstats.h"
#include "tests/support/memorybench.h"

using namespace hub;

class StatsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsNothingInAnEmptyStore();
    void countsWhatTheCallerMayRead();
    void countsByTypeTierTopicAndWorkspace();
    void countsLinksWithBothEndsInSight();
    void countsDaysOfTheHub();
    void countsForTheTool();

private:
    static QString of(const QList<NamedCount> &counts)
    {
        QStringList parts;
        for (const auto &count : counts)
            parts += u"%1=%2"_s.arg(count.name).arg(count.count);
        return parts.join(u' ');
    }
    static MemoryStats statsFor(test::MemoryBench &bench, const Principal &caller = {})
    {
        auto work = bench.work(caller);
        const auto stats = memoryStats(work);
        if (!stats)
            qFatal("no statistics");
        return *stats;
    }
};

void StatsTest::countsNothingInAnEmptyStore()
{
    test::MemoryBench bench;
    const auto stats = statsFor(bench);
    QCOMPARE(stats.total, 0);
    QVERIFY(stats.byType.isEmpty() && stats.topTopics.isEmpty());
    QCOMPARE(stats.storedPerDay, QList<qint64>(7, 0));
}

void StatsTest::countsWhatTheCallerMayRead()
{
    test::MemoryBench bench;
    for (const auto &key : {QString(), u"a"_s, u"a"_s, u"b"_s})
        bench.store(u"A memory of %1 number %2."_s.arg(key).arg(bench.lexical.size()), u"lab"_s, FragmentType::Fact, test::keyed(key));
    QCOMPARE(statsFor(bench).total, 4);
    QCOMPARE(statsFor(bench, test::keyed(u"a"_s)).total, 2);
    auto group = test::keyed(u"b"_s);
    group.groupKeyIds = {u"a"_s};
    QCOMPARE(statsFor(bench, group).total, 3);
    QCOMPARE(statsFor(bench, test::keyed(u"c"_s)).total, 0);
    QCOMPARE(statsFor(bench, test::keyed(u"a"_s)).topTopics.constFirst().count, 2);
}

void StatsTest::countsByTypeTierTopicAndWorkspace()
{
    test::MemoryBench bench;
    const auto old = bench.store(u"The gate code changes on the first of May."_s, u"door"_s);
    bench.store(u"Answers are wanted in Korean at all times."_s, u"style"_s, FragmentType::Preference);
    RememberRequest request;
    request.content = u"The gate code changes on the first of June."_s;
    request.topic = u"door"_s;
    request.workspace = u"home"_s;
    request.isAnchor = true;
    request.supersedes = {old};
    VERIFY_OK(bench.write(remember, request));
    ForgetRequest gone;
    gone.id = bench.store(u"This one will be forgotten at once."_s, u"gone"_s, FragmentType::Error);
    VERIFY_OK(bench.write(forget, gone));
    const auto stats = statsFor(bench);
    QCOMPARE(stats.total, 2);
    QCOMPARE(stats.superseded, 1);
    QCOMPARE(stats.anchors, 1);
    QCOMPARE(stats.inTrash, 1);
    QCOMPARE(stats.storedToday, 3);
    QCOMPARE(of(stats.byType), u"fact=1 preference=1"_s);
    QCOMPARE(of(stats.byTier), u"permanent=1 warm=1"_s);
    QCOMPARE(of(stats.topTopics), u"door=1 style=1"_s);
    QCOMPARE(of(stats.topWorkspaces), u"home=1"_s);
}

void StatsTest::countsLinksWithBothEndsInSight()
{
    test::MemoryBench bench;
    const auto a = bench.store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    const auto b = bench.store(u"A memory that belongs to the key b."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"b"_s));
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = a, .toId = b, .agentId = {}}));
    QCOMPARE(statsFor(bench).links, 1);
    QCOMPARE(statsFor(bench, test::keyed(u"a"_s)).links, 0);
    ForgetRequest gone;
    gone.id = b;
    VERIFY_OK(bench.write(forget, gone));
    QCOMPARE(statsFor(bench).links, 0);
}

void StatsTest::countsDaysOfTheHub()
{
    test::MemoryBench bench; // 18:00 in Seoul
    bench.clock.advance(-7 * msPerDay);
    bench.store(u"A memory of a week ago, out of the picture."_s);
    bench.clock.advance(msPerDay);
    bench.store(u"A memory of six days ago, the first shown."_s);
    bench.clock.advance(6 * msPerDay - 19 * msPerHour);
    bench.store(u"A memory of late yesterday evening."_s);
    bench.clock.advance(2 * msPerHour);
    bench.store(u"A memory of the first hour of today."_s);
    bench.clock.advance(17 * msPerHour);
    const auto stats = statsFor(bench);
    QCOMPARE(stats.storedPerDay, (QList<qint64> {1, 0, 0, 0, 0, 1, 1}));
    QCOMPARE(stats.storedToday, 1);
    QCOMPARE(stats.total, 4);
}

void StatsTest::countsForTheTool()
{
    test::MemoryBench bench;
    RememberRequest request;
    request.topic = u"lab"_s;
    for (int i = 0; i < 10; ++i) { // sessions of 1, 2, 3 and 4 memories
        request.content = u"Memory number %1 of some session."_s.arg(i);
        request.sessionId = i < 1 ? u"s1"_s : i < 3 ? u"s2"_s : i < 6 ? u"s3"_s : u"s4"_s;
        request.workspace = i < 5 ? std::optional(u"home"_s) : std::nullopt;
        VERIFY_OK(bench.write(remember, request, test::keyed(u"a"_s)));
    }
    const auto answer = bench.read(toolStats, ToolStatsRequest {}, test::keyed(u"a"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->stats.total, 10);
    const auto &workspaces = answer->stats.workspaces;
    QCOMPARE(workspaces.distribution.nullCount, 5);
    QCOMPARE(workspaces.distribution.distinctCount, 1);
    QCOMPARE(workspaces.keyFillRate.constFirst().fillRate, 0.5);
    QCOMPARE(workspaces.sessionFragmentDistribution.sampleSessions, 4);
    QCOMPARE(workspaces.sessionFragmentDistribution.p50, 2);
    QCOMPARE(workspaces.sessionFragmentDistribution.p90, 4);
    QCOMPARE(workspaces.sessionFragmentDistribution.max, 4);
    const auto nobody = bench.read(toolStats, ToolStatsRequest {}, test::keyed(u"b"_s));
    QCOMPARE(nobody->stats.total, 0);
    QVERIFY(!nobody->stats.workspaces.sessionFragmentDistribution.p50);
}

QTEST_GUILESS_MAIN(StatsTest)
#include "tst_stats.moc"
