// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/reflect.h"

#include "core/search/context.h"
#include "tests/core/search/searchbench.h"

#include <QJsonDocument>

using namespace hub;

class ReflectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::SearchBench>(); }
    void storesEachItemInItsCategory();
    void readsABareTextAsAnItem();
    void leavesOutWhatSaysTooLittle_data();
    void leavesOutWhatSaysTooLittle();
    void storesNothingTwice();
    void storesNothingWhenNothingIsSaid();
    void makesTheStoryOfTheSummary();
    void keepsLessonsApart();
    void groupsWhatASessionStored();
    void keepsProjectsApart();
    void choosesTheWorkspaceWhenNoneIsGiven();
    void drawsTheFamilyOfASessionTogether();
    void readsNoOtherKeysSession();
    void marksTheSession();
    void notesHowTheTaskWent_data();
    void notesHowTheTaskWent();
    void cutsWhatTheTaskSays();
    void judgesASessionOnce();
    void suggestsLinks();
    void isAllOrNothing();

private:
    Result<ReflectAnswer> run(const ReflectRequest &request, const Principal &caller = {})
    {
        return m_bench->write(reflect, request, caller);
    }
    int fragments() const { return m_bench->number(u"SELECT count(*) FROM fragments"_s); }
    QString text(const QString &sql) const
    {
        auto statement = m_bench->database.prepare(sql);
        return statement->scalar<QString>()->value_or(u"NULL"_s);
    }
    QString storedIn(const QString &session, const test::Memory &memory, const QString &workspace = {},
        const QString &caseId = {}, const Principal &caller = {})
    {
        return m_bench->remembered(
            memory,
            [&](RememberRequest &r) {
                r.sessionId = session;
                if (!workspace.isEmpty())
                    r.workspace = workspace;
                if (!caseId.isEmpty())
                    r.caseId = caseId;
            },
            caller);
    }

    std::unique_ptr<test::SearchBench> m_bench;
};

namespace {

Principal inSession(const QString &session, const QString &key = {})
{
    auto caller = test::keyed(key);
    caller.sessionId = session;
    return caller;
}

ReflectRequest everything()
{
    ReflectRequest request;
    request.summary = {u"The parser of the lab was rewritten in one day."_s, u"The old tests still pass."_s};
    request.decisions = {u"The parser uses tables because they are easier to test."_s};
    request.errorsResolved = {u"cause: the buffer was freed twice → fix: one owner of the buffer"_s};
    request.newProcedures = {u"To rebuild the parser tables run the generator first."_s};
    request.openQuestions = {u"Is the parser quick enough for large files?"_s};
    request.narrativeSummary = u"The parser was rewritten with tables. A double free was found and fixed."_s;
    return request;
}

} // namespace

