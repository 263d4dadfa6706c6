// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"
#include "core/search/context.h"
#include "tests/core/search/searchbench.h"

using namespace hub;

class ContextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void loadsTheTypesOfASessionsStart();
    void loadsTheTypesAskedFor();
    void guaranteesTheFirstOfEachType();
    void limitsWhatOneTypeMayTake();
    void neverExceedsTheBudget();
    void keepsTheFirstOfEachTypeWithinTheBudget();
    void putsAnchorsFirst();
    void writesTheTextToInject();
    void hasAStructuredShape();
    void ranksForInjection();
    void leavesOutWhatIsLightEndedOrForeign();
    void prefersTheWorkspaceAskedFor();
    void tellsErrorsFromAnEmptyStore();
    void remembersWhatTheSessionHasSeen();
    void loadsWhatTheLastSessionsSaid();
    void loadsTheNotesOfAllOfASession();

private:
    Result<ContextAnswer> run(const ContextRequest &request = {}, const Principal &caller = {})
    {
        return m_bench->read(context, request, caller);
    }
    static QStringList contents(const QList<ContextFragment> &fragments)
    {
        QStringList found;
        for (const auto &fragment : fragments)
            found += fragment.content;
        return found;
    }
    void storeNote(const QString &content)
    {
        m_bench->remembered({content}, [](auto &r) {
            r.scope = MemoryScope::Session;
            r.sessionId = u"s-1"_s;
        });
    }

    std::unique_ptr<test::SearchBench> m_bench;
};

namespace {

const auto preference = u"Answers are wanted in Korean at all times."_s;
const auto error = u"The nightly build fails with a missing header."_s;
const auto procedure = u"Install the development package before building."_s;
const auto decision = u"The store is one SQLite file, by decision."_s;
const auto fact = u"The garden is behind the yellow house."_s;
const auto anchor = u"The gate code must never be written down."_s;

} // namespace

void ContextTest::init()
{
    m_bench = std::make_unique<test::SearchBench>();
    if (QTest::currentTestFunction() == QByteArray("tellsErrorsFromAnEmptyStore"))
        return;
    m_bench->remembered({preference, u"style"_s, FragmentType::Preference});
    m_bench->remembered({error, u"build"_s, FragmentType::Error});
    m_bench->remembered({procedure, u"build"_s, FragmentType::Procedure});
    m_bench->remembered({decision, u"store"_s, FragmentType::Decision});
    m_bench->remembered({fact, u"garden"_s, FragmentType::Fact});
    m_bench->remembered({anchor, u"door"_s, FragmentType::Fact}, [](auto &r) { r.isAnchor = true; });
}

void ContextTest::loadsTheTypesOfASessionsStart()
{
    const auto answer = run();
    VERIFY_OK(answer);
    QVERIFY(answer->success && !answer->structured && !answer->core);
    QCOMPARE(contents(*answer->fragments), (QStringList {anchor, preference, error, procedure, decision}));
    QCOMPARE(answer->count, 5);
    QCOMPARE(answer->anchorCount, 1);
    QCOMPARE(answer->anchorTokens, estimateTokens(anchor));
    QCOMPARE(answer->coreTokens,
        estimateTokens(preference) + estimateTokens(error) + estimateTokens(procedure) + estimateTokens(decision));
    QCOMPARE(answer->totalTokens, answer->anchorTokens + answer->coreTokens + answer->wmTokens);
    QCOMPARE(answer->meta.serverTime.epochMs, m_bench->clock.now().ms);
}

void ContextTest::loadsTheTypesAskedFor()
{
    ContextRequest request;
    request.types = {FragmentType::Fact, FragmentType::Decision, FragmentType::Fact};
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(contents(*answer->fragments), (QStringList {anchor, fact, decision}));
}

void ContextTest::guaranteesTheFirstOfEachType()
{
    for (int i = 0; i < 10; ++i) {
        m_bench->remembered({u"Preference number %1 of a long list."_s.arg(i), u"style"_s, FragmentType::Preference});
        m_bench->remembered({u"Error number %1 of a long list."_s.arg(i), u"build"_s, FragmentType::Error});
    }
    m_bench->remembered({u"An episode of little weight, yet the only one."_s, u"trip"_s, FragmentType::Episode},
        [](auto &r) { r.importance = 0.3; });
    ContextRequest request;
    request.types = {FragmentType::Preference, FragmentType::Error, FragmentType::Episode};
    const auto answer = run(request);
    VERIFY_OK(answer);
    const auto found = contents(*answer->fragments);
    QVERIFY(answer->fragments->at(1).type == FragmentType::Preference);
    QVERIFY(found.indexOf(u"An episode of little weight, yet the only one."_s)
        == 3); // behind the anchor and the two others' first
}

