// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/searchjournal.h"

#include "core/feedback/toolfeedback.h"
#include "core/hub.h"
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/link.h"
#include "core/memory/remember.h"
#include "core/memory/toolstats.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace hub;

/// What searches leave behind in a whole hub, and what later ones make of it.
class SearchJournalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_hub.reset(); }
    void notesASearch();
    void handsOutIdsThatAreNeverGivenTwice();
    void countsUseAndRaisesActivation();
    void linksWhatIsFoundTogether();
    void letsAListLiftNothing();
    void ignoresThePersonAtTheWindow();
    void changesNothingThatBelongsToAnother();
    void forgetsSearchesAfterAMonth();
    void seesARepeatedQuestion();
    void activatesWhatTheConversationIsAbout_data();
    void activatesWhatTheConversationIsAbout();
    void takesFeedbackOnASearchThatStillWaits();
    void judgesOwnMemoriesOnly();
    void evaluatesByKey();
    void pagesOnceWhileOthersWrite();

private:
    void open(bool spreading = false)
    {
        m_hub.reset();
        const Paths paths {.data = m_folder->filePath(u"data"_s)};
        auto settings = Settings::load(paths.settings(), [](const QString &) { return QString(); });
        settings.override("memory", "spreadingActivation", spreading);
        settings.override("memory", "automaticLinks", false); // links are counted here
        auto hub = Hub::open({.paths = paths, .settings = settings, .clock = m_clock});
        VERIFY_OK(hub);
        m_hub = std::move(*hub);
    }
    template <typename Answer, typename Request>
    Answer write(
        Result<Answer> (*useCase)(UnitOfWork &, const Request &), const Request &request, const Principal &caller = {})
    {
        const auto answer = m_hub->write(caller, [=](UnitOfWork &work) { return useCase(work, request); }).result();
        if (!answer)
            qFatal("%s", qPrintable(answer.error().message));
        return *answer;
    }
    QString store(const QString &content, const Principal &caller = {}, const QString &session = {})
    {
        RememberRequest request;
        request.content = content;
        request.topic = u"lab"_s;
        request.sessionId = session;
        return *write(remember, request, caller).id;
    }
    RecallAnswer ask(const RecallRequest &request, const Principal &caller = {})
    {
        const auto answer = m_hub->read(caller, [=](UnitOfWork &work) { return recall(work, request); }).result();
        if (!answer)
            qFatal("%s", qPrintable(answer.error().message));
        return *answer;
    }
    void flush() { m_hub->services().journal->flush(); }
    double number(const QString &sql)
    {
        const auto found = m_hub
                               ->read({},
                                   [=](UnitOfWork &work) -> Result<std::optional<double>> {
                                       HUB_TRY(statement, work.database().prepare(sql));
                                       return statement.scalar<double>();
                                   })
                               .result();
        return found ? found->value_or(-1) : -2;
    }
    double of(const QString &id, const QString &column)
    {
        return number(u"SELECT %1 FROM fragments WHERE id = '%2'"_s.arg(column, id));
    }
    static RecallRequest keywords(const QStringList &words)
    {
        RecallRequest request;
        request.keywords = words;
        return request;
    }
    static Principal keyed(const QString &id)
    {
        Principal caller;
        caller.keyId = id;
        return caller;
    }
    static QString codeOf(const RecallAnswer &answer)
    {
        return answer.meta.suggestion ? answer.meta.suggestion->code : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<test::FakeClock> m_clock;
    std::unique_ptr<Hub> m_hub;
};

void SearchJournalTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_shared<test::FakeClock>();
    open();
}

void SearchJournalTest::notesASearch()
{
    const auto id = store(u"The turnstile of the lab opens at eight."_s);
    auto request = keywords({u"Turnstile"_s});
    request.sessionId = u"s1"_s;
    request.type = FragmentType::Fact;
    const auto answer = ask(request, {});
    QVERIFY(answer.meta.searchEventId && *answer.meta.searchEventId);
    flush();
    const QString where = u" FROM search_events WHERE id = %1"_s.arg(**answer.meta.searchEventId);
    QCOMPARE(number(u"SELECT count(*)"_s + where + u" AND session_id = 's1' AND key_id IS NULL"_s), 1);
    QCOMPARE(number(u"SELECT result_count"_s + where), 1);
    QCOMPARE(number(u"SELECT query_type = 'keywords' AND keywords = '[\"turnstile\"]'"_s + where), 1);
    QCOMPARE(number(u"SELECT filters = '[\"type\"]'"_s + where), 1);
    QVERIFY(number(u"SELECT l2_us >= 0 AND l3_us IS NULL"_s + where) == 1);
    QCOMPARE(number(u"SELECT count(*) FROM search_event_fragments WHERE rank = 1 AND fragment_id = '%1'"_s.arg(id)), 1);
}