void ReflectTest::storesEachItemInItsCategory()
{
    const auto answer = run(everything(), inSession(u"s#1"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->count, 6);
    QCOMPARE(answer->fragments.size(), 6);
    const auto json = toJson(*answer);
    QCOMPARE(json[u"breakdown"_s].toObject(),
        (QJsonObject {{u"summary"_s, 2}, {u"decisions"_s, 1}, {u"errors"_s, 1}, {u"procedures"_s, 1},
            {u"questions"_s, 1}, {u"episode"_s, 1}}));
    QCOMPARE(json[u"_meta"_s].toObject().keys(), (QStringList {u"link_suggestions"_s, u"serverTime"_s}));
    QCOMPARE(answer->groups.size(), 1);
    QCOMPARE(answer->groups[0].topic, u"session_reflect"_s);
    QVERIFY(!answer->groups[0].workspace && !answer->groups[0].caseId);
    QCOMPARE(answer->groups[0].fragmentIds.size(), 7);
    struct Expected {
        FragmentType type;
        double importance;
        std::optional<ResolutionStatus> resolution;
    };
    const QList<Expected> expected {{FragmentType::Fact, 0.5, {}}, {FragmentType::Fact, 0.5, {}},
        {FragmentType::Decision, 0.7, {}}, {FragmentType::Error, 0.5, ResolutionStatus::Resolved},
        {FragmentType::Procedure, 0.6, {}}, {FragmentType::Fact, 0.4, ResolutionStatus::Open},
        {FragmentType::Episode, 0.6, {}}};
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const auto row = m_bench->row(answer->groups[0].fragmentIds[i]);
        QVERIFY(row.type == expected[i].type);
        QCOMPARE(row.importance, expected[i].importance);
        QVERIFY(row.resolutionStatus == expected[i].resolution);
        QCOMPARE(row.topic, u"session_reflect"_s);
        QCOMPARE(row.source, u"reflect"_s);
        QCOMPARE(row.sessionId, u"s#1"_s);
    }
    QVERIFY(answer->fragments[3].content.startsWith(u"[Resolved] cause:"));
    QVERIFY(answer->fragments[5].content.startsWith(u"[Open] Is the parser"));
    const auto episode = m_bench->row(answer->groups[0].fragmentIds.last());
    QCOMPARE(episode.content, *everything().narrativeSummary);
    QCOMPARE(episode.contextSummary, u"summary: 2, decisions: 1, errors: 1, procedures: 1, questions: 1"_s);
}

void ReflectTest::readsABareTextAsAnItem()
{
    const auto request = fromJson<ReflectRequest>({{u"summary"_s, u"The tests of the lab are green again."_s}});
    VERIFY_OK(request);
    QCOMPARE(request->summary, QStringList {u"The tests of the lab are green again."_s});
    QCOMPARE(run(*request)->breakdown.summary, 1);
    const auto tooLong = fromJson<ReflectRequest>({{u"decisions"_s, QJsonArray {QString(4001, u'x')}}});
    QVERIFY(!tooLong);
    QVERIFY2(tooLong.error().message.contains(u"decisions[0]"), qPrintable(tooLong.error().message));
    const auto tooMany = fromJson<ReflectRequest>(
        {{u"summary"_s, QJsonArray::fromStringList(QStringList(101, u"one fact of many"_s))}});
    QVERIFY(!tooMany && tooMany.error().message.contains(u"summary"));
}

void ReflectTest::leavesOutWhatSaysTooLittle_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isKept");
    QTest::newRow("short Latin") << u"Uses tables."_s << false;
    QTest::newRow("20 letters") << u"abcdefghij klmnopqrs"_s << true;
    QTest::newRow("short Hangul") << u"표를 더 쓴다."_s << false;
    QTest::newRow("10 Hangul") << u"파서는 표를 씁니다."_s << true;
    QTest::newRow("this one") << u"이것은 다음에 다시 살펴봐야 한다."_s << false;
    QTest::newRow("the above") << u"위 방법을 그대로 쓰기로 결정했다."_s << false;
    QTest::newRow("a word that begins alike") << u"위치 정보를 표에 저장하기로 했다."_s << true;
    QTest::newRow("the said") << u"해당 파일을 지우기로 결정했다."_s << false;
    QTest::newRow("by rewriting") << u"재작성을 통해 문제가 해결되었다."_s << false;
}

void ReflectTest::leavesOutWhatSaysTooLittle()
{
    QFETCH(QString, text);
    QFETCH(bool, isKept);
    ReflectRequest request;
    request.decisions = {text};
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->breakdown.decisions, isKept ? 1 : 0);
    QCOMPARE(answer->skipped.has_value(), !isKept);
    QCOMPARE(fragments(), isKept ? 1 : 0);
    if (isKept)
        return;
    QCOMPARE(answer->skipped->at(0).category, u"decisions"_s);
    QCOMPARE(answer->skipped->at(0).content, text);
    request.decisions.clear();
    request.summary = {text, u"  "_s, u"ok"_s}; // the overview may be short, but not shorter than any memory
    const auto summary = run(request);
    VERIFY_OK(summary);
    QCOMPARE(summary->breakdown.summary, 1);
    QCOMPARE(summary->skipped->size(), 1);
}

