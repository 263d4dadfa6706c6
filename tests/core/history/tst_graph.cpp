// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/graph.h"
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

using namespace hub;

class GraphTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsCauseAndFixWhicheverWayTheyAreStored_data();
    void findsCauseAndFixWhicheverWayTheyAreStored();
    void leavesOutOtherRelationsAndFurtherSteps();
    void putsTheImportantFirst();
    void leavesOutWhatIsForgottenOrReplaced();
    void startsFromWhatWasReplaced();
    void saysWhenThereIsNothingToStartFrom();
    void showsNothingOfAnotherKeyOrAgent();

private:
    GraphAnswer explore(const QString &id, const Principal &caller = {}, const std::optional<QString> &agent = {})
    {
        const auto answer = m_bench->read(exploreGraph, {.startId = id, .agentId = agent}, caller);
        return answer ? *answer : GraphAnswer {};
    }
    void connect(const QString &from, const QString &to, LinkRelation relation, const Principal &caller = {})
    {
        const auto linked
            = m_bench->write(link, {.fromId = from, .toId = to, .relationType = relation, .agentId = {}}, caller);
        QVERIFY(linked && linked->success);
    }
    static QStringList idsOf(const GraphAnswer &answer)
    {
        QStringList ids;
        for (const auto &node : answer.nodes)
            ids += node.id;
        return ids;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void GraphTest::init() { m_bench = std::make_unique<test::MemoryBench>(); }

void GraphTest::findsCauseAndFixWhicheverWayTheyAreStored_data()
{
    QTest::addColumn<bool>("reversed");
    QTest::newRow("from the error") << false;
    QTest::newRow("to the error") << true;
}

void GraphTest::findsCauseAndFixWhicheverWayTheyAreStored()
{
    QFETCH(bool, reversed);
    const auto error = m_bench->store(u"nginx answers 502 since Tuesday."_s, u"nginx"_s, FragmentType::Error);
    const auto cause = m_bench->store(u"The upstream port was changed on Tuesday."_s);
    const auto fix = m_bench->store(u"Set the upstream port to 15001 again."_s, u"nginx"_s, FragmentType::Procedure);
    connect(reversed ? cause : error, reversed ? error : cause, LinkRelation::CausedBy);
    connect(reversed ? fix : error, reversed ? error : fix, LinkRelation::ResolvedBy);

    const auto answer = explore(error);
    QVERIFY(answer.success);
    QCOMPARE(answer.count, 3);
    QCOMPARE(answer.nodes[0].id, error);
    QCOMPARE(answer.nodes[0].depth, 0);
    QVERIFY(!answer.nodes[0].relationType);
    for (const auto &node : answer.nodes.mid(1)) {
        QCOMPARE(node.depth, 1);
        QVERIFY(node.relationType == (node.id == fix ? RelationType::ResolvedBy : RelationType::CausedBy));
    }
    QCOMPARE(answer.edges.size(), 2);
    for (const auto &edge : answer.edges)
        QCOMPARE(reversed ? edge.to : edge.from, error); // as it is stored
    const auto json = toJson(answer);
    QCOMPARE(json[u"nodes"_s][0][u"relation_type"_s], QJsonValue(QJsonValue::Null));
    QCOMPARE(json.keys(), QStringList({u"count"_s, u"edges"_s, u"nodes"_s, u"startId"_s, u"success"_s}));
}

void GraphTest::leavesOutOtherRelationsAndFurtherSteps()
{
    const auto error = m_bench->store(u"The build breaks on the second stage."_s, u"ci"_s, FragmentType::Error);
    const auto cause = m_bench->store(u"A cache of the old compiler is used."_s);
    const auto root = m_bench->store(u"The cache key lacks the compiler's version."_s);
    const auto other = m_bench->store(u"The build has three stages in all."_s);
    connect(error, cause, LinkRelation::CausedBy);
    connect(cause, root, LinkRelation::CausedBy);
    connect(error, other, LinkRelation::Related);
    QCOMPARE(idsOf(explore(error)), QStringList({error, cause}));
    QCOMPARE(idsOf(explore(cause)).size(), 3); // what it caused and what caused it
}

void GraphTest::putsTheImportantFirst()
{
    const auto error = m_bench->store(u"Requests time out at noon every day."_s, u"api"_s, FragmentType::Error);
    const auto minor = m_bench->store(u"The clock of one machine is late."_s, u"api"_s, FragmentType::Fact);
    const auto major = m_bench->store(
        u"We decided to back up at noon, because nobody works then."_s, u"api"_s, FragmentType::Decision);
    connect(error, minor, LinkRelation::CausedBy);
    connect(error, major, LinkRelation::CausedBy);
    QCOMPARE(idsOf(explore(error)), QStringList({error, major, minor}));
}

void GraphTest::leavesOutWhatIsForgottenOrReplaced()
{
    const auto error = m_bench->store(u"The importer stops at line nine."_s, u"import"_s, FragmentType::Error);
    const auto forgotten = m_bench->store(u"The file has a wrong line ending."_s);
    const auto replaced = m_bench->store(u"The file is encoded as UTF-16."_s);
    connect(error, forgotten, LinkRelation::CausedBy);
    connect(error, replaced, LinkRelation::CausedBy);
    VERIFY_OK(m_bench->write(forget, {.id = forgotten, .topic = {}, .agentId = {}}));
    RememberRequest request;
    request.content = u"The file is encoded as UTF-8 with a byte-order mark."_s;
    request.topic = u"lab"_s;
    request.supersedes = {replaced};
    VERIFY_OK(m_bench->write(remember, request));
    const auto answer = explore(error);
    QCOMPARE(idsOf(answer), QStringList {error});
    QVERIFY(answer.edges.isEmpty());
}

void GraphTest::startsFromWhatWasReplaced()
{
    const auto old = m_bench->store(u"The importer stops at line nine."_s, u"import"_s, FragmentType::Error);
    const auto cause = m_bench->store(u"The file has a wrong line ending."_s);
    connect(old, cause, LinkRelation::CausedBy);
    RememberRequest request;
    request.content = u"The importer stops at the first empty line."_s;
    request.topic = u"import"_s;
    request.supersedes = {old};
    VERIFY_OK(m_bench->write(remember, request));
    QCOMPARE(idsOf(explore(old)), QStringList({old, cause}));
}

void GraphTest::saysWhenThereIsNothingToStartFrom()
{
    const auto answer = explore(u"frag-0000000000000000"_s);
    QVERIFY(!answer.success);
    QCOMPARE(answer.error, u"Fragment not found or no permission"_s);
    QVERIFY(answer.nodes.isEmpty());
}

void GraphTest::showsNothingOfAnotherKeyOrAgent()
{
    const auto alice = test::keyed(u"alice"_s);
    const auto bob = test::keyed(u"bob"_s);
    const auto hers = m_bench->store(u"Her service answers 500 at night."_s, u"hers"_s, FragmentType::Error, alice);
    const auto his = m_bench->store(u"His service answers 500 at night."_s, u"his"_s, FragmentType::Error, bob);
    connect(his, hers, LinkRelation::CausedBy); // the master key may
    QCOMPARE(toJson(explore(hers, bob)), [&] {
        auto missing = explore(u"frag-none"_s, bob);
        missing.startId = hers;
        return toJson(missing);
    }());
    const auto answer = explore(his, bob);
    QCOMPARE(idsOf(answer), QStringList {his});
    QVERIFY(answer.edges.isEmpty());
    QCOMPARE(answer.count, 1);

    RememberRequest request;
    request.content = u"A note that only the agent called planner sees."_s;
    request.topic = u"his"_s;
    request.agentId = u"planner"_s;
    const auto own = m_bench->write(remember, request, bob);
    VERIFY_OK(own);
    QVERIFY(!explore(*own->id, bob).success);
    QVERIFY(explore(*own->id, bob, u"planner"_s).success);
}

QTEST_GUILESS_MAIN(GraphTest)
#include "tst_graph.moc"
