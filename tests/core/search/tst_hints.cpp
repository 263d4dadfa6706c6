// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/link.h"
#include "tests/core/search/searchbench.h"

using namespace hub;

class HintsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysWhenThereIsNothing();
    void proposesTheTopicThatWasMeant_data();
    void proposesTheTopicThatWasMeant();
    void blamesNoTopicThatExists();
    void proposesNoTopicOfAnotherKey();
    void pointsToAContradiction();
    void pointsToOldMemories();
    void seesOnlyWhatIsUnsettled();
    void proposesTheContextOfManyResults();
    void proposesATypeAmongManyMemories();
    void asksForContextWhereNothingIsFound();
    void saysOneThingAtATime();
    void speaksKorean();

private:
    QList<Hint> hints(const RecallRequest &request, const Principal &caller = {})
    {
        const auto answer = m_bench->read(recall, request, caller);
        return answer ? answer->meta.hints
                      : QList<Hint> {{.signal = answer.error().message, .suggestion = {}, .trigger = {}, .args = {}}};
    }
    static RecallRequest inTopic(const QString &topic)
    {
        auto request = test::byKeywords({u"proxy"_s});
        request.topic = topic;
        return request;
    }

    std::unique_ptr<test::SearchBench> m_bench;
};

void HintsTest::init()
{
    m_bench = std::make_unique<test::SearchBench>();
    m_bench->remembered({u"The reverse proxy listens on port 8443."_s, u"nginx-proxy"_s});
    m_bench->remembered({u"The reverse proxy restarts on Sunday."_s, u"nginx-proxy"_s});
}

void HintsTest::saysWhenThereIsNothing()
{
    const auto found = hints(test::byKeywords({u"zebra"_s}));
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].signal, u"no_results"_s);
    QCOMPARE(found[0].trigger, u"remember"_s);
    QVERIFY(!found[0].suggestion.isEmpty());
}

void HintsTest::proposesTheTopicThatWasMeant_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<QString>("signal");
    QTest::newRow("a letter too many") << u"nginx-proxyx"_s << u"topic_mismatch"_s;
    QTest::newRow("a part of it") << u"nginx"_s << u"topic_mismatch"_s;
    QTest::newRow("another letter case") << u"Nginx-Proxy"_s << u"topic_mismatch"_s;
    QTest::newRow("the parts in another order") << u"proxy-nginx"_s << u"topic_mismatch"_s;
    QTest::newRow("nothing like it") << u"garden"_s << u"no_results"_s;
}

void HintsTest::proposesTheTopicThatWasMeant()
{
    QFETCH(QString, topic);
    const auto found = hints(inTopic(topic));
    QCOMPARE(found.size(), 1);
    QTEST(found[0].signal, "signal");
    if (found[0].signal == u"no_results")
        return;
    QCOMPARE(found[0].trigger, u"recall"_s);
    QCOMPARE((*found[0].args)[u"topic"_s].toString(), u"nginx-proxy"_s);
    QVERIFY2(found[0].suggestion.contains(topic) && found[0].suggestion.contains(u"nginx-proxy (2)"_s),
        qPrintable(found[0].suggestion));
}

void HintsTest::blamesNoTopicThatExists()
{
    auto request = inTopic(u"nginx-proxy"_s);
    request.keywords = {u"zebra"_s};
    QCOMPARE(hints(request)[0].signal, u"no_results"_s);
}

void HintsTest::proposesNoTopicOfAnotherKey()
{
    QCOMPARE(hints(inTopic(u"nginx"_s), test::keyed(u"a"_s))[0].signal, u"no_results"_s);
}

void HintsTest::pointsToAContradiction()
{
    const auto a = m_bench->remembered({u"The gate opens at eight in the morning."_s});
    const auto b = m_bench->remembered({u"The gate opens at nine in the morning."_s});
    VERIFY_OK(m_bench->write(
        hub::link, LinkRequest {.fromId = a, .toId = b, .relationType = LinkRelation::Contradicts, .agentId = {}}));
    const auto found = hints(test::byKeywords({u"gate"_s}));
    QCOMPARE(found[0].signal, u"contradiction_pending"_s);
    QCOMPARE(found[0].trigger, u"amend"_s);
}

