// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/reconstruct.h"
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

using namespace hub;

class ReconstructTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void needsACaseOrAThing();
    void tellsACaseInOrder();
    void followsAThingWithoutACase();
    void filtersByTimeWordsAndLimit();
    void chainsFromCauseToFix();
    void knowsWhatIsResolved_data();
    void knowsWhatIsResolved();
    void tellsEventsWithEvidence();
    void supportsTheTimelineFromOutside();
    void staysWithinKeyWorkspaceAndAgent();

private:
    QString put(const QString &content, FragmentType type = FragmentType::Fact,
        const std::function<void(RememberRequest &)> &change = {}, const Principal &caller = {})
    {
        m_bench->clock.advance(1000);
        RememberRequest request;
        request.content = content;
        request.topic = u"gateway"_s;
        request.type = type;
        request.caseId = u"c-1"_s;
        if (change)
            change(request);
        const auto answer = m_bench->write(remember, request, caller);
        // What remembering tells of a case is tested elsewhere; here each test tells its own story.
        if (!m_bench->database.runScript(u"DELETE FROM case_events WHERE source_fragment_id = '%1'"_s.arg(
                answer ? answer->id.value_or(QString()) : QString())))
            return {};
        return answer ? answer->id.value_or(QString()) : QString();
    }
    void connect(const QString &from, const QString &to, LinkRelation relation)
    {
        VERIFY_OK(m_bench->write(link, {.fromId = from, .toId = to, .relationType = relation, .agentId = {}}));
    }
    /// Stores a case event as the writer of cases does; gives its id.
    int event(const QString &type, const QString &summary, const QString &source = {}, const QString &key = {},
        const QString &caseId = u"c-1"_s)
    {
        const auto stored = m_bench->database.runScript(
            u"INSERT INTO case_events (case_id, key_id, event_type, summary, entities, source_fragment_id, created_at)"
            " VALUES ('%1', nullif('%2', ''), '%3', '%4', '[\"gateway\"]', nullif('%5', ''), %6)"_s
                .arg(caseId, key, type, summary, source)
                .arg(m_bench->clock.now().ms));
        return stored ? m_bench->number(u"SELECT max(id) FROM case_events"_s) : -1;
    }
    void edge(int from, int to, const QString &type)
    {
        VERIFY_OK(m_bench->database.runScript(
            u"INSERT INTO case_event_edges (from_event_id, to_event_id, edge_type) VALUES (%1, %2, '%3')"_s.arg(from)
                .arg(to)
                .arg(type)));
    }
    ReconstructAnswer tell(const ReconstructRequest &request, const Principal &caller = {})
    {
        const auto answer = m_bench->read(reconstructHistory, request, caller);
        if (!answer)
            qWarning().noquote() << answer.error().message << answer.error().detail;
        return answer ? *answer : ReconstructAnswer {};
    }
    ReconstructAnswer tell() { return tell({.caseId = u"c-1"_s}); }
    template <typename T>
    static QStringList idsOf(const QList<T> &items)
    {
        QStringList ids;
        for (const auto &item : items)
            ids += item.id;
        return ids;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void ReconstructTest::init() { m_bench = std::make_unique<test::MemoryBench>(); }

void ReconstructTest::needsACaseOrAThing()
{
    for (const auto &request : {ReconstructRequest {}, ReconstructRequest {.caseId = u" "_s, .entity = u""_s}}) {
        const auto answer = m_bench->read(reconstructHistory, request);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
        QCOMPARE(answer.error().message, u"caseId or entity is required"_s);
    }
}

void ReconstructTest::tellsACaseInOrder()
{
    const auto by = [](const QString &agent) { return [agent](RememberRequest &r) { r.agentId = agent; }; };
    const auto first = put(u"The gateway answers 502 since noon."_s, FragmentType::Error, by(u"planner"_s));
    const auto second = put(u"The upstream port had been changed."_s, FragmentType::Fact, by(u"tester"_s));
    put(u"A memory of another case altogether."_s, FragmentType::Fact, [](RememberRequest &r) { r.caseId = u"c-2"_s; });
    const auto answer = tell();
    QCOMPARE(idsOf(answer.timeline), QStringList({first, second}));
    QCOMPARE(answer.timeline[0].agentId, u"planner"_s);
    QCOMPARE(answer.timeline[1].agentId, u"tester"_s);
    QCOMPARE(answer.count, 2);
    QCOMPARE(
        answer.summary, u"Memories: 2, events: 0, causal chains: 0, unresolved: 1. From 2026-11-30 to 2026-11-30."_s);
    QCOMPARE(toJson(answer).keys(),
        QStringList({u"case_events"_s, u"causal_chains"_s, u"count"_s, u"event_dag"_s, u"ordered_timeline"_s,
            u"success"_s, u"summary"_s, u"supporting_fragments"_s, u"unresolved_branches"_s}));
    QCOMPARE(tell({.caseId = u"c-3"_s}).summary, u"Nothing is remembered about this."_s);
}

void ReconstructTest::followsAThingWithoutACase()
{
    const auto inTopic = put(u"The port of the first one is 8080."_s);
    const auto labelled = put(u"The port of the second one is 9090."_s, FragmentType::Fact, [](RememberRequest &r) {
        r.topic = u"ports"_s;
        r.keywords = {u"Gateway"_s};
    });
    put(u"A text that only says gateways somewhere."_s, FragmentType::Fact, [](RememberRequest &r) {
        r.topic = u"other"_s;
        r.keywords = {u"gateway-2"_s};
    });
    QCOMPARE(idsOf(tell({.entity = u"GATEWAY"_s}).timeline), QStringList({inTopic, labelled}));
    QCOMPARE(idsOf(tell({.caseId = u"c-9"_s, .entity = u"gateway"_s}).timeline), QStringList()); // the case decides
    QCOMPARE(idsOf(tell({.entity = u"g_teway"_s}).timeline), QStringList());
}

void ReconstructTest::filtersByTimeWordsAndLimit()
{
    const auto first = put(u"The gateway listens on port 8080."_s);
    m_bench->clock.advance(msPerDay);
    const auto second = put(u"The gateway listens on port 9090."_s);
    const auto third = put(u"The gateway was moved to Busan."_s);
    const TimeRangeText nextDay {.from = u"2026-12-01"_s, .to = {}};
    QCOMPARE(idsOf(tell({.caseId = u"c-1"_s, .timeRange = nextDay}).timeline), QStringList({second, third}));
    QCOMPARE(idsOf(tell({.caseId = u"c-1"_s, .query = u"PORT listens"_s}).timeline), QStringList({first, second}));
    const auto newest = tell({.caseId = u"c-1"_s, .limit = 2});
    QCOMPARE(idsOf(newest.timeline), QStringList({second, third}));
    QCOMPARE(newest.truncated, std::optional(true));
    QVERIFY(newest.summary.contains(u"newest 2"));
    QVERIFY(!tell({.caseId = u"c-1"_s, .limit = 3}).truncated);
    const auto broken = m_bench->read(
        reconstructHistory, {.caseId = u"c-1"_s, .timeRange = TimeRangeText {.from = u"once"_s, .to = {}}});
    QVERIFY(!broken);
}

void ReconstructTest::chainsFromCauseToFix()
{
    const auto cause = put(u"The upstream port was changed on Tuesday."_s);
    const auto error = put(u"The gateway answers 502 since Tuesday."_s, FragmentType::Error);
    const auto fix = put(u"Set the upstream port to 15001 again."_s, FragmentType::Procedure);
    const auto alone = put(u"The certificate of the gateway has expired."_s, FragmentType::Error);
    connect(error, cause, LinkRelation::CausedBy);
    QCOMPARE(tell().causalChains[0].chain, QStringList({cause, error}));
    QVERIFY(!tell().causalChains[0].isResolved);
    connect(error, fix, LinkRelation::ResolvedBy);
    const auto answer = tell();
    QCOMPARE(answer.causalChains.size(), 1);
    QCOMPARE(answer.causalChains[0].rootId, cause);
    QCOMPARE(answer.causalChains[0].chain, QStringList({cause, error, fix}));
    QCOMPARE(answer.causalChains[0].length, 3);
    QVERIFY(answer.causalChains[0].isResolved);
    QCOMPARE(idsOf(answer.unresolvedBranches), QStringList {alone});

    connect(cause, fix, LinkRelation::CausedBy); // a ring
    QCOMPARE(tell().causalChains[0].chain, QStringList({cause, error, fix}));
}

void ReconstructTest::knowsWhatIsResolved_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("resolved");
    for (const char *how :
        {"link from the error", "link to the error", "edge from the error", "edge to the error", "status", "replaced"})
        QTest::newRow(how) << QString::fromLatin1(how) << true;
    for (const char *how : {"nothing", "another relation", "forgotten fix", "error that resolves nothing"})
        QTest::newRow(how) << QString::fromLatin1(how) << false;
}