void ContextTest::limitsWhatOneTypeMayTake()
{
    for (int i = 0; i < 20; ++i) {
        m_bench->remembered({u"Preference number %1 of a long list."_s.arg(i), u"style"_s, FragmentType::Preference});
        m_bench->remembered({u"Decision number %1 of a long list."_s.arg(i), u"store"_s, FragmentType::Decision});
    }
    for (int i = 0; i < 12; ++i)
        m_bench->remembered({u"Anchor number %1 of a long list."_s.arg(i)}, [](auto &r) { r.isAnchor = true; });
    ContextRequest request;
    request.types = {FragmentType::Preference, FragmentType::Decision};
    request.structured = true;
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->core->preferences.size(), 5);
    QCOMPARE(answer->core->decisions.size(), 3);
    QCOMPARE(answer->anchors->permanent.size(), 10);
}

void ContextTest::neverExceedsTheBudget()
{
    for (int i = 0; i < 8; ++i) {
        m_bench->remembered({QString(u"Preference %1 "_s.arg(i) + u"나무 "_s.repeated(10 + 3 * i)), u"style"_s,
            FragmentType::Preference});
        storeNote(QString(u"Note %1 "_s.arg(i) + u"tree "_s.repeated(5 * i + 5)));
    }
    for (const bool structured : {false, true}) {
        for (int budget = 1; budget < 700; budget += 13) {
            ContextRequest request;
            request.tokenBudget = budget;
            request.sessionId = u"s-1"_s;
            request.structured = structured;
            const auto answer = run(request);
            VERIFY_OK(answer);
            QVERIFY(answer->totalTokens <= budget);
            QCOMPARE(answer->totalTokens, answer->anchorTokens + answer->coreTokens + answer->wmTokens);
            if (structured) {
                QVERIFY(answer->rankedInjection->totalTokens <= budget);
                continue;
            }
            int tokens = 0;
            for (const auto &fragment : *answer->fragments)
                tokens += estimateTokens(fragment.content);
            QCOMPARE(tokens, answer->totalTokens);
        }
    }
}

void ContextTest::keepsTheFirstOfEachTypeWithinTheBudget()
{
    for (int i = 0; i < 10; ++i) {
        m_bench->remembered({QString(u"Anchor %1 "_s.arg(i) + u"of a long list of things "_s.repeated(3))},
            [](auto &r) { r.isAnchor = true; });
    }
    const int certain = estimateTokens(preference) + estimateTokens(error) + estimateTokens(procedure);
    for (const bool structured : {false, true}) {
        ContextRequest request;
        request.tokenBudget = 2 * certain;
        request.structured = structured;
        const auto answer = run(request);
        VERIFY_OK(answer);
        QVERIFY(answer->anchorCount > 0); // and there is room for both
        QVERIFY(answer->coreTokens >= certain);
        QVERIFY(answer->totalTokens <= request.tokenBudget);
    }
}

void ContextTest::putsAnchorsFirst()
{
    const auto heavier = m_bench->remembered({u"An anchor of more weight than the others."_s}, [](auto &r) {
        r.isAnchor = true;
        r.importance = 0.9;
    });
    const auto answer = run();
    VERIFY_OK(answer);
    QCOMPARE(answer->fragments->at(0).id, heavier);
    QVERIFY(answer->fragments->at(0).isAnchor);
    QCOMPARE(answer->fragments->at(1).content, anchor);
    ContextRequest facts;
    facts.types = {FragmentType::Fact};
    QCOMPARE(run(facts)->anchorCount, 2); // and an anchor is not there twice
    QCOMPARE(run(facts)->count, 3);
}

void ContextTest::writesTheTextToInject()
{
    storeNote(u"The user is\nin a hurry today."_s);
    ContextRequest request;
    request.sessionId = u"s-1"_s;
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(*answer->injectionText,
        QStringList({u"[ANCHOR MEMORY]"_s, QString(u"- " + anchor), QString(), u"[CORE MEMORY]"_s, u"[DECISION]"_s,
                        QString(u"- " + decision), u"[ERROR]"_s, QString(u"- " + error), u"[PREFERENCE]"_s,
                        QString(u"- " + preference), u"[PROCEDURE]"_s, QString(u"- " + procedure), QString(),
                        u"[WORKING MEMORY]"_s, u"- The user is in a hurry today."_s})
            .join(u'\n'));
    QCOMPARE(answer->wmCount, 1);
    QCOMPARE(answer->fragments->constLast().content, u"The user is\nin a hurry today."_s);
}