void HintsTest::pointsToOldMemories()
{
    QVERIFY(hints(test::byKeywords({u"proxy"_s})).isEmpty());
    m_bench->clock.advance(31 * msPerDay);
    QCOMPARE(hints(test::byKeywords({u"proxy"_s}))[0].signal, u"stale_results"_s);
}

void HintsTest::seesOnlyWhatIsUnsettled()
{
    pointsToAContradiction();
    VERIFY_OK(m_bench->database.runScript(
        u"UPDATE fragments SET assertion_status = 'rejected' WHERE content LIKE '%nine%'"_s));
    QVERIFY(hints(test::byKeywords({u"gate"_s})).isEmpty());
}

void HintsTest::proposesTheContextOfManyResults()
{
    for (int i = 0; i < 3; ++i)
        m_bench->remembered({u"The reverse proxy number %1 is new."_s.arg(i)});
    auto request = test::byKeywords({u"proxy"_s});
    const auto found = hints(request);
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].signal, u"consider_context"_s);
    QCOMPARE((*found[0].args)[u"includeContext"_s], QJsonValue(true));
    request.includeContext = true;
    QVERIFY(hints(request).isEmpty());
}

void HintsTest::proposesATypeAmongManyMemories()
{
    for (int i = 0; i < 98; ++i)
        m_bench->remembered({u"Entry number %1 of the journal."_s.arg(i)});
    const auto code = [&](const RecallRequest &request, const Principal &caller = {}) {
        const auto answer = m_bench->read(recall, request, caller);
        return answer->meta.suggestion ? answer->meta.suggestion->code : QString();
    };
    auto request = test::byKeywords({u"proxy"_s});
    QCOMPARE(code(request), QString()); // exactly a hundred
    m_bench->remembered({u"The one that is too many."_s});
    QCOMPARE(code(request), u"no_type_filter_noisy"_s);
    request.type = FragmentType::Fact;
    QCOMPARE(code(request), QString());
    request = test::byKeywords({u"proxy"_s});
    request.contextText = u"the proxy"_s;
    QCOMPARE(code(request, test::keyed(u"a"_s)), QString()); // counts nothing of another key
}

void HintsTest::asksForContextWhereNothingIsFound()
{
    auto request = test::byKeywords({u"zebra"_s});
    const auto answer = m_bench->read(recall, request);
    QCOMPARE(answer->meta.suggestion->code, u"empty_result_no_context"_s);
    QCOMPARE(answer->meta.suggestion->recommendedTool, u"recall"_s);
    QVERIFY(answer->meta.suggestion->recommendedArgs.contains(u"contextText"_s));
    request.contextText = u"stripes"_s;
    QVERIFY(!m_bench->read(recall, request)->meta.suggestion);
}

void HintsTest::saysOneThingAtATime()
{
    pointsToAContradiction();
    m_bench->clock.advance(31 * msPerDay); // old too
    QCOMPARE(hints(test::byKeywords({u"gate"_s})).size(), 1);
}

void HintsTest::speaksKorean()
{
    const Messages korean(u"ko"_s);
    const Services services {.clock = m_bench->clock,
        .lexical = m_bench->lexical,
        .events = m_bench->events,
        .messages = korean,
        .seen = m_bench->seen,
        .zone = QTimeZone("Asia/Seoul")};
    UnitOfWork work(m_bench->database, services, {});
    const auto answer = recall(work, test::byKeywords({u"zebra"_s}));
    VERIFY_OK(answer);
    QCOMPARE(answer->meta.hints[0].suggestion,
        u"이 주제에 대한 기억이 없습니다. 중요한 내용이라면 remember로 저장하세요."_s);
    QCOMPARE(answer->meta.suggestion->message,
        u"결과가 없습니다. contextText 파라미터로 현재 맥락을 전달하면 SpreadingActivation이 관련 파편을 선제 활성화합니다."_s);
    QCOMPARE(answer->meta.suggestion->recommendedArgs, (QJsonObject {{u"contextText"_s, u"현재 작업 맥락 요약"_s}}));
    const auto mismatch = recall(work, inTopic(u"nginx"_s));
    QVERIFY(mismatch->meta.hints[0].suggestion.contains(u"nginx-proxy (2건)"_s));
}

QTEST_GUILESS_MAIN(HintsTest)
#include "tst_hints.moc"