void ReconstructTest::knowsWhatIsResolved()
{
    QFETCH(QString, how);
    const auto error = put(u"The gateway answers 502 since Tuesday."_s, FragmentType::Error);
    const auto fix = put(u"Set the upstream port to 15001 again."_s, FragmentType::Procedure,
        [](RememberRequest &r) { r.caseId = u"c-2"_s; });
    const auto e1 = event(u"error_observed"_s, u"502"_s, error);
    const auto e2 = event(u"fix_attempted"_s, u"port"_s, fix);
    edge(e2, e1, u"preceded_by"_s);
    if (how == u"link from the error" || how == u"forgotten fix")
        connect(error, fix, LinkRelation::ResolvedBy);
    if (how == u"link to the error")
        connect(fix, error, LinkRelation::ResolvedBy);
    if (how == u"edge from the error")
        edge(e1, e2, u"resolved_by"_s);
    if (how == u"edge to the error")
        edge(e2, e1, u"resolved_by"_s);
    if (how == u"another relation")
        connect(error, fix, LinkRelation::Related);
    if (how == u"forgotten fix")
        VERIFY_OK(m_bench->write(forget, {.id = fix, .topic = {}, .force = true, .agentId = {}}));
    if (how == u"error that resolves nothing")
        connect(put(u"A second error that led on to the first."_s, FragmentType::Error,
                    [](RememberRequest &r) { r.caseId = u"c-2"_s; }),
            error, LinkRelation::ResolvedBy);
    if (how == u"status") {
        AmendRequest change;
        change.id = error;
        change.resolutionStatus = ResolutionStatus::Resolved;
        VERIFY_OK(m_bench->write(amend, change));
    }
    if (how == u"replaced")
        put(u"The gateway answers 200, it was the client."_s, FragmentType::Fact,
            [&](RememberRequest &r) { r.supersedes = {error}; });
    QFETCH(bool, resolved);
    QCOMPARE(idsOf(tell().unresolvedBranches), resolved ? QStringList() : QStringList {error});
}