void ContextTest::hasAStructuredShape()
{
    storeNote(u"The user is in a hurry today."_s);
    m_bench->remembered(
        {u"A lesson that was drawn from a session."_s}, [](auto &r) { r.source = u"learning_extraction"_s; });
    ContextRequest request;
    request.sessionId = u"s-1"_s;
    request.structured = true;
    request.includeKeyName = true; // does not hold for the tree
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->structured, true);
    QVERIFY(!answer->fragments && !answer->injectionText);
    const auto json = toJson(*answer);
    QCOMPARE(json[u"core"_s].toObject().keys(),
        (QStringList {u"decisions"_s, u"episodes"_s, u"errors"_s, u"facts"_s, u"preferences"_s, u"procedures"_s,
            u"relations"_s}));
    QCOMPARE(json[u"core"_s][u"errors"_s][0][u"content"_s].toString(), error);
    QVERIFY(json[u"core"_s][u"facts"_s].toArray().isEmpty());
    QCOMPARE(json[u"working"_s][u"current_session"_s].toArray().size(), 1);
    QCOMPARE(json[u"anchors"_s][u"permanent"_s][0][u"content"_s].toString(), anchor);
    QCOMPARE(json[u"learning"_s][u"recent"_s].toArray().size(), 1);
    QVERIFY(!json[u"core"_s][u"errors"_s][0].toObject().contains(u"key_name"_s));
    request.structured = false;
    QCOMPARE(run(request)->fragments->constFirst().keyName->value_or(QString()), u"master"_s);
}

void ContextTest::ranksForInjection()
{
    ContextRequest request;
    request.structured = true;
    const auto answer = run(request);
    VERIFY_OK(answer);
    const auto &items = answer->rankedInjection->items;
    QCOMPARE(items.size(), 5);
    QVERIFY(items[0].anchor && !items[0].score);
    QCOMPARE(items[0].rank, 1);
    QCOMPARE(items[1].content, preference);
    QCOMPARE(items[1].score.value_or(0), 0.6 * 0.9);
    for (qsizetype i = 2; i < items.size(); ++i) {
        QVERIFY(*items[i - 1].score >= *items[i].score);
        QCOMPARE(items[i].rank, int(i) + 1);
    }
}

void ContextTest::leavesOutWhatIsLightEndedOrForeign()
{
    m_bench->remembered({u"An error of hardly any weight at all."_s, u"x"_s, FragmentType::Error},
        [](auto &r) { r.importance = 0.29; });
    const auto old = m_bench->remembered({u"An error that has come to an end since."_s, u"x"_s, FragmentType::Error});
    m_bench->remembered({u"An error that took the place of another."_s, u"x"_s, FragmentType::Error},
        [&](auto &r) { r.supersedes = {old}; });
    m_bench->remembered(
        {u"An error that another agent has met."_s, u"x"_s, FragmentType::Error}, [](auto &r) { r.agentId = u"x"_s; });
    ContextRequest request;
    request.types = {FragmentType::Error};
    const auto found = contents(*run(request)->fragments);
    QCOMPARE((QSet<QString>(found.begin(), found.end())),
        (QSet {anchor, error, u"An error that took the place of another."_s}));
    QCOMPARE(run(request, test::keyed(u"a"_s))->count, 0);
}

void ContextTest::prefersTheWorkspaceAskedFor()
{
    m_bench->remembered({u"A preference that holds at home alone."_s, u"x"_s, FragmentType::Preference},
        [](auto &r) { r.workspace = u"home"_s; });
    m_bench->remembered({u"A preference that holds at work alone."_s, u"x"_s, FragmentType::Preference},
        [](auto &r) { r.workspace = u"work"_s; });
    ContextRequest request;
    request.types = {FragmentType::Preference};
    request.workspace = u"home"_s;
    QCOMPARE(contents(*run(request)->fragments),
        (QStringList {anchor, u"A preference that holds at home alone."_s, preference}));
    auto atWork = test::keyed(u"a"_s);
    atWork.defaultWorkspace = u"work"_s;
    m_bench->remembered({u"A preference of the key, at work alone."_s, u"x"_s, FragmentType::Preference}, {}, atWork);
    request.workspace.reset();
    QCOMPARE(contents(*run(request, atWork)->fragments), QStringList {u"A preference of the key, at work alone."_s});
}

