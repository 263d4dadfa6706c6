// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/automaticlinks.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

using namespace hub;

/// Links and assertions that come about by themselves when something is stored.
class AutomaticLinksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void linksWhatResembles();
    void linksAtMostThreeThatResemble();
    void linksWhatIsNearInTime();
    void linksWhatSharesKeywords();
    void keepsNamedCasesApart();
    void doesNothingWhenSwitchedOff();
    void neverOverwritesALink();
    void staysWithinTheOwnersReach();
    void staysWithinTheWorkspace();
    void infersBesideWhatIsSettled_data();
    void infersBesideWhatIsSettled();
    void infersWithinOneOwnerAlone();

private:
    QString store(const QString &content, const QString &topic = u"nginx"_s, const Principal &caller = {})
    {
        return m_bench->store(content, topic, FragmentType::Fact, caller);
    }
    QString stored(const RememberRequest &request, const Principal &caller = {})
    {
        const auto answer = m_bench->write(remember, request, caller);
        return answer ? *answer->id : answer.error().message;
    }
    static RememberRequest request(const QString &content, const QString &topic = u"nginx"_s)
    {
        RememberRequest request;
        request.content = content;
        request.topic = topic;
        return request;
    }
    /// "relation" of the link between the two, as it points; empty: none.
    QString relation(const QString &from, const QString &to)
    {
        auto statement = m_bench->database.prepare(
            u"SELECT l.relation_type FROM fragment_links l JOIN fragments a ON a.seq = l.from_seq "
            "JOIN fragments b ON b.seq = l.to_seq WHERE a.id = ?1 AND b.id = ?2"_s);
        const auto found = statement->bind(from, to).scalar<QString>();
        return found ? found->value_or(QString()) : found.error().detail;
    }
    int links() { return m_bench->number(u"SELECT count(*) FROM fragment_links"_s); }

    std::unique_ptr<test::MemoryBench> m_bench;
};

namespace {

constexpr qint64 hourMs = 3'600'000;
constexpr qint64 dayMs = 24 * hourMs;

} // namespace

void AutomaticLinksTest::init()
{
    m_bench = std::make_unique<test::MemoryBench>();
    m_bench->services.memory.automaticLinks = true;
}

void AutomaticLinksTest::linksWhatResembles()
{
    const auto near = store(u"nginx listens on port 8080 behind the balancer of the office."_s);
    m_bench->clock.advance(2 * dayMs);
    const auto far = store(u"A certificate is renewed by a timer each Monday."_s);
    m_bench->clock.advance(2 * dayMs);
    const auto id = store(u"nginx listens on port 9090 behind the balancer of the garage."_s);
    QCOMPARE(relation(id, near), u"related"_s);
    QCOMPARE(relation(id, far), QString());
    QCOMPARE(links(), 1);
    const auto weight = m_bench->number(u"SELECT CAST(weight * 100 AS INTEGER) FROM fragment_links"_s);
    QVERIFY(weight >= 30 && weight < 100);
}

void AutomaticLinksTest::linksAtMostThreeThatResemble()
{
    for (int i = 0; i < 6; ++i) {
        store(u"nginx listens on port 80%1 behind the balancer number %1."_s.arg(i));
        m_bench->clock.advance(2 * dayMs);
    }
    const auto id = store(u"nginx listens on port 8099 behind the balancer number ninety."_s);
    QCOMPARE(m_bench->number(
                 u"SELECT count(*) FROM fragment_links l JOIN fragments a ON a.seq = l.from_seq WHERE a.id = '%1' "
                 "AND l.relation_type = 'related'"_s.arg(id)),
        3);
}