void ReconstructTest::tellsEventsWithEvidence()
{
    const auto error = put(u"The gateway answers 502 since Tuesday."_s, FragmentType::Error);
    const auto fix = put(u"Set the upstream port to 15001 again."_s, FragmentType::Procedure);
    const auto e1 = event(u"error_observed"_s, u"502 seen"_s, error);
    const auto e2 = event(u"fix_attempted"_s, u"port set"_s, fix);
    event(u"fix_attempted"_s, u"another case"_s, {}, {}, u"c-2"_s);
    edge(e1, e2, u"resolved_by"_s);
    edge(e2, e1, u"preceded_by"_s);
    VERIFY_OK(m_bench->database.runScript(
        u"INSERT INTO fragment_evidence (fragment_id, event_id, kind) VALUES ('%1', %2, 'produced_by')"_s.arg(fix).arg(
            e2)));
    auto answer = tell();
    QCOMPARE(answer.caseEvents.size(), 2);
    QCOMPARE(answer.caseEvents[0].eventType, u"error_observed"_s);
    QCOMPARE(answer.caseEvents[1].evidence[0].fragmentId, fix);
    QCOMPARE(answer.caseEvents[1].evidence[0].kind, u"produced_by"_s);
    QVERIFY(answer.caseEvents[0].evidence.isEmpty());
    QCOMPARE(answer.eventDag.nodes.size(), 2);
    QCOMPARE(toJson(answer.eventDag.edges[0]),
        QJsonObject({{u"from"_s, e1}, {u"to"_s, e2}, {u"edge_type"_s, u"resolved_by"_s}, {u"confidence"_s, 1}}));
    QCOMPARE(answer.eventDag.edges[1].edgeType, u"preceded_by"_s);
    QCOMPARE(tell({.caseId = u"c-1"_s, .query = u"seen"_s}).caseEvents.size(), 1);
    QCOMPARE(tell({.entity = u"Gateway"_s}).caseEvents.size(), 3); // by source and by what they name

    VERIFY_OK(m_bench->write(forget, {.id = fix, .topic = {}, .force = true, .agentId = {}}));
    answer = tell();
    QCOMPARE(answer.caseEvents.size(), 1); // its summary speaks of what is forgotten
    QVERIFY(answer.eventDag.edges.isEmpty());
}

