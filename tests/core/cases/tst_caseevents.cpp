// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/caseevents.h"
#include "core/memory/forget.h"
#include "tests/support/memorybench.h"

using namespace hub;

/// What storing and amending write into the course of a case.
class CaseEventsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::MemoryBench>(); }
    void writesAnEventForEachKind_data();
    void writesAnEventForEachKind();
    void keepsTheOrder();
    void findsWhatIsUnresolved();
    void resolvesOfASessionOnlyTheSameTopic();
    void takesTheSessionForACase();
    void joinsErrorsWithoutACase();
    void tellsHowItEnded();
    void tellsOnlyOfChanges();
    void letsTheCaseLearn();
    void keepsKeysAndAgentsApart();
    void goesWithItsMemory();

private:
    QString store(
        FragmentType type, const QString &content, const Principal &caller = {}, const QString &topic = u"nginx"_s)
    {
        RememberRequest request;
        request.content = content;
        request.topic = topic;
        request.type = type;
        request.caseId = u"case-1"_s;
        request.importance = 0.5;
        const auto answer = m_bench->write(remember, request, caller);
        return answer ? *answer->id : QString();
    }
    QStringList column(const QString &sql)
    {
        auto statement = m_bench->database.prepare(sql);
        const auto rows = statement->column<QString>();
        return rows ? *rows : QStringList {rows.error().detail};
    }
    QStringList events() { return column(u"SELECT event_type FROM case_events ORDER BY id"_s); }
    QStringList edges()
    {
        return column(u"SELECT from_event_id || ' ' || edge_type || ' ' || to_event_id FROM case_event_edges "
                      "ORDER BY edge_type, from_event_id, to_event_id"_s);
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void CaseEventsTest::writesAnEventForEachKind_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("error") << u"error"_s << QStringList {u"error_observed"_s};
    QTest::newRow("decision") << u"decision"_s << QStringList {u"decision_committed"_s};
    QTest::newRow("procedure") << u"procedure"_s << QStringList {u"fix_attempted"_s};
    QTest::newRow("fact") << u"fact"_s << QStringList();
    QTest::newRow("episode") << u"episode"_s << QStringList();
}

void CaseEventsTest::writesAnEventForEachKind()
{
    QFETCH(QString, type);
    const QString content = u"A long story of what went on. "_s.repeated(9).trimmed();
    const auto id = store(*enumFromString<FragmentType>(type), content);
    QTEST(events(), "expected");
    if (events().isEmpty())
        return;
    QCOMPARE(column(u"SELECT summary FROM case_events"_s), QStringList {content.left(200)});
    QCOMPARE(column(u"SELECT source_fragment_id FROM case_events"_s), QStringList {id});
    QCOMPARE(column(u"SELECT kind || ' ' || fragment_id FROM fragment_evidence"_s),
        QStringList {QString(u"produced_by "_s + id)});
    QVERIFY(column(u"SELECT entities FROM case_events"_s).constFirst().startsWith(u"[\"nginx\""));
    store(*enumFromString<FragmentType>(type), content); // the same text again is no event
    QCOMPARE(events().size(), 1);
}

void CaseEventsTest::keepsTheOrder()
{
    store(FragmentType::Decision, u"We deploy on Tuesdays from now on."_s);
    store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
    store(FragmentType::Decision, u"We deploy on Wednesdays from now on."_s);
    QCOMPARE(edges(), QStringList({u"2 preceded_by 1"_s, u"3 preceded_by 2"_s}));
}

void CaseEventsTest::findsWhatIsUnresolved()
{
    store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
    store(FragmentType::Error, u"nginx answers 504 after the deployment."_s, {}, u"proxy"_s);
    store(FragmentType::Procedure, u"Set the upstream port to 15001."_s);
    store(FragmentType::Procedure, u"Set the upstream timeout to 60 seconds."_s);
    store(FragmentType::Error, u"nginx answers 403 after the deployment."_s);
    const auto unresolved
        = u"SELECT id FROM case_events e WHERE event_type = 'error_observed' AND NOT EXISTS (SELECT 1 "
          "FROM case_event_edges d WHERE d.from_event_id = e.id AND d.edge_type = 'resolved_by')"_s;
    QCOMPARE(column(unresolved), QStringList {u"5"_s});
    QVERIFY(edges().contains(u"1 resolved_by 3"_s)); // a named case is one thing, whatever its topics
    QVERIFY(edges().contains(u"2 resolved_by 3"_s));
    QVERIFY(!edges().contains(u"1 resolved_by 4"_s)); // which was resolved by then
}