void ReflectTest::storesNothingTwice()
{
    const auto caller = inSession(u"s#1"_s);
    const auto first = run(everything(), caller);
    VERIFY_OK(first);
    const int stored = fragments();
    m_bench->clock.advance(msPerMinute);
    const auto second = run(everything(), caller);
    VERIFY_OK(second);
    QCOMPARE(fragments(), stored);
    QCOMPARE(second->groups[0].fragmentIds, first->groups[0].fragmentIds);
    QCOMPARE(second->count, first->count);
    auto doubled = everything();
    doubled.summary += doubled.summary;
    QCOMPARE(run(doubled, caller)->breakdown.summary, 2);
}

void ReflectTest::storesNothingWhenNothingIsSaid()
{
    const auto answer = run({}, inSession(u"s#1"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->count, 0);
    QVERIFY(answer->groups.isEmpty() && !answer->breakdown.episode);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM session_segments"_s), 0);
}

void ReflectTest::makesTheStoryOfTheSummary()
{
    auto request = everything();
    request.narrativeSummary.reset();
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->breakdown.episode, 1);
    QCOMPARE(m_bench->row(answer->groups[0].fragmentIds.last()).content, request.summary.join(u' '));
    request.summary.clear();
    request.decisions = {u"The store of the lab is a single file."_s};
    QVERIFY(!run(request)->breakdown.episode); // nothing to tell
}

void ReflectTest::keepsLessonsApart()
{
    ReflectRequest request;
    request.summary = {u"LEARNING: The user wants the tests to run before each commit."_s};
    const auto answer = run(request);
    VERIFY_OK(answer);
    const auto row = m_bench->row(answer->fragments[0].id);
    QCOMPARE(row.source, u"learning_extraction"_s);
    QCOMPARE(row.content, u"The user wants the tests to run before each commit."_s);
    ContextRequest context;
    context.structured = true;
    context.types = {FragmentType::Preference};
    const auto loaded = m_bench->read(hub::context, context);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->core->facts.size() + loaded->learning->recent.size(), 1); // once
}

void ReflectTest::groupsWhatASessionStored()
{
    const auto caller = inSession(u"s#1"_s);
    storedIn(u"s#1"_s, {u"The index of the lab is rebuilt at night."_s, u"index"_s}, {}, {}, caller);
    storedIn(u"s#1"_s, {u"The index fails when the disk is full."_s, u"index"_s, FragmentType::Error}, {}, {}, caller);
    storedIn(u"s#1"_s, {u"The door of the lab is green."_s, u"door"_s}, {}, {}, caller);
    storedIn(u"s#1"_s, {u"Use a queue for the door events."_s, u"events"_s, FragmentType::Decision}, {}, u"case-7"_s,
        caller);
    storedIn(u"s#1"_s, {u"Door events are read from the queue."_s, u"queue"_s}, {}, u"case-7"_s, caller);
    ReflectRequest request;
    request.sessionId = u"s#1"_s;
    request.decisions = {u"The index is rebuilt in the morning instead."_s};
    const auto answer = run(request, caller);
    VERIFY_OK(answer);
    QCOMPARE(answer->groups.size(), 3);
    QCOMPARE(answer->groups[0].topic, u"index"_s);
    QVERIFY(!answer->groups[0].caseId);
    QCOMPARE(answer->groups[1].topic, u"door"_s);
    QCOMPARE(answer->groups[2].caseId, u"case-7"_s);
    QCOMPARE(answer->breakdown.episode, 3);
    QCOMPARE(answer->groups[0].fragmentIds.size(), 2); // what was said belongs to the largest group
    QCOMPARE(m_bench->row(answer->groups[0].fragmentIds[0]).topic, u"index"_s);
    const auto story = m_bench->row(answer->groups[0].fragmentIds[1]);
    QCOMPARE(
        story.content, u"The index of the lab is rebuilt at night. [Error] The index fails when the disk is full"_s);
    QCOMPARE(story.topic, u"session_reflect"_s);
    QCOMPARE(m_bench->row(answer->groups[2].fragmentIds.last()).caseId, u"case-7"_s);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM case_events WHERE case_id = 'case-7' AND event_type = "
                             "'milestone_reached' AND source_fragment_id IS NOT NULL"_s),
        1);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_evidence v JOIN case_events e ON e.id = v.event_id WHERE "
                             "e.event_type = 'milestone_reached' AND v.kind = 'produced_by'"_s),
        1);
    const int stored = fragments();
    QCOMPARE(run(request, caller)->groups.size(), 3);
    QCOMPARE(fragments(), stored);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM case_events WHERE event_type = 'milestone_reached'"_s), 1);
}

