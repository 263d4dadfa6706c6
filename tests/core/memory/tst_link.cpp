// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/forget.h"
#include "core/memory/inspect.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

#include <QSignalSpy>

using namespace hub;

class LinkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void setsARelation();
    void replacesTheRelationAndKeepsTheLargerWeight();
    void keepsBothDirectionsApart();
    void needsTwoFragmentsOfTheCaller();
    void refusesALinkToItself();
    void warnsOfACircle();
    void seesACircleOverOthersButNotOverForgottenOnes();
    void seesNoCircleWithoutADirection();
    void lowersAnErrorThatIsResolved_data();
    void lowersAnErrorThatIsResolved();
    void triesWithoutChanging();
    void readsTheWireNames();

private:
    Result<LinkAnswer> run(const QString &from, const QString &to, LinkRelation relation = LinkRelation::Related,
                           double weight = 1, const Principal &caller = {})
    {
        return m_bench->write(hub::link, LinkRequest {.fromId = from, .toId = to, .relationType = relation, .agentId = {}, .weight = weight}, caller);
    }
    QList<LinkView> linksOf(const QString &id)
    {
        auto work = m_bench->work();
        const auto detail = inspect(work, id);
        return detail ? detail->links : QList<LinkView>();
    }

    std::unique_ptr<test::MemoryBench> m_bench;
    QString m_a;
    QString m_b;
    QString m_c;
};

void LinkTest::init()
{
    m_bench = std::make_unique<test::MemoryBench>();
    m_a = m_bench->store(u"Circle probe one stays in the lab."_s);
    m_b = m_bench->store(u"Circle probe two stays in the garden."_s);
    m_c = m_bench->store(u"Circle probe three stays in the street."_s);
}

void LinkTest::setsARelation()
{
    QSignalSpy changed(&m_bench->events, &Events::linksChanged);
    const auto answer = run(m_a, m_b, LinkRelation::CausedBy, 0.5);
    VERIFY_OK(answer);
    QCOMPARE(toJson(*answer), (QJsonObject {{u"success"_s, true}, {u"linked"_s, true}, {u"relationType"_s, u"caused_by"_s}}));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(linksOf(m_a).size(), 1);
    QCOMPARE(linksOf(m_a)[0].otherId, m_b);
    QVERIFY(linksOf(m_a)[0].outgoing);
    QCOMPARE(linksOf(m_a)[0].weight, 0.5);
    QVERIFY(!linksOf(m_b)[0].outgoing);
}

void LinkTest::replacesTheRelationAndKeepsTheLargerWeight()
{
    VERIFY_OK(run(m_a, m_b, LinkRelation::Related, 0.9));
    VERIFY_OK(run(m_a, m_b, LinkRelation::PartOf, 0.2));
    QCOMPARE(linksOf(m_a).size(), 1);
    QVERIFY(linksOf(m_a)[0].relationType == RelationType::PartOf);
    QCOMPARE(linksOf(m_a)[0].weight, 0.9);
    VERIFY_OK(run(m_a, m_b, LinkRelation::PartOf, 1));
    QCOMPARE(linksOf(m_a)[0].weight, 1.0);
}

void LinkTest::keepsBothDirectionsApart()
{
    VERIFY_OK(run(m_a, m_b));
    VERIFY_OK(run(m_b, m_a));
    QCOMPARE(linksOf(m_a).size(), 2);
}

void LinkTest::needsTwoFragmentsOfTheCaller()
{
    const auto key = test::keyed(u"k"_s);
    const auto own = m_bench->store(u"A memory that belongs to the key k."_s, u"lab"_s, FragmentType::Fact, key);
    for (const auto &[from, to] : {std::pair {own, m_a}, {m_a, own}, {own, u"no-such-id"_s}}) {
        const auto answer = run(from, to, LinkRelation::Related, 1, key);
        VERIFY_OK(answer);
        QVERIFY(!answer->success);
        QCOMPARE(answer->linked, false);
        QCOMPARE(answer->error, u"Fragment not found or no permission"_s);
    }
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_links"_s), 0);
}

void LinkTest::refusesALinkToItself()
{
    const auto answer = run(m_a, m_a);
    VERIFY_OK(answer);
    QVERIFY(!answer->success);
    QVERIFY(answer->error->contains(u"same"_s));
}

void LinkTest::warnsOfACircle()
{
    QVERIFY(!run(m_a, m_b, LinkRelation::CausedBy)->warnings);
    const auto closing = run(m_b, m_a, LinkRelation::CausedBy);
    VERIFY_OK(closing);
    QVERIFY(closing->success); // said, not refused
    QVERIFY(closing->warnings->constFirst().contains(u"caused_by"_s));
}