void SearchJournalTest::handsOutIdsThatAreNeverGivenTwice()
{
    const auto first = **ask(keywords({u"nothing"_s})).meta.searchEventId;
    QVERIFY(**ask(keywords({u"nothing"_s})).meta.searchEventId > first);
    open(); // what waited is written as the hub closes
    QCOMPARE(number(u"SELECT count(*) FROM search_events"_s), 2);
    QVERIFY(**ask(keywords({u"nothing"_s})).meta.searchEventId > first + 1);
}

void SearchJournalTest::countsUseAndRaisesActivation()
{
    const auto id = store(u"The turnstile of the lab opens at eight."_s);
    m_clock->advance(60'000);
    ask(keywords({u"turnstile"_s}));
    flush();
    const double first = 0.3 / std::sqrt(86'460.0); // since a day before it was stored
    QCOMPARE(of(id, u"access_count"_s), 1);
    QCOMPARE(of(id, u"accessed_at"_s), double(m_clock->now().ms));
    QVERIFY(qAbs(of(id, u"ema_activation"_s) - first) < 1e-9);
    m_clock->advance(25'000);
    ask(keywords({u"turnstile"_s}));
    flush();
    const double second = 0.3 / 5 + 0.7 * first;
    QVERIFY(qAbs(of(id, u"ema_activation"_s) - second) < 1e-9);
    const auto known = m_hub->services().lexical.attributes(qint64(of(id, u"seq"_s)));
    QCOMPARE(known->activation, float(second));
}

void SearchJournalTest::linksWhatIsFoundTogether()
{
    QStringList ids;
    for (int i = 0; i < 6; ++i)
        ids += store(u"The turnstile number %1 is one of many."_s.arg(i));
    write(hub::link,
        LinkRequest {.fromId = ids[0], .toId = ids[1], .relationType = LinkRelation::Contradicts, .agentId = {}});
    const auto found = ask(keywords({u"turnstile"_s}));
    QCOMPARE(found.count, 6);
    flush();
    int others = 0; // the best five are ten pairs, of which one may be linked already
    for (const auto &one : found.fragments.mid(0, 5))
        others += one.id == ids[0] || one.id == ids[1];
    const double expected = others == 2 ? 9 : 10;
    const auto links = u"SELECT %1 FROM fragment_links WHERE relation_type = 'co_retrieved'"_s;
    QCOMPARE(number(links.arg(u"count(*)"_s)), expected);
    QCOMPARE(number(links.arg(u"max(weight)"_s)), 1);
    for (int i = 0; i < 3; ++i) {
        ask(keywords({u"turnstile"_s}));
        flush();
    }
    QCOMPARE(number(links.arg(u"max(weight)"_s)), 2);
    QCOMPARE(number(u"SELECT count(*) FROM fragment_links WHERE relation_type = 'contradicts' AND weight = 1"_s), 1);
}

void SearchJournalTest::letsAListLiftNothing()
{
    const auto id = store(u"The turnstile of the lab opens at eight."_s);
    store(u"Another memory that stands beside it."_s);
    ask({});
    RecallRequest topic;
    topic.topic = u"lab"_s;
    ask(topic);
    flush();
    QCOMPARE(of(id, u"access_count"_s), 2);
    QCOMPARE(of(id, u"ema_activation"_s), 0);
    QCOMPARE(number(u"SELECT count(*) FROM fragment_links"_s), 0);
}

void SearchJournalTest::ignoresThePersonAtTheWindow()
{
    const auto id = store(u"The turnstile of the lab opens at eight."_s);
    auto whole = keywords({u"turnstile"_s});
    QVERIFY(!*ask(whole, Hub::person()).meta.searchEventId);
    whole.wholeTexts = true;
    QVERIFY(!*ask(whole).meta.searchEventId);
    flush();
    QCOMPARE(of(id, u"access_count"_s), 0);
    QCOMPARE(number(u"SELECT count(*) FROM search_events"_s), 0);
}

void SearchJournalTest::changesNothingThatBelongsToAnother()
{
    const auto theirs = store(u"The turnstile of the first key is old."_s, keyed(u"a"_s));
    const auto own = store(u"The turnstile of the second key is new."_s, keyed(u"b"_s));
    auto reader = keyed(u"b"_s);
    reader.groupKeyIds = {u"a"_s}; // may read, never write
    QCOMPARE(ask(keywords({u"turnstile"_s}), reader).count, 2);
    flush();
    QCOMPARE(of(own, u"access_count"_s), 1);
    QCOMPARE(of(theirs, u"access_count"_s), 0);
    QCOMPARE(of(theirs, u"ema_activation"_s), 0);
    QCOMPARE(number(u"SELECT count(*) FROM fragment_links"_s), 0);
}

void SearchJournalTest::forgetsSearchesAfterAMonth()
{
    ask(keywords({u"turnstile"_s}));
    flush();
    m_clock->advance(31 * msPerDay);
    ask(keywords({u"turnstile"_s}));
    flush();
    QCOMPARE(number(u"SELECT count(*) FROM search_events"_s), 1);
}

void SearchJournalTest::seesARepeatedQuestion()
{
    store(u"The turnstile of the lab opens at eight."_s, keyed(u"a"_s), u"case-of-the-gate"_s);
    const auto repeated = keywords({u"turnstile"_s, u"LAB"_s});
    QCOMPARE(codeOf(ask(repeated, keyed(u"a"_s))), QString());
    QCOMPARE(codeOf(ask(keywords({u"lab"_s, u"turnstile"_s}), keyed(u"a"_s))), QString());
    QCOMPARE(codeOf(ask(keywords({u"turnstile"_s}), keyed(u"a"_s))), QString());  // others in between
    QCOMPARE(codeOf(ask(repeated, keyed(u"b"_s))), u"empty_result_no_context"_s); // another key's questions
    const auto third = ask(repeated, keyed(u"a"_s));
    QCOMPARE(codeOf(third), u"repeat_query"_s);
    QCOMPARE(third.meta.suggestion->recommendedTool, u"reconstruct_history"_s);
    QCOMPARE(third.meta.suggestion->recommendedArgs[u"caseId"_s].toString(), u"case-of-the-gate"_s);
    open(); // a restart forgets nothing
    QCOMPARE(codeOf(ask(repeated, keyed(u"a"_s))), u"repeat_query"_s);
    m_clock->advance(5 * msPerMinute + 1);
    QCOMPARE(codeOf(ask(repeated, keyed(u"a"_s))), QString());
}

void SearchJournalTest::activatesWhatTheConversationIsAbout_data()
{
    QTest::addColumn<bool>("spreading");
    QTest::newRow("on") << true;
    QTest::newRow("off") << false;
}

void SearchJournalTest::activatesWhatTheConversationIsAbout()
{
    QFETCH(bool, spreading);
    open(spreading);
    const auto about = store(u"The turnstile of the lab opens at eight."_s);
    const auto linked = store(u"Lunch is at noon on Monday, in spring."_s);
    const auto aside = store(u"Answers are wanted in Korean at all times."_s);
    write(hub::link, LinkRequest {.fromId = about, .toId = linked, .agentId = {}});
    auto request = keywords({u"qqq"_s});
    request.contextText = u"We talk about the turnstile."_s;
    request.sessionId = u"s1"_s;
    const auto lift = [&] {
        ask(request);
        flush();
        return of(about, u"ema_activation"_s);
    };
    QCOMPARE(lift(), spreading ? 0.1 : 0.0);
    QCOMPARE(of(linked, u"ema_activation"_s), spreading ? 0.1 : 0.0);
    QCOMPARE(of(aside, u"ema_activation"_s), 0);
    QCOMPARE(lift(), spreading ? 0.1 : 0.0); // not again in the same conversation
    m_clock->advance(10 * msPerMinute);
    QCOMPARE(lift(), spreading ? 0.2 : 0.0);
    request.sessionId = u"s2"_s;
    QVERIFY(qAbs(lift() - (spreading ? 0.3 : 0.0)) < 1e-9);
}

void SearchJournalTest::takesFeedbackOnASearchThatStillWaits()
{
    ToolFeedbackRequest feedback;
    feedback.toolName = u"recall"_s;
    feedback.relevant = true;
    feedback.searchEventId = **ask(keywords({u"turnstile"_s}), keyed(u"a"_s)).meta.searchEventId;
    const auto eventOf = [&](const ToolFeedbackAnswer &answer) {
        return number(u"SELECT ifnull(search_event_id, -3) FROM tool_feedback WHERE id = %1"_s.arg(answer.id));
    };
    QCOMPARE(eventOf(write(toolFeedback, feedback, keyed(u"a"_s))), double(*feedback.searchEventId));
    QCOMPARE(eventOf(write(toolFeedback, feedback, keyed(u"b"_s))), -3);
    flush();
    QCOMPARE(eventOf(write(toolFeedback, feedback, keyed(u"a"_s))), double(*feedback.searchEventId));
    QCOMPARE(eventOf(write(toolFeedback, feedback, keyed(u"b"_s))), -3);
    feedback.searchEventId = 4711;
    QCOMPARE(eventOf(write(toolFeedback, feedback, keyed(u"a"_s))), -3);
}

void SearchJournalTest::judgesOwnMemoriesOnly()
{
    const auto own = store(u"The turnstile of the first key is old."_s, keyed(u"a"_s));
    const auto theirs = store(u"The turnstile of the second key is new."_s, keyed(u"b"_s));
    ToolFeedbackRequest feedback;
    feedback.toolName = u"recall"_s;
    feedback.relevant = true;
    feedback.sufficient = true;
    feedback.irrelevanceReason.reason = IrrelevanceReason::SearchMiss; // means nothing beside relevant
    feedback.fragmentIds = {own, theirs, own, u"frag-0000000000000000"_s};
    auto member = keyed(u"a"_s);
    member.groupKeyIds = {u"b"_s};
    const auto answer = toJson(write(toolFeedback, feedback, member));
    QCOMPARE(answer.keys(), (QStringList {u"id"_s, u"relevant"_s, u"success"_s, u"sufficient"_s, u"tool_name"_s}));
    QCOMPARE(of(own, u"ema_activation"_s), 0.1);
    QCOMPARE(m_hub->services().lexical.attributes(qint64(of(own, u"seq"_s)))->activation, 0.1F);
    QCOMPARE(of(theirs, u"ema_activation"_s), 0);
    QCOMPARE(
        number(
            u"SELECT count(*) FROM tool_feedback WHERE irrelevance_reason IS NULL AND fragment_ids = '[\"%1\"]'"_s.arg(
                own)),
        1);
    feedback.relevant = false;
    write(toolFeedback, feedback, member);
    QCOMPARE(of(own, u"ema_activation"_s), 0); // never below nothing
    QCOMPARE(number(u"SELECT count(*) FROM tool_feedback WHERE irrelevance_reason = 'search_miss'"_s), 1);
}

void SearchJournalTest::evaluatesByKey()
{
    const auto stats = [&](const QString &key) {
        return m_hub->read(keyed(key), [](UnitOfWork &work) { return toolStats(work, {}); }).result()->stats;
    };
    QVERIFY(!stats(u"a"_s).evaluation.sufficientRate && !stats(u"a"_s).evaluation.taskOutcomeCounts);
    QVERIFY(!stats(u"a"_s).searchLatency.total.p50 && !stats(u"a"_s).searchObservability.l1MissRate);
    for (int i = 0; i < 4; ++i) {
        auto request = keywords({u"turnstile"_s});
        request.topic = u"lab"_s;
        ToolFeedbackRequest feedback;
        feedback.toolName = u"recall"_s;
        feedback.relevant = i > 0;
        feedback.sufficient = i > 1;
        feedback.sessionId = i < 2 ? u"s1"_s : u"s2"_s;
        feedback.irrelevanceReason.reason = IrrelevanceReason::NotStored;
        feedback.searchEventId = **ask(request, keyed(u"a"_s)).meta.searchEventId;
        write(toolFeedback, feedback, keyed(u"a"_s));
    }
    flush();
    VERIFY_OK(
        m_hub
            ->write({},
                [](UnitOfWork &work) {
                    return work.database().runScript(
                        u"INSERT INTO task_feedback (key_id, overall_success, outcome, created_at) VALUES "
                        "('a', 1, 'completed', %1), ('a', 0, 'partial', %1), ('a', 0, NULL, %1), ('b', 1, NULL, %1), "
                        "('a', 1, 'completed', 1)"_s.arg(work.now().ms));
                })
            .result());
    const auto a = stats(u"a"_s);
    QCOMPARE(a.evaluation.rollingPrecisionAt5, 0.75); // 0.5 and 1
    QCOMPARE(a.evaluation.sampleSessions, 2);
    QCOMPARE(a.evaluation.sufficientRate, 0.5);
    QCOMPARE(a.evaluation.taskSessions, 3);
    QCOMPARE(a.evaluation.taskSuccessRate, 0.333);
    QCOMPARE(a.evaluation.taskCompletedRate, 0.5);
    QCOMPARE(a.evaluation.taskOutcomeReported, 2);
    QCOMPARE(a.evaluation.taskOutcomeCounts->unreported, 1);
    QCOMPARE(a.evaluation.irrelevanceBreakdown->totalIrrelevant, 1);
    QCOMPARE(a.evaluation.irrelevanceBreakdown->counts.notStored, 1);
    QCOMPARE(a.searchObservability.totalSearches, 4);
    QCOMPARE(a.searchObservability.l1MissRate, 1.0);
    QCOMPARE(a.searchObservability.pathRelevance.constFirst().judged, 4);
    QCOMPARE(a.searchObservability.filterDistribution.constFirst().filter, u"topic"_s);
    QCOMPARE(a.searchLatency.total.count, 4);
    QCOMPARE(a.searchLatency.meaning.count, 0);
    const auto b = stats(u"b"_s);
    QCOMPARE(b.searchObservability.totalSearches, 0);
    QVERIFY(!b.evaluation.sufficientRate && !b.evaluation.irrelevanceBreakdown && !b.evaluation.taskCompletedRate);
    QCOMPARE(b.evaluation.taskSuccessRate, 1.0);
}

void SearchJournalTest::pagesOnceWhileOthersWrite()
{
    QStringList stored;
    for (int i = 0; i < 60; ++i)
        stored += store(u"The turnstile number %1 is one of many."_s.arg(i));
    const auto stranger = store(u"Lunch is at noon on Monday, in spring."_s);
    write(hub::link, LinkRequest {.fromId = stored[3], .toId = stranger, .agentId = {}});
    write(hub::link, LinkRequest {.fromId = stored[57], .toId = stranger, .agentId = {}});
    auto request = keywords({u"turnstile"_s});
    request.pageSize = 7;
    request.tokenBudget = 100'000;
    QStringList visited;
    for (int page = 0; page < 20; ++page) {
        const auto answer = ask(request);
        for (const auto &fragment : answer.fragments)
            visited += fragment.id;
        if (!answer.hasMore)
            break;
        request.cursor = *answer.nextCursor;
        QVERIFY(request.cursor->size() < 200);
        flush(); // the page before has changed activation and links
        AmendRequest change;
        change.id = stored[59 - page];
        change.importance = 0.05 * page;
        write(amend, change);
        store(u"The turnstile that came late as number %1."_s.arg(page));
        if (page == 2) { // gone before its page comes
            for (const auto &id : stored) {
                if (!visited.contains(id)) {
                    ForgetRequest gone;
                    gone.id = id;
                    write(forget, gone);
                    stored.removeOne(id);
                    break;
                }
            }
        }
    }
    QCOMPARE(visited.removeDuplicates(), 0);
    stored += stranger;
    QCOMPARE((QSet<QString>(visited.begin(), visited.end())), (QSet<QString>(stored.begin(), stored.end())));
    auto foreign = request; // another key's cursor opens nothing
    QCOMPARE(ask(foreign, keyed(u"a"_s)).totalCount, 0);
}

QTEST_GUILESS_MAIN(SearchJournalTest)
#include "tst_searchjournal.moc"
