// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "tests/core/search/searchbench.h"

#include <QRandomGenerator>

using namespace hub;

/// What comes with the memories found: their neighbours in time, their causes, their cases.
class RecallContextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::SearchBench>(); }
    void tellsWhatStandsBesideAMemory();
    void stitchesOneStory();
    void stitchesTheThreeBestThatHaveAStory();
    void shortensStoriesToTheirShare();
    void keepsContextOfOthersApart();
    void groupsByCase();
    void putsResolvedCasesFirst();
    void keepsCasesOfOthersApart();
    void explainsMembersOfACase();
    void staysWithinTheBudgetWithEverything();

private:
    QString inSession(const QString &content, const QString &session = u"s1"_s, FragmentType type = FragmentType::Fact,
        const Principal &caller = {})
    {
        return m_bench->remembered(
            {content, u"lab"_s, type}, [&](auto &r) { r.sessionId = session; }, caller);
    }
    void relate(const QString &from, const QString &to, LinkRelation relation)
    {
        VERIFY_OK(m_bench->write(
            hub::link, LinkRequest {.fromId = from, .toId = to, .relationType = relation, .agentId = {}}));
    }
    void happened(const QString &caseId, const QString &type, const QString &summary, const QString &more = u"NULL"_s,
        const QString &agent = u"default"_s, const QString &workspace = u"NULL"_s)
    {
        VERIFY_OK(m_bench->database.runScript(
            u"INSERT INTO case_events (case_id, event_type, summary, key_id, agent_id, workspace, created_at) "
            "VALUES ('%1', '%2', '%3', %4, '%5', %6, 1)"_s.arg(caseId, type, summary, more, agent, workspace)));
    }
    RecallAnswer ask(RecallRequest request, const Principal &caller = {})
    {
        request.includeContext = true;
        const auto answer = m_bench->read(recall, request, caller);
        if (!answer)
            qFatal("%s", qPrintable(answer.error().message));
        return *answer;
    }

    std::unique_ptr<test::SearchBench> m_bench;
};

namespace {

int textTokens(const RecallAnswer &answer)
{
    int sum = 0;
    const auto add = [&](const QString &text) { sum += estimateTokens(text); };
    for (const auto &fragment : answer.fragments) {
        add(fragment.content);
        add(fragment.contextSummary.value_or(QString()));
        for (const auto &link : fragment.linked)
            add(link.preview);
        for (const auto &near : fragment.nearbyContext.value_or(QList<NearbyFragment>()))
            add(near.content);
        const auto story = fragment.stitchedContext.value_or(StitchedContext {});
        for (const auto &one : story.pre + story.post)
            add(one.content);
        for (const auto &cause : story.causal)
            add(cause.content);
    }
    for (const auto &one : answer.cases.value_or(QList<RecalledCase>())) {
        add(one.goal.value_or(QString()));
        add(one.outcome.value_or(QString()));
        for (const auto &event : one.events)
            add(event.summary);
    }
    return sum;
}

} // namespace

void RecallContextTest::tellsWhatStandsBesideAMemory()
{
    QStringList ids;
    for (int i = 0; i < 6; ++i) {
        ids += inSession(i == 3 ? u"The zebra stands beside the gate."_s : u"Step number %1 of the work."_s.arg(i));
        m_bench->clock.advance((i + 1) * msPerMinute);
    }
    inSession(u"Another session works at the same time."_s, u"s2"_s);
    const auto answer = ask(test::byKeywords({u"zebra"_s}));
    QStringList near;
    for (const auto &one : *answer.fragments.constFirst().nearbyContext)
        near += one.id;
    QCOMPARE(near, (QStringList {ids[2], ids[4], ids[1]})); // 3, 4 and 5 minutes away
    const auto plain = m_bench->read(recall, test::byKeywords({u"zebra"_s}));
    const auto json = recallJson(*plain, {})[u"fragments"_s][0].toObject();
    for (const auto &name : {u"nearby_context"_s, u"stitched_context"_s, u"context_summary"_s})
        QVERIFY(!json.contains(name));
}