void AutomaticLinksTest::linksWhatIsNearInTime()
{
    const auto old = store(u"A certificate is renewed by a timer each Monday."_s);
    m_bench->clock.advance(12 * hourMs + 1);
    const auto half = store(u"Upstream pools were emptied for the holidays."_s);
    m_bench->clock.advance(12 * hourMs);
    const auto id = store(u"Gzip is left to another machine altogether."_s);
    QCOMPARE(relation(id, half), u"temporal"_s);
    QCOMPARE(relation(half, old), u"temporal"_s);
    QCOMPARE(relation(id, old), QString()); // over a day
    QCOMPARE(m_bench->number(
                 u"SELECT CAST(l.weight * 100 AS INTEGER) FROM fragment_links l JOIN fragments a ON a.seq = l.from_seq "
                 "WHERE a.id = '%1'"_s.arg(id)),
        50);
    for (int i = 0; i < 8; ++i)
        store(u"Unlike %1 entry, word%1 other%1 token%1 piece%1 thing%1."_s.arg(i), u"crowd"_s);
    QCOMPARE(m_bench->number(u"SELECT max(n) FROM (SELECT count(*) AS n FROM fragment_links WHERE relation_type = "
                             "'temporal' GROUP BY from_seq)"_s),
        5);
}

void AutomaticLinksTest::linksWhatSharesKeywords()
{
    auto first = request(u"Sentinel picks the new leader."_s, u"redis"_s);
    first.keywords = {u"sentinel"_s, u"leader"_s, u"quorum"_s, u"failover"_s, u"election"_s};
    const auto a = stored(first);
    auto second = request(u"Sentinel told who the leader is."_s, u"cache"_s);
    second.keywords = first.keywords;
    m_bench->clock.advance(hourMs);
    const auto b = stored(second);
    QCOMPARE(relation(b, a), u"related"_s); // of another topic
    auto third = request(u"Sentinel and leader changed places."_s, u"ops"_s);
    third.keywords = first.keywords;
    m_bench->clock.advance(2 * dayMs);
    const auto c = stored(third);
    QCOMPARE(relation(c, a), QString()); // neither case, session, day nor workspace in common
    auto fourth = request(u"Sentinel has another leader again."_s, u"other"_s);
    fourth.keywords = first.keywords;
    fourth.sessionId = u"session"_s;
    m_bench->clock.advance(2 * dayMs);
    const auto d = stored(fourth);
    auto fifth = request(u"Sentinel keeps its leader this time."_s, u"more"_s);
    fifth.keywords = first.keywords;
    fifth.sessionId = u"session"_s;
    m_bench->clock.advance(2 * dayMs);
    QCOMPARE(relation(stored(fifth), d), u"related"_s);
}

void AutomaticLinksTest::keepsNamedCasesApart()
{
    auto first = request(u"Sentinel picks the new leader."_s, u"redis"_s);
    first.keywords = {u"sentinel"_s, u"leader"_s, u"quorum"_s, u"failover"_s, u"election"_s};
    first.caseId = u"case-1"_s;
    const auto a = stored(first);
    auto second = first;
    second.content = u"Sentinel told who the leader is."_s;
    second.topic = u"cache"_s;
    second.caseId = u"case-2"_s;
    QCOMPARE(relation(stored(second), a), QString());
    second.content = u"Sentinel said who the leader was."_s;
    second.caseId = u"case-1"_s;
    QCOMPARE(relation(stored(second), a), u"related"_s);
}

void AutomaticLinksTest::doesNothingWhenSwitchedOff()
{
    m_bench->services.memory.automaticLinks = false;
    store(u"nginx listens on port 8080 behind the balancer."_s);
    store(u"nginx listens on port 9090 behind the balancer."_s);
    QCOMPARE(links(), 0);
}

void AutomaticLinksTest::neverOverwritesALink()
{
    const auto a = store(u"nginx listens on port 8080 behind the balancer."_s);
    auto replacing = request(u"nginx listens on port 9090 behind the balancer."_s);
    replacing.supersedes = {a};
    const auto b = stored(replacing);
    QCOMPARE(relation(a, b), u"superseded_by"_s);
    QCOMPARE(relation(b, a), QString()); // said once is enough
    const auto c = store(u"nginx listens on port 7070 behind the balancer."_s);
    QCOMPARE(relation(c, b), u"related"_s);
    LinkRequest said {.fromId = c, .toId = b, .relationType = LinkRelation::Contradicts, .agentId = {}};
    VERIFY_OK(m_bench->write(hub::link, said));
    auto work = m_bench->work();
    auto kin = findKin(work, m_bench->row(c));
    VERIFY_OK(kin);
    VERIFY_OK(linkAutomatically(work, m_bench->row(c), *kin));
    VERIFY_OK(linkAutomatically(work, m_bench->row(b), *findKin(work, m_bench->row(b))));
    QCOMPARE(relation(c, b), u"contradicts"_s);
    QCOMPARE(relation(b, c), QString());
}