void ReflectTest::keepsProjectsApart()
{
    const auto caller = inSession(u"s#1"_s);
    storedIn(u"s#1"_s, {u"The garden has three trees and a pond."_s, u"garden"_s}, u"home"_s, {}, caller);
    storedIn(u"s#1"_s, {u"The office has two doors and a window."_s, u"office"_s}, u"work"_s, {}, caller);
    ReflectRequest request;
    request.sessionId = u"s#1"_s;
    request.summary = {u"Two places were described in this session."_s};
    const auto answer = run(request, caller);
    VERIFY_OK(answer);
    QCOMPARE(answer->groups.size(), 3); // what was said belongs to neither
    QVERIFY(!answer->groups[0].workspace);
    for (const auto &group : answer->groups) {
        for (const auto &id : group.fragmentIds) {
            const auto row = m_bench->row(id);
            QCOMPARE(row.workspace.value_or(QString()), group.workspace.value_or(QString()));
            QVERIFY(group.workspace != u"home"_s || !row.content.contains(u"office"));
            QVERIFY(group.workspace != u"work"_s || !row.content.contains(u"garden"));
        }
    }
    request.workspace = u"work"_s;
    const auto given = run(request, caller);
    VERIFY_OK(given);
    QCOMPARE(given->groups.size(), 2);
    for (const auto &group : given->groups)
        QCOMPARE(group.workspace, u"work"_s);
    QCOMPARE(given->groups[1].topic, u"office"_s);
    QCOMPARE(given->groups[1].fragmentIds.size(), 2);
}

void ReflectTest::choosesTheWorkspaceWhenNoneIsGiven()
{
    auto caller = inSession(u"s#1"_s, u"a"_s);
    caller.defaultWorkspace = u"default-of-key"_s;
    ReflectRequest request;
    request.summary = {u"The work of the key was done in one day."_s};
    QCOMPARE(run(request, caller)->groups[0].workspace, u"default-of-key"_s);
    storedIn(u"s#1"_s, {u"The garden has three trees and a pond."_s, u"garden"_s}, u"home"_s, {}, caller);
    request.sessionId = u"s#1"_s;
    QCOMPARE(run(request, caller)->groups[0].workspace, u"home"_s); // that of the whole session
}

void ReflectTest::drawsTheFamilyOfASessionTogether()
{
    storedIn(u"s#1"_s, {u"The garden has three trees and a pond."_s, u"garden"_s});
    storedIn(u"s#2"_s, {u"The garden is watered in the evening."_s, u"garden"_s});
    storedIn(u"s"_s, {u"The garden gate is closed at night."_s, u"garden"_s});
    storedIn(u"s2"_s, {u"The garden of another session is dry."_s, u"garden"_s});
    const auto storyOf = [this](const QString &session) {
        ReflectRequest request;
        request.sessionId = session;
        const auto answer = run(request);
        return answer && !answer->groups.isEmpty() ? m_bench->row(answer->groups[0].fragmentIds.last()).content
                                                   : QString();
    };
    const auto whole = storyOf(u"s"_s);
    QVERIFY(whole.contains(u"pond") && whole.contains(u"evening") && whole.contains(u"night"));
    QVERIFY(!whole.contains(u"dry"));
    QCOMPARE(storyOf(u"s#2"_s), u"The garden is watered in the evening"_s);
    QCOMPARE(storyOf(u"unknown"_s), QString());
}