void RecallContextTest::stitchesOneStory()
{
    inSession(u"Long before anything of this happened."_s);
    m_bench->clock.advance(27 * msPerMinute);
    const auto before = inSession(u"The deployment begins in the evening."_s, u"s1"_s, FragmentType::Error);
    m_bench->clock.advance(4 * msPerMinute);
    const auto target = inSession(u"The zebra crossing is closed."_s);
    m_bench->clock.advance(8 * msPerMinute);
    const auto after = inSession(u"Everything runs again by now."_s, u"s1"_s, FragmentType::Procedure);
    const auto cause = m_bench->remembered({u"The road is being repaired."_s});
    const auto effect = m_bench->remembered({u"People walk around the block."_s});
    const auto aside = m_bench->remembered({u"Animals are kept in the garden."_s});
    relate(target, cause, LinkRelation::CausedBy);
    relate(effect, target, LinkRelation::PartOf);
    relate(target, aside, LinkRelation::Related);
    const auto story = toJson(*ask(test::byKeywords({u"zebra"_s})).fragments.constFirst().stitchedContext);
    QCOMPARE(story.keys(), (QStringList {u"causal"_s, u"post"_s, u"pre"_s, u"target"_s}));
    QCOMPARE(story[u"target"_s][u"id"_s].toString(), target);
    QVERIFY(story[u"target"_s][u"created_at"_s].isString());
    QCOMPARE(story[u"pre"_s].toArray().size(), 1); // what is over half an hour away is another story
    QCOMPARE(story[u"pre"_s][0].toObject().keys(),
        (QStringList {u"content"_s, u"created_at"_s, u"delta_min"_s, u"id"_s, u"type"_s}));
    QCOMPARE(story[u"pre"_s][0][u"id"_s].toString(), before);
    QCOMPARE(story[u"pre"_s][0][u"delta_min"_s].toInt(), -4);
    QCOMPARE(story[u"post"_s][0][u"id"_s].toString(), after);
    QCOMPARE(story[u"post"_s][0][u"delta_min"_s].toInt(), 8);
    QHash<QString, QString> directions;
    for (const auto &one : story[u"causal"_s].toArray())
        directions.insert(one[u"id"_s].toString(),
            QString(one[u"relation_type"_s].toString() + u' ' + one[u"direction"_s].toString()));
    QCOMPARE(directions, (QHash<QString, QString> {{cause, u"caused_by out"_s}, {effect, u"part_of in"_s}}));
}

void RecallContextTest::stitchesTheThreeBestThatHaveAStory()
{
    for (int i = 0; i < 2; ++i) // without a session, so without a story
        m_bench->remembered({u"zebra zebra zebra number %1"_s.arg(i)});
    for (int i = 0; i < 5; ++i) {
        m_bench->clock.advance(60 * msPerMinute);
        inSession(u"The work of day %1 begins."_s.arg(i), u"s%1"_s.arg(i));
        inSession(u"A zebra is seen on day %1 of the work."_s.arg(i), u"s%1"_s.arg(i));
    }
    const auto answer = ask(test::byKeywords({u"zebra"_s}));
    QVERIFY(answer.count >= 7);
    const auto stories = std::count_if(answer.fragments.begin(), answer.fragments.end(),
        [](const RecalledFragment &f) { return f.stitchedContext.has_value(); });
    QCOMPARE(stories, 3);
}

void RecallContextTest::shortensStoriesToTheirShare()
{
    for (int i = 0; i < 9; ++i) {
        inSession(i == 4 ? u"The zebra stands beside the gate."_s
                         : QString(u"Step %1 "_s.arg(i) + u"of the work "_s.repeated(12)));
        m_bench->clock.advance(msPerMinute);
    }
    auto request = test::byKeywords({u"zebra"_s});
    request.tokenBudget = 2000;
    const auto whole = *ask(request).fragments.constFirst().stitchedContext;
    QCOMPARE(whole.pre.size(), 4);
    QCOMPARE(whole.post.size(), 4);
    request.tokenBudget = 300; // 40 % of it are 120
    const auto cut = *ask(request).fragments.constFirst().stitchedContext;
    QCOMPARE(cut.pre.size(), 1);
    QCOMPARE(cut.pre.constFirst().deltaMinutes, -1);
    QCOMPARE(cut.post.size(), 1);
    QCOMPARE(cut.post.constFirst().deltaMinutes, 1);
}