void ContextTest::tellsErrorsFromAnEmptyStore()
{
    const auto nothing = run();
    VERIFY_OK(nothing);
    QCOMPARE(nothing->count, 0);
    QCOMPARE(*nothing->injectionText, QString());
    QCOMPARE(nothing->meta.hints.size(), 1);
    QCOMPARE(nothing->meta.hints[0].signal, u"empty_context"_s);
    QCOMPARE(nothing->meta.hints[0].trigger, u"remember"_s);
    m_bench->remembered({error, u"build"_s, FragmentType::Error});
    m_bench->remembered({u"An error that has been dealt with already."_s, u"build"_s, FragmentType::Error},
        [](auto &r) { r.resolutionStatus = ResolutionStatus::Resolved; });
    const auto hint = run()->meta.hints;
    QCOMPARE(hint.size(), 1);
    QCOMPARE(hint[0].signal, u"active_errors"_s);
    QVERIFY2(hint[0].suggestion.startsWith(u"1 "_s), qPrintable(hint[0].suggestion));
    const Messages korean(u"ko"_s);
    QCOMPARE(korean.text(u"hint.active_errors"_s).arg(1),
        u"미해결 에러 파편 1개 있음. 이미 해결된 항목은 forget으로 정리하세요."_s);
}

void ContextTest::remembersWhatTheSessionHasSeen()
{
    ContextRequest request;
    request.sessionId = u"s-1"_s;
    VERIFY_OK(run(request));
    auto question = test::byText(u"nightly build header garden"_s);
    question.sessionId = u"s-1"_s;
    const auto answer = m_bench->read(recall, question);
    VERIFY_OK(answer);
    QStringList found;
    for (const auto &fragment : answer->fragments)
        found += fragment.content;
    QCOMPARE(found, QStringList {fact}); // it was not among what context() gave
    question.sessionId = u"s-1#2"_s;     // a later stretch of work of the same session
    QCOMPARE(m_bench->read(recall, question)->fragments.size(), 1);
    auto peer = test::keyed(u"b"_s); // a session of that name of another key has seen nothing
    m_bench->remembered({u"The nightly build of the other key has a header."_s}, {}, peer);
    question.sessionId = u"s-1"_s;
    QCOMPARE(m_bench->read(recall, question, peer)->fragments.size(), 1);
    request.types = {FragmentType::Fact};
    VERIFY_OK(run(request, peer));
    QVERIFY(m_bench->read(recall, question, peer)->fragments.isEmpty());
    QCOMPARE(m_bench->read(recall, question)->fragments.size(), 2); // and changes nothing for this one
}

void ContextTest::loadsWhatTheLastSessionsSaid()
{
    const auto told = [this](const QString &content, FragmentType type) {
        m_bench->clock.advance(1000);
        m_bench->remembered({content, u"session_reflect"_s, type}, [](auto &r) { r.importance = 0.2; });
    };
    told(u"An old session tells a story of the lab."_s, FragmentType::Episode);
    told(QString(u"나무를 심는 긴 이야기. "_s.repeated(60)), FragmentType::Episode);
    told(u"The last session tells a story of the door."_s, FragmentType::Episode);
    ContextRequest request;
    request.types = {FragmentType::Preference};
    const auto found = contents(*run(request)->fragments);
    QCOMPARE(found, (QStringList {anchor, preference, u"The last session tells a story of the door."_s}));
    QVERIFY(run(request)->injectionText->contains(u"[EPISODE]\n- The last session"_s));
    request.structured = true;
    QCOMPARE(run(request)->core->episodes.size(), 1);
    QCOMPARE(run(request, test::keyed(u"b"_s))->count, 0);
}

void ContextTest::loadsTheNotesOfAllOfASession()
{
    storeNote(u"The user is in a hurry today."_s);
    ContextRequest request;
    for (const auto &session : {u"s-1"_s, u"s-1#1"_s, u"s-1#7"_s}) {
        request.sessionId = session;
        QCOMPARE(run(request)->wmCount, 1);
        QCOMPARE(run(request, test::keyed(u"b"_s))->wmCount, 0);
    }
    request.sessionId = u"s-11"_s;
    QCOMPARE(run(request)->wmCount, 0);
}

QTEST_GUILESS_MAIN(ContextTest)
#include "tst_context.moc"