void ReflectTest::readsNoOtherKeysSession()
{
    storedIn(u"s#1"_s, {u"The secret garden has three trees."_s, u"garden"_s}, {}, {}, test::keyed(u"a"_s));
    VERIFY_OK(m_bench->database.runScript(
        u"INSERT INTO session_segments (id, session_id, number, key_id, started_at, last_used_at) "
        "VALUES ('s#1', 's', 1, 'a', 1, 1)"_s));
    ReflectRequest request;
    request.sessionId = u"s"_s;
    request.summary = {u"A summary by somebody who should not know."_s};
    request.taskEffectiveness = TaskEffectiveness {};
    request.taskEffectiveness->outcome = u"completed"_s;
    for (const auto &caller : {test::keyed(u"b"_s), Principal {}}) { // not even the master key makes it its own
        const auto answer = run(request, caller);
        VERIFY_OK(answer);
        QCOMPARE(answer->groups.size(), 1);
        QVERIFY(!QString::fromUtf8(QJsonDocument(toJson(*answer)).toJson()).contains(u"secret"));
    }
    auto peer = test::keyed(u"c"_s);
    peer.groupKeyIds = {u"a"_s}; // may read, yet the session is not its own
    QCOMPARE(run(request, peer)->groups.size(), 1);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM session_segments WHERE reflected_at IS NOT NULL"_s), 0);
    QCOMPARE(run(request, test::keyed(u"a"_s))->groups.size(), 1);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM session_segments WHERE reflected_at IS NOT NULL"_s), 1);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM task_feedback WHERE key_id = 'a'"_s), 1);
}

void ReflectTest::marksTheSession()
{
    const auto marked
        = [this] { return text(u"SELECT group_concat(id) FROM session_segments WHERE reflected_at IS NOT NULL"_s); };
    ReflectRequest request;
    request.summary = {u"The work of the day was done by noon."_s};
    VERIFY_OK(run(request));
    QCOMPARE(marked(), QString()); // no session, nothing to mark
    VERIFY_OK(run(request, inSession(u"s#2"_s)));
    QCOMPARE(marked(), u"s#2"_s); // though its calls are still to be written
    request.sessionId = u"an id of the agent"_s;
    VERIFY_OK(run(request, inSession(u"t#1"_s)));
    QCOMPARE(marked(), u"s#2,t#1"_s);
    VERIFY_OK(
        m_bench->database.runScript(u"INSERT INTO session_segments (id, session_id, number, started_at, last_used_at) "
                                    "VALUES ('old#1', 'old', 1, 1, 1), ('old#2', 'old', 2, 1, 1)"_s));
    request.sessionId = u"old"_s;
    VERIFY_OK(run(request, inSession(u"u#1"_s)));
    QCOMPARE(marked(), u"s#2,t#1,old#1,old#2"_s);
}

void ReflectTest::notesHowTheTaskWent_data()
{
    QTest::addColumn<QByteArray>("task");
    QTest::addColumn<QString>("expected"); // overall_success, outcome, evaluator
    QTest::newRow("completed") << QByteArray(R"({"outcome":"completed"})") << u"1|completed|agent"_s;
    QTest::newRow("partial") << QByteArray(R"({"outcome":"partial","evaluator":"human"})") << u"0|partial|human"_s;
    QTest::newRow("said otherwise") << QByteArray(R"({"outcome":"blocked","overall_success":true})")
                                    << u"1|blocked|agent"_s;
    QTest::newRow("outside the list") << QByteArray(R"({"outcome":"fine","evaluator":"human"})") << u"0|NULL|NULL"_s;
    QTest::newRow("not reported") << QByteArray(R"({"overall_success":true,"evaluator":"human"})") << u"1|NULL|NULL"_s;
    QTest::newRow("unknown evaluator") << QByteArray(R"({"outcome":"unknown","evaluator":"me"})")
                                       << u"0|unknown|agent"_s;
    QTest::newRow("nothing") << QByteArray("{}") << u"NULL"_s;
}