void RecallContextTest::keepsContextOfOthersApart()
{
    const auto caller = test::keyed(u"a"_s);
    inSession(u"A secret step of the other key."_s, u"s1"_s, FragmentType::Fact, test::keyed(u"b"_s));
    const auto own = inSession(u"The zebra stands beside the gate."_s, u"s1"_s, FragmentType::Fact, caller);
    const auto secret = m_bench->remembered({u"The other key knows the cause of it."_s}, {}, test::keyed(u"b"_s));
    relate(own, secret, LinkRelation::CausedBy); // as the master may
    const auto answer = ask(test::byKeywords({u"zebra"_s}), caller);
    QCOMPARE(answer.count, 1);
    QVERIFY(answer.fragments.constFirst().linked.isEmpty());
    QVERIFY(!answer.fragments.constFirst().nearbyContext);
    QVERIFY(!answer.fragments.constFirst().stitchedContext);
}

void RecallContextTest::groupsByCase()
{
    for (int i = 0; i < 5; ++i) {
        m_bench->remembered({u"%1 step %2 of the repair."_s.arg(i < 3 ? u"zebra"_s : u"other"_s).arg(i)}, [&](auto &r) {
            r.caseId = u"abc-123"_s;
            r.goal = i == 0 ? std::optional(u"keep the zebra out"_s) : std::nullopt;
            r.outcome = i == 4 ? std::optional(u"the gate was closed"_s) : std::nullopt;
            r.resolutionStatus = i == 4 ? ResolutionStatus::Resolved : ResolutionStatus::Open;
        });
        m_bench->clock.advance(1000);
    }
    for (int i = 0; i < 25; ++i)
        happened(u"abc-123"_s, u"fix_attempted"_s, u"attempt %1 "_s.arg(i) + u"x"_s.repeated(200));
    auto request = test::byKeywords({u"zebra"_s});
    request.caseMode = true;
    request.tokenBudget = 10'000;
    const auto json = recallJson(ask(request), request);
    QCOMPARE(json[u"caseMode"_s], QJsonValue(true));
    QCOMPARE(json[u"caseCount"_s], QJsonValue(1));
    QCOMPARE(json[u"fragments"_s].toArray().size(), 3); // they stay beside the cases
    const auto one = json[u"cases"_s][0].toObject();
    QCOMPARE(one.keys(),
        (QStringList {u"case_id"_s, u"events"_s, u"fragment_count"_s, u"goal"_s, u"outcome"_s, u"relevance_score"_s,
            u"resolution_status"_s}));
    QCOMPARE(one[u"case_id"_s].toString(), u"abc-123"_s);
    QCOMPARE(one[u"goal"_s].toString(), u"keep the zebra out"_s);
    QCOMPARE(one[u"outcome"_s].toString(), u"the gate was closed"_s);
    QCOMPARE(one[u"resolution_status"_s].toString(), u"resolved"_s);
    QCOMPARE(one[u"fragment_count"_s].toInt(), 5);
    QCOMPARE(one[u"relevance_score"_s].toInt(), 3);
    const auto events = one[u"events"_s].toArray();
    QCOMPARE(events.size(), 20);
    QCOMPARE(events[0].toObject().keys(), (QStringList {u"event_type"_s, u"summary"_s}));
    QVERIFY(events[19][u"summary"_s].toString().startsWith(u"attempt 24"_s)); // the last ones, in their order
    QCOMPARE(events[19][u"summary"_s].toString().size(), 120);
    request.caseMode = false;
    QVERIFY(!recallJson(ask(request), request).contains(u"cases"_s));
}

void RecallContextTest::putsResolvedCasesFirst()
{
    for (int i = 0; i < 12; ++i) {
        for (int k = 0; k <= i % 4; ++k)
            m_bench->remembered({u"The zebra %1 of case %2 is seen."_s.arg(k).arg(i)}, [&](auto &r) {
                r.caseId = u"case-%1"_s.arg(i);
                r.resolutionStatus = i == 4 ? ResolutionStatus::Resolved : ResolutionStatus::Open;
            });
    }
    auto request = test::byKeywords({u"zebra"_s});
    request.caseMode = true;
    const auto five = *ask(request).cases;
    QCOMPARE(five.size(), 5);
    QCOMPARE(five[0].caseId, u"case-4"_s); // the only one that is resolved
    QCOMPARE(five[1].relevanceScore, 4);
    QVERIFY(five[4].relevanceScore <= five[3].relevanceScore);
    const auto many = fromJson<RecallRequest>(
        {{u"keywords"_s, QJsonArray {u"zebra"_s}}, {u"caseMode"_s, true}, {u"maxCases"_s, 50}});
    QCOMPARE(ask(*many).cases->size(), 10);
}

