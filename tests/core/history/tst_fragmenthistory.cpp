// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/fragmenthistory.h"
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

using namespace hub;

class FragmentHistoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsFormerVersionsNewestFirst();
    void followsTheChainToItsEnd();
    void hasHistoryAlsoWhenReplaced();
    void stopsTheChainWhereTheCallerMayNotRead();
    void survivesARing();
    void saysWhenThereIsNone();
    void showsOtherAgentsOnlyWhenAsked_data();
    void showsOtherAgentsOnlyWhenAsked();

private:
    HistoryAnswer history(const QString &id, const Principal &caller = {})
    {
        const auto answer = m_bench->read(fragmentHistory, {.id = id}, caller);
        return answer ? *answer : HistoryAnswer {};
    }
    QString replace(const QString &old, const QString &content, const Principal &caller = {})
    {
        RememberRequest request;
        request.content = content;
        request.topic = u"lab"_s;
        request.supersedes = {old};
        const auto answer = m_bench->write(remember, request, caller);
        return answer ? answer->id.value_or(QString()) : QString();
    }
    static QStringList chainOf(const HistoryAnswer &answer)
    {
        QStringList ids;
        for (const auto &one : answer.supersededByChain)
            ids += one.id;
        return ids;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void FragmentHistoryTest::init() { m_bench = std::make_unique<test::MemoryBench>(); }

void FragmentHistoryTest::showsFormerVersionsNewestFirst()
{
    const auto id = m_bench->store(u"The cluster is run by Kubernetes."_s);
    AmendRequest change;
    change.id = id;
    change.content = u"The cluster is run by Nomad since May."_s;
    change.resolutionStatus = ResolutionStatus::Open;
    VERIFY_OK(m_bench->write(amend, change));
    m_bench->clock.advance(1000);
    change.content = u"The cluster is run by Nomad and Consul."_s;
    change.resolutionStatus.reset();
    change.topic = u"ops"_s;
    VERIFY_OK(m_bench->write(amend, change));

    const auto answer = history(id);
    QVERIFY(answer.success);
    QCOMPARE(answer.current->content, u"The cluster is run by Nomad and Consul."_s);
    QCOMPARE(answer.current->topic, u"ops"_s);
    QCOMPARE(answer.versions.size(), 2);
    QCOMPARE(answer.versions[0].content, u"The cluster is run by Nomad since May."_s);
    QCOMPARE(answer.versions[0].resolutionStatus, std::optional(ResolutionStatus::Open));
    QCOMPARE(answer.versions[1].content, u"The cluster is run by Kubernetes."_s);
    QVERIFY(!answer.versions[1].resolutionStatus);
    QVERIFY(answer.versions[0].amendedAt > answer.versions[1].amendedAt);
    QVERIFY(answer.supersededByChain.isEmpty());
}

void FragmentHistoryTest::followsTheChainToItsEnd()
{
    const auto first = m_bench->store(u"The gateway listens on port 8080."_s);
    const auto second = replace(first, u"The gateway listens on port 9090."_s);
    const auto third = replace(second, u"The gateway listens on port 15001."_s);
    const auto answer = history(first);
    QCOMPARE(chainOf(answer), QStringList({second, third}));
    QCOMPARE(answer.supersededByChain[1].supersedes, second);
    QVERIFY(answer.supersededByChain[0].validTo);
    QCOMPARE(toJson(answer)[u"superseded_by_chain"_s][1][u"valid_to"_s], QJsonValue(QJsonValue::Null));
    QVERIFY(chainOf(history(third)).isEmpty());
}

void FragmentHistoryTest::hasHistoryAlsoWhenReplaced()
{
    const auto first = m_bench->store(u"The gateway listens on port 8080."_s);
    replace(first, u"The gateway listens on port 9090."_s);
    const auto answer = history(first);
    QVERIFY(answer.success);
    QVERIFY(answer.current->validTo);
    QCOMPARE(answer.current->linked.size(), 1);
    QVERIFY(answer.current->linked[0].relationType == RelationType::SupersededBy);
}

void FragmentHistoryTest::stopsTheChainWhereTheCallerMayNotRead()
{
    const auto alice = test::keyed(u"alice"_s);
    const auto first = m_bench->store(u"The gateway listens on port 8080."_s, u"lab"_s, FragmentType::Fact, alice);
    const auto second = replace(first, u"The gateway listens on port 9090."_s, alice);
    replace(second, u"What the master key has put in its place."_s);
    QCOMPARE(chainOf(history(first, alice)), QStringList {second});
    QCOMPARE(history(second, alice).current->linked.size(), 1); // the one before it
    QCOMPARE(chainOf(history(first)).size(), 2);
}

void FragmentHistoryTest::survivesARing()
{
    const auto a = m_bench->store(u"One of two that replace each other."_s);
    const auto b = replace(a, u"The other of two that replace each other."_s);
    VERIFY_OK(m_bench->database.runScript(u"INSERT INTO fragment_links (from_seq, to_seq, relation_type, created_at) "
                                          "SELECT b.seq, a.seq, 'superseded_by', 0 FROM fragments a, fragments b "
                                          "WHERE b.id = '%1' AND a.id = '%2'"_s.arg(b, a)));
    QCOMPARE(chainOf(history(a)), QStringList {b});
}

void FragmentHistoryTest::saysWhenThereIsNone()
{
    const auto bob = test::keyed(u"bob"_s);
    const auto hers
        = m_bench->store(u"A memory of another key."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"alice"_s));
    const auto forgotten = m_bench->store(u"A memory that was forgotten."_s, u"lab"_s, FragmentType::Fact, bob);
    VERIFY_OK(m_bench->write(forget, {.id = forgotten, .topic = {}, .agentId = {}}, bob));
    for (const auto &id : {hers, forgotten, u"frag-none"_s}) {
        QCOMPARE(toJson(history(id, bob)),
            QJsonObject({{u"success"_s, false}, {u"current"_s, QJsonValue::Null}, {u"versions"_s, QJsonArray()},
                {u"superseded_by_chain"_s, QJsonArray()}, {u"error"_s, u"Fragment not found or no permission"_s}}));
    }
}

void FragmentHistoryTest::showsOtherAgentsOnlyWhenAsked_data()
{
    QTest::addColumn<bool>("peers");
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("found");
    QTest::newRow("no agent named") << false << QString() << u"alice"_s << false;
    QTest::newRow("another agent") << false << u"tester"_s << u"alice"_s << false;
    QTest::newRow("the agent itself") << false << u"planner"_s << u"alice"_s << true;
    QTest::newRow("with its peers") << true << u"tester"_s << u"alice"_s << true;
    QTest::newRow("peers of another key") << true << u"planner"_s << u"bob"_s << false;
}

void FragmentHistoryTest::showsOtherAgentsOnlyWhenAsked()
{
    QFETCH(bool, peers);
    QFETCH(QString, agent);
    QFETCH(QString, key);
    RememberRequest request;
    request.content = u"A plan that the agent called planner made."_s;
    request.topic = u"lab"_s;
    request.agentId = u"planner"_s;
    const auto stored = m_bench->write(remember, request, test::keyed(u"alice"_s));
    VERIFY_OK(stored);
    const auto answer = m_bench->read(
        fragmentHistory, {.id = *stored->id, .agentId = agent, .includePeerAgents = peers}, test::keyed(key));
    VERIFY_OK(answer);
    QTEST(answer->success, "found");
}

QTEST_GUILESS_MAIN(FragmentHistoryTest)
#include "tst_fragmenthistory.moc"