void CaseEventsTest::resolvesOfASessionOnlyTheSameTopic()
{
    Principal caller;
    caller.sessionId = u"session-1"_s;
    RememberRequest request;
    request.type = FragmentType::Error;
    request.topic = u"nginx"_s;
    request.content = u"nginx answers 502 after the deployment."_s;
    VERIFY_OK(m_bench->write(remember, request, caller));
    request.topic = u"printer"_s;
    request.content = u"The printer has no paper since this morning."_s;
    VERIFY_OK(m_bench->write(remember, request, caller));
    request.type = FragmentType::Procedure;
    request.content = u"Put paper into the second tray."_s;
    VERIFY_OK(m_bench->write(remember, request, caller));
    QVERIFY(!edges().contains(u"1 resolved_by 3"_s));
    QVERIFY(edges().contains(u"2 resolved_by 3"_s));
}

void CaseEventsTest::takesTheSessionForACase()
{
    Principal caller;
    caller.sessionId = u"session-1"_s;
    const auto id = m_bench->store(u"nginx answers 502 today."_s, u"nginx"_s, FragmentType::Error, caller);
    QCOMPARE(m_bench->row(id).caseId, u"session-1"_s);
    QCOMPARE(column(u"SELECT case_id FROM case_events"_s), QStringList {u"session-1"_s});
    m_bench->store(u"nginx answers 503 today."_s, u"nginx"_s, FragmentType::Error); // without a session, no case
    QCOMPARE(events().size(), 1);
}

void CaseEventsTest::joinsErrorsWithoutACase()
{
    Principal caller = test::keyed(u"a"_s);
    caller.sessionId = u"session-1"_s;
    const auto mine = m_bench->store(u"nginx answers 502 today."_s, u"nginx"_s, FragmentType::Error, caller);
    const auto other = m_bench->store(u"The proxy answers 502 today."_s, u"proxy"_s, FragmentType::Error, caller);
    Principal second = test::keyed(u"b"_s);
    second.sessionId = caller.sessionId;
    const auto foreign = m_bench->store(u"nginx answers 502 today."_s, u"nginx"_s, FragmentType::Error, second);
    VERIFY_OK(m_bench->database.runScript(u"UPDATE fragments SET case_id = NULL"_s)); // as an import leaves them
    m_bench->store(u"Set the upstream port to 15001."_s, u"nginx"_s, FragmentType::Procedure, caller);
    QCOMPARE(m_bench->row(mine).caseId, u"session-1"_s);
    QVERIFY(!m_bench->row(other).caseId);
    QVERIFY(!m_bench->row(foreign).caseId);
}

void CaseEventsTest::tellsHowItEnded()
{
    const auto id = store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
    AmendRequest request;
    request.id = id;
    request.assertionStatus = AssertionStatus::Rejected;
    VERIFY_OK(m_bench->write(amend, request));
    request.assertionStatus = AssertionStatus::Verified;
    request.resolutionStatus = ResolutionStatus::Resolved;
    request.outcome = u"The port was wrong."_s;
    VERIFY_OK(m_bench->write(amend, request));
    QCOMPARE(events(),
        QStringList({u"error_observed"_s, u"verification_failed"_s, u"verification_passed"_s, u"case_closed"_s}));
    QCOMPARE(column(u"SELECT summary FROM case_events WHERE event_type = 'case_closed'"_s),
        QStringList {u"The port was wrong."_s});
    QCOMPARE(column(u"SELECT DISTINCT source_fragment_id FROM case_events"_s), QStringList {id});
}