void RecallContextTest::keepsCasesOfOthersApart()
{
    const auto store = [&](const QString &key) {
        return m_bench->remembered(
            {u"The zebra of key %1 is seen."_s.arg(key)},
            [&](auto &r) {
                r.caseId = u"shared-name"_s;
                r.goal = QString(u"goal of "_s + key);
            },
            test::keyed(key));
    };
    store(u"a"_s);
    store(u"b"_s);
    happened(u"shared-name"_s, u"error_observed"_s, u"seen by a"_s, u"'a'"_s);
    happened(u"shared-name"_s, u"error_observed"_s, u"seen by b"_s, u"'b'"_s);
    happened(u"shared-name"_s, u"error_observed"_s, u"seen by another agent of a"_s, u"'a'"_s, u"elsewhere"_s);
    happened(
        u"shared-name"_s, u"error_observed"_s, u"seen in another place by a"_s, u"'a'"_s, u"default"_s, u"'far'"_s);
    auto request = test::byKeywords({u"zebra"_s});
    request.caseMode = true;
    request.workspace = u"near"_s;
    const auto cases = *ask(request, test::keyed(u"a"_s)).cases;
    QCOMPARE(cases.size(), 1);
    QCOMPARE(cases[0].goal, u"goal of a"_s);
    QCOMPARE(cases[0].fragmentCount, 1);
    QCOMPARE(cases[0].events.size(), 1);
    QCOMPARE(cases[0].events[0].summary, u"seen by a"_s);
    QVERIFY(ask(request, test::keyed(u"c"_s)).cases->isEmpty());
}

void RecallContextTest::explainsMembersOfACase()
{
    m_bench->services.memory.symbolicExplain = true;
    m_bench->remembered({u"The zebra is seen."_s}, [](auto &r) { r.caseId = u"case-1"_s; });
    auto request = test::byKeywords({u"zebra"_s});
    const auto codes = [&] {
        QStringList list;
        for (const auto &reason : *ask(request).fragments.constFirst().explanations)
            list += reason.code;
        return list;
    };
    QCOMPARE(codes(), QStringList {u"direct_keyword_match"_s});
    request.caseMode = true;
    QCOMPARE(codes(), (QStringList {u"direct_keyword_match"_s, u"case_cohort_member"_s}));
}

void RecallContextTest::staysWithinTheBudgetWithEverything()
{
    QRandomGenerator random(4711);
    QStringList ids;
    for (int i = 0; i < 40; ++i) {
        const auto filler = random.bounded(2) ? u"나무 "_s : u"tree "_s;
        ids += m_bench->remembered(
            {QString(u"The probe number %1 "_s.arg(i) + filler.repeated(random.bounded(1, 45)))}, [&](auto &r) {
                r.sessionId = u"s%1"_s.arg(i / 8);
                r.contextSummary = u"after the outage of number %1"_s.arg(i);
                r.goal = QString(u"goal "_s + filler.repeated(i));
            });
        happened(u"s%1"_s.arg(i / 8), u"fix_attempted"_s, QString(u"attempt "_s + filler.repeated(20)));
        m_bench->clock.advance(msPerMinute);
        if (i > 0)
            relate(ids[i], ids[i - 1], i % 2 ? LinkRelation::CausedBy : LinkRelation::Related);
    }
    for (int i = 0; i < 80; ++i) {
        auto request = random.bounded(2) ? test::byKeywords({u"probe"_s, u"나무"_s}) : RecallRequest {};
        request.tokenBudget = 1 + random.bounded(1500);
        request.pageSize = 1 + random.bounded(50);
        request.caseMode = random.bounded(2);
        const auto answer = ask(request);
        QCOMPARE(answer.totalTokens, textTokens(answer));
        QVERIFY2(answer.totalTokens <= request.tokenBudget,
            qPrintable(u"%1 over %2"_s.arg(answer.totalTokens).arg(request.tokenBudget)));
        QVERIFY(answer.count > 0);
    }
}

QTEST_GUILESS_MAIN(RecallContextTest)
#include "tst_recallcontext.moc"