void ReflectTest::notesHowTheTaskWent()
{
    QFETCH(QByteArray, task);
    const auto request = fromJson<ReflectRequest>({{u"task_effectiveness"_s, QJsonDocument::fromJson(task).object()}});
    VERIFY_OK(request);
    VERIFY_OK(run(*request, inSession(u"s#1"_s)));
    QTEST(text(u"SELECT overall_success || '|' || ifnull(outcome, 'NULL') || '|' || ifnull(evaluator, 'NULL') "
               "FROM task_feedback"_s),
        "expected");
}

void ReflectTest::cutsWhatTheTaskSays()
{
    ReflectRequest request;
    request.taskEffectiveness = TaskEffectiveness {};
    auto &task = *request.taskEffectiveness;
    task.outcome = u"partial"_s;
    task.evidence = QString(1500, u'e');
    task.unmetRequirements = QStringList(25, QString(300, u'u'));
    task.toolHighlights = {u"recall"_s, u" "_s};
    VERIFY_OK(run(request));
    QCOMPARE(m_bench->number(u"SELECT length(evidence) FROM task_feedback"_s), 1000);
    QCOMPARE(m_bench->number(u"SELECT json_array_length(unmet_requirements) FROM task_feedback"_s), 20);
    QCOMPARE(m_bench->number(u"SELECT length(unmet_requirements ->> 0) FROM task_feedback"_s), 200);
    QCOMPARE(text(u"SELECT tool_highlights FROM task_feedback"_s), u"[\"recall\"]"_s);
}

void ReflectTest::judgesASessionOnce()
{
    ReflectRequest request;
    request.taskEffectiveness = TaskEffectiveness {};
    request.taskEffectiveness->outcome = u"partial"_s;
    VERIFY_OK(run(request, inSession(u"s#1"_s)));
    request.taskEffectiveness->outcome = u"completed"_s;
    VERIFY_OK(run(request, inSession(u"s#1"_s)));
    VERIFY_OK(run(request, inSession(u"s#1"_s, u"b"_s)));
    QCOMPARE(text(u"SELECT group_concat(outcome) FROM task_feedback WHERE key_id IS NULL"_s), u"completed"_s);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM task_feedback"_s), 2);
}

void ReflectTest::suggestsLinks()
{
    ReflectRequest request;
    request.errorsResolved = {u"cause: the buffer was freed twice → fix: one owner of the buffer"_s,
        u"cause: the clock stood still → fix: wind it every week"_s};
    request.newProcedures = {u"Check the owner of each buffer with the sanitizer."_s};
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->meta.linkSuggestions.size(), 1);
    const auto &link = answer->meta.linkSuggestions[0];
    QCOMPARE(link.fromId, answer->fragments[0].id);
    QCOMPARE(link.toId, answer->fragments[2].id);
    QVERIFY(link.relationType == RelationType::ResolvedBy);
    QVERIFY(!link.reason.isEmpty());
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_links"_s), 0);
}

void ReflectTest::isAllOrNothing()
{
    VERIFY_OK(m_bench->database.runScript(u"DROP TABLE task_feedback"_s));
    auto request = everything();
    request.taskEffectiveness = TaskEffectiveness {};
    request.taskEffectiveness->outcome = u"completed"_s;
    QVERIFY(!run(request, inSession(u"s#1"_s)));
    QCOMPARE(fragments(), 0);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM session_segments"_s), 0);
}

QTEST_GUILESS_MAIN(ReflectTest)
#include "tst_reflect.moc"