void CaseEventsTest::tellsOnlyOfChanges()
{
    const auto id = store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
    AmendRequest request;
    request.id = id;
    request.assertionStatus = AssertionStatus::Verified;
    request.resolutionStatus = ResolutionStatus::Resolved;
    request.dryRun = true;
    VERIFY_OK(m_bench->write(amend, request));
    QCOMPARE(events().size(), 1);
    request.dryRun = false;
    VERIFY_OK(m_bench->write(amend, request));
    VERIFY_OK(m_bench->write(amend, request)); // it is so already
    QCOMPARE(events().size(), 3);
    request.assertionStatus = AssertionStatus::Inferred;
    request.resolutionStatus = ResolutionStatus::Open;
    VERIFY_OK(m_bench->write(amend, request));
    QCOMPARE(events().size(), 3);
    const auto alone = m_bench->store(u"A memory that has no case."_s);
    AmendRequest free;
    free.id = alone;
    free.resolutionStatus = ResolutionStatus::Resolved;
    VERIFY_OK(m_bench->write(amend, free));
    QCOMPARE(events().size(), 3);
}

void CaseEventsTest::letsTheCaseLearn()
{
    for (const bool isOn : {false, true}) {
        init();
        m_bench->services.memory.caseBackprop = isOn;
        const auto error = store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
        const auto fact = store(FragmentType::Fact, u"The upstream port of nginx is 15001."_s);
        const auto foreign
            = store(FragmentType::Error, u"nginx answers 502 after the deployment."_s, test::keyed(u"b"_s));
        AmendRequest request;
        request.id = error;
        request.assertionStatus = AssertionStatus::Verified;
        const auto answer = m_bench->write(amend, request);
        VERIFY_OK(answer);
        QCOMPARE(answer->fragment->importance, isOn ? 0.65 : 0.5); // as it stands now
        QCOMPARE(m_bench->row(error).importance, isOn ? 0.65 : 0.5);
        QCOMPARE(m_bench->row(fact).importance, 0.5); // no event came from it
        QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments WHERE quality_verified = 1"_s), isOn ? 1 : 0);
        request.assertionStatus = AssertionStatus::Rejected;
        VERIFY_OK(m_bench->write(amend, request));
        QCOMPARE(m_bench->row(error).importance, isOn ? 0.55 : 0.5);
        request.assertionStatus.reset();
        request.resolutionStatus = ResolutionStatus::Resolved;
        VERIFY_OK(m_bench->write(amend, request));
        QCOMPARE(m_bench->row(fact).importance, isOn ? 0.65 : 0.5);
        QCOMPARE(m_bench->row(fact).emaActivation, isOn ? 0.1 : 0.0);
        QCOMPARE(m_bench->lexical.attributes(m_bench->row(fact).seq)->importance, isOn ? 0.65F : 0.5F);
        request.resolutionStatus = ResolutionStatus::Abandoned;
        VERIFY_OK(m_bench->write(amend, request));
        QCOMPARE(m_bench->row(fact).importance, isOn ? 0.55 : 0.5);
        QCOMPARE(m_bench->row(foreign).importance, 0.5);
    }
}

void CaseEventsTest::keepsKeysAndAgentsApart()
{
    store(FragmentType::Error, u"nginx answers 502 after the deployment."_s, test::keyed(u"a"_s));
    store(FragmentType::Procedure, u"Set the upstream port to 15001."_s, test::keyed(u"b"_s));
    store(FragmentType::Procedure, u"Set the upstream port to 15001."_s);
    QCOMPARE(edges(), QStringList()); // neither the order nor the resolution of another's case
    RememberRequest request;
    request.content = u"Only the planner knows of this error."_s;
    request.topic = u"nginx"_s;
    request.type = FragmentType::Error;
    request.caseId = u"case-1"_s;
    request.agentId = u"planner"_s;
    VERIFY_OK(m_bench->write(remember, request, test::keyed(u"a"_s)));
    request.content = u"The executor sees what is everybody's."_s;
    request.agentId = u"executor"_s;
    request.type = FragmentType::Procedure;
    VERIFY_OK(m_bench->write(remember, request, test::keyed(u"a"_s)));
    QCOMPARE(edges(), QStringList({u"4 preceded_by 1"_s, u"5 preceded_by 1"_s, u"1 resolved_by 5"_s}));
}

void CaseEventsTest::goesWithItsMemory()
{
    m_bench->services.memory.deleteAtOnce = true;
    const auto id = store(FragmentType::Error, u"nginx answers 502 after the deployment."_s);
    ForgetRequest request;
    request.id = id;
    request.force = true;
    VERIFY_OK(m_bench->write(forget, request));
    QCOMPARE(events(), QStringList()); // its words are not kept elsewhere
}

QTEST_GUILESS_MAIN(CaseEventsTest)
#include "tst_caseevents.moc"