void ReconstructTest::supportsTheTimelineFromOutside()
{
    const auto outside = [](RememberRequest &r) { r.caseId = u"c-2"_s; };
    const auto error = put(u"The gateway answers 502 since Tuesday."_s, FragmentType::Error);
    const auto fix = put(u"Set the upstream port to 15001 again."_s, FragmentType::Procedure, outside);
    const auto evidence = put(u"The log shows a refused connection."_s, FragmentType::Fact, outside);
    put(u"Something that has nothing to do with it."_s, FragmentType::Fact, outside);
    connect(error, fix, LinkRelation::ResolvedBy);
    const auto e1 = event(u"error_observed"_s, u"502 seen"_s, error);
    VERIFY_OK(m_bench->database.runScript(
        u"INSERT INTO fragment_evidence (fragment_id, event_id, kind) VALUES ('%1', %2, 'supports')"_s.arg(evidence)
            .arg(e1)));
    const auto answer = tell();
    QCOMPARE(idsOf(answer.supportingFragments), QStringList({fix, evidence}));
    QCOMPARE(answer.supportingFragments[0].role, u"resolved_by"_s);
    QCOMPARE(answer.supportingFragments[1].role, u"supports"_s);
    QCOMPARE(answer.causalChains[0].chain, QStringList({error, fix}));
}

void ReconstructTest::staysWithinKeyWorkspaceAndAgent()
{
    const auto alice = test::keyed(u"alice"_s);
    const auto bob = test::keyed(u"bob"_s);
    const auto theirs = [](RememberRequest &r) {
        r.workspace = u"w-1"_s;
        r.agentId = u"planner"_s;
    };
    const auto hers = put(u"Her gateway answers 502 at night."_s, FragmentType::Error, theirs, alice);
    const auto fix = put(u"Her gateway was restarted in the morning."_s, FragmentType::Procedure, theirs, alice);
    const auto his = put(u"His gateway answers 502 at night."_s, FragmentType::Error, {}, bob);
    connect(his, fix, LinkRelation::ResolvedBy); // the master key may
    connect(hers, his, LinkRelation::CausedBy);
    const auto e1 = event(u"error_observed"_s, u"hers"_s, hers, u"alice"_s);
    const auto e2 = event(u"error_observed"_s, u"his"_s, his, u"bob"_s);
    edge(e2, e1, u"resolved_by"_s);
    VERIFY_OK(m_bench->database.runScript(
        u"INSERT INTO fragment_evidence (fragment_id, event_id, kind) VALUES ('%1', %2, 'supports')"_s.arg(hers).arg(
            e2)));

    for (const auto &request : {ReconstructRequest {.caseId = u"c-1"_s}, ReconstructRequest {.entity = u"gateway"_s}}) {
        const auto answer = tell(request, bob);
        QCOMPARE(idsOf(answer.timeline), QStringList {his});
        QCOMPARE(idsOf(answer.unresolvedBranches), QStringList {his}); // whatever another key has resolved
        QVERIFY(answer.causalChains.isEmpty());
        QVERIFY(answer.supportingFragments.isEmpty());
        QCOMPARE(answer.caseEvents.size(), 1);
        QCOMPARE(answer.caseEvents[0].summary, u"his"_s);
        QVERIFY(answer.caseEvents[0].evidence.isEmpty());
        QVERIFY(answer.eventDag.edges.isEmpty());
    }
    QVERIFY(tell({.caseId = u"c-1"_s}, test::keyed(u"carol"_s)).timeline.isEmpty());
    QCOMPARE(idsOf(tell({.caseId = u"c-1"_s}, alice).timeline), QStringList({hers, fix}));
    QVERIFY(tell({.caseId = u"c-1"_s, .workspace = u"w-2"_s}, alice).timeline.isEmpty());
    QVERIFY(tell({.caseId = u"c-1"_s, .agentId = u"tester"_s}, alice).timeline.isEmpty());
    QCOMPARE(tell({.caseId = u"c-1"_s, .agentId = u"planner"_s}, alice).timeline.size(), 2);
}

QTEST_GUILESS_MAIN(ReconstructTest)
#include "tst_reconstruct.moc"