void LinkTest::seesACircleOverOthersButNotOverForgottenOnes()
{
    VERIFY_OK(run(m_a, m_b, LinkRelation::PartOf));
    VERIFY_OK(run(m_b, m_c, LinkRelation::PartOf));
    const LinkRequest trial {.fromId = m_c, .toId = m_a, .relationType = LinkRelation::PartOf, .agentId = {}, .dryRun = true};
    QVERIFY(m_bench->write(hub::link, trial)->simulated->wouldCreateCycle);
    ForgetRequest gone;
    gone.id = m_b;
    VERIFY_OK(m_bench->write(forget, gone));
    QVERIFY(!m_bench->write(hub::link, trial)->simulated->wouldCreateCycle);
}

void LinkTest::seesNoCircleWithoutADirection()
{
    VERIFY_OK(run(m_a, m_b, LinkRelation::Related));
    QVERIFY(!run(m_b, m_a, LinkRelation::Related)->warnings);
    VERIFY_OK(run(m_b, m_c, LinkRelation::CausedBy));
    QVERIFY(!run(m_c, m_b, LinkRelation::ResolvedBy)->warnings); // another relation is another chain
}

void LinkTest::lowersAnErrorThatIsResolved_data()
{
    QTest::addColumn<LinkRelation>("relation");
    QTest::addColumn<bool>("fromTheError");
    QTest::addColumn<double>("importance");
    QTest::newRow("error resolved by fix") << LinkRelation::ResolvedBy << true << 0.5;
    QTest::newRow("the other way round") << LinkRelation::ResolvedBy << false << 0.5;
    QTest::newRow("only related") << LinkRelation::Related << true << 0.6;
}

void LinkTest::lowersAnErrorThatIsResolved()
{
    QFETCH(LinkRelation, relation);
    QFETCH(bool, fromTheError);
    QFETCH(double, importance);
    const auto error = m_bench->store(u"The build fails with a missing header."_s, u"lab"_s, FragmentType::Error);
    const auto fix = m_bench->store(u"Install the header package before building."_s, u"lab"_s, FragmentType::Procedure);
    VERIFY_OK(fromTheError ? run(error, fix, relation) : run(fix, error, relation));
    QCOMPARE(m_bench->row(error).importance, importance);
    QCOMPARE(m_bench->row(fix).importance, 0.6); // never the fix
    QCOMPARE(m_bench->lexical.attributes(m_bench->row(error).seq)->importance, float(importance));
    VERIFY_OK(run(error, fix, relation)); // a second time lowers nothing further
    QCOMPARE(m_bench->row(error).importance, importance);
}

void LinkTest::triesWithoutChanging()
{
    LinkRequest request {.fromId = m_a, .toId = m_b, .relationType = LinkRelation::ResolvedBy, .agentId = {}, .dryRun = true};
    const auto fine = m_bench->write(hub::link, request);
    VERIFY_OK(fine);
    QCOMPARE(fine->dryRun, true);
    QVERIFY(fine->simulated->wouldLink && fine->simulated->ownershipOk && !fine->simulated->wouldCreateCycle);
    request.toId = u"no-such-id"_s;
    const auto foreign = m_bench->write(hub::link, request);
    QVERIFY(!foreign->simulated->wouldLink && !foreign->simulated->ownershipOk);
    request.toId = m_a;
    QVERIFY(!m_bench->write(hub::link, request)->simulated->wouldLink);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_links"_s), 0);
}

void LinkTest::readsTheWireNames()
{
    const auto request = fromJson<LinkRequest>({{u"fromId"_s, m_a}, {u"toId"_s, m_b}, {u"relationType"_s, u"resolved_by"_s}});
    VERIFY_OK(request);
    QVERIFY(request->relationType == LinkRelation::ResolvedBy);
    QCOMPARE(request->weight, 1.0);
    QVERIFY(!fromJson<LinkRequest>({{u"fromId"_s, m_a}, {u"toId"_s, m_b}, {u"relationType"_s, u"superseded_by"_s}}));
    QVERIFY(!fromJson<LinkRequest>({{u"fromId"_s, m_a}, {u"toId"_s, m_b}, {u"weight"_s, 1.1}}));
    QVERIFY(!fromJson<LinkRequest>({{u"fromId"_s, m_a}}));
}

QTEST_GUILESS_MAIN(LinkTest)
#include "tst_link.moc"