void AutomaticLinksTest::staysWithinTheOwnersReach()
{
    const auto text = u"nginx listens on port %1 behind the balancer of the office."_s;
    store(text.arg(1), u"nginx"_s, test::keyed(u"a"_s));
    Principal peer = test::keyed(u"b"_s);
    peer.groupKeyIds = {u"a"_s}; // may read, and yet not link
    store(text.arg(2), u"nginx"_s, peer);
    store(text.arg(3)); // nor does the master's own memory grow links into a key's
    QCOMPARE(links(), 0);
    auto agent = request(text.arg(4));
    agent.agentId = u"planner"_s;
    const auto planned = stored(agent, test::keyed(u"a"_s));
    QCOMPARE(links(), 1); // with what is everybody's
    agent.content = text.arg(5);
    agent.agentId = u"executor"_s;
    const auto executed = stored(agent, test::keyed(u"a"_s));
    QCOMPARE(relation(executed, planned), QString());
    QCOMPARE(links(), 2);
}

void AutomaticLinksTest::staysWithinTheWorkspace()
{
    const auto text = u"nginx listens on port %1 behind the balancer of the office."_s;
    auto one = request(text.arg(1));
    one.workspace = u"one"_s;
    const auto a = stored(one);
    auto two = request(text.arg(2));
    two.workspace = u"two"_s;
    const auto b = stored(two);
    QCOMPARE(links(), 0);
    auto everywhere = request(text.arg(3));
    const auto c = stored(everywhere);
    QCOMPARE(relation(c, a), u"related"_s);
    QCOMPARE(relation(c, b), u"related"_s);
}

void AutomaticLinksTest::infersBesideWhatIsSettled_data()
{
    QTest::addColumn<QString>("settledAs");
    QTest::addColumn<QString>("storedAs");
    QTest::addColumn<int>("daysLater");
    QTest::addColumn<QString>("expected");
    QTest::newRow("verified") << u"verified"_s << u"observed"_s << 1 << u"inferred"_s;
    QTest::newRow("rejected") << u"rejected"_s << u"observed"_s << 6 << u"inferred"_s;
    QTest::newRow("long ago") << u"verified"_s << u"observed"_s << 8 << u"observed"_s;
    QTest::newRow("only inferred itself") << u"inferred"_s << u"observed"_s << 1 << u"observed"_s;
    QTest::newRow("verified on its own") << u"verified"_s << u"verified"_s << 1 << u"verified"_s;
}

void AutomaticLinksTest::infersBesideWhatIsSettled()
{
    QFETCH(QString, settledAs);
    QFETCH(QString, storedAs);
    QFETCH(int, daysLater);
    auto settled = request(u"nginx listens on port 8080 behind the balancer."_s);
    settled.assertionStatus = *enumFromString<AssertionStatus>(settledAs);
    stored(settled);
    m_bench->clock.advance(daysLater * dayMs);
    auto next = request(u"nginx listens on port 9090 behind the balancer."_s);
    next.assertionStatus = *enumFromString<AssertionStatus>(storedAs);
    const auto answer = m_bench->write(remember, next);
    VERIFY_OK(answer);
    QTEST(toString(m_bench->row(*answer->id).assertionStatus), "expected");
    const bool isChanged = toString(m_bench->row(*answer->id).assertionStatus) != storedAs;
    QCOMPARE(answer->warnings.has_value(), isChanged); // nothing changes in silence
}

void AutomaticLinksTest::infersWithinOneOwnerAlone()
{
    auto settled = request(u"nginx listens on port 8080 behind the balancer."_s);
    settled.assertionStatus = AssertionStatus::Verified;
    stored(settled, test::keyed(u"a"_s));
    const auto id = store(u"nginx listens on port 9090 behind the balancer."_s, u"nginx"_s, test::keyed(u"b"_s));
    QVERIFY(m_bench->row(id).assertionStatus == AssertionStatus::Observed);
}

QTEST_GUILESS_MAIN(AutomaticLinksTest)
#include "tst_automaticlinks.moc"
