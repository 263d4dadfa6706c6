// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contract.h"

#include <QRegularExpression>

using namespace hub;
using test::missing;

/// recall and context as the documentation shows them.
class ReadingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void returnsTheDocumentedFields();
    void returnsOnlyTheFieldsAskedFor();
    void tellsTheTime_data();
    void tellsTheTime();
    void hintsWhenNothingIsFound();
    void proposesContextWhereNothingIsFound();
    void takesFeedbackOnARecall();
    void refusesFeedbackThatBreaksALimit_data();
    void refusesFeedbackThatBreaksALimit();
    void countsForAPerson();
    void pagesThroughEverything();
    void staysWithinTheTokenBudget();
    void filtersByDepth_data();
    void filtersByDepth();
    void findsKoreanByStemAndText_data();
    void findsKoreanByStemAndText();
    void readsPeriodsInWords();
    void loadsContextFlat();
    void loadsContextAsATree();
    void leavesOutWhatContextHasShown();

private:
    QJsonObject recall(const QJsonObject &arguments) { return m_hub->call(u"recall"_s, arguments).payload; }

    std::unique_ptr<test::Contract> m_hub = std::make_unique<test::Contract>();
};

void ReadingTest::initTestCase()
{
    VERIFY_OK(m_hub->start());
    const auto store = [this](const QString &content, const QString &type) {
        m_hub->remembered(content, {{u"type"_s, type}});
    };
    store(u"nginx 업스트림 포트가 잘못되어 502 오류가 발생했다."_s, u"error"_s);
    store(u"nginx 설정을 바꾼 뒤에는 nginx -t 로 검사하고 reload 한다."_s, u"procedure"_s);
    store(u"nginx 대신 다른 프록시를 쓰지 않기로 결정했다, 운영 경험 때문이다."_s, u"decision"_s);
    store(u"사용자는 nginx 관련 커밋 메시지를 한국어로 쓰기를 원한다."_s, u"preference"_s);
    store(u"nginx 서버는 두 대이며 모두 서울에 있다."_s, u"fact"_s);
}

void ReadingTest::returnsTheDocumentedFields()
{
    const auto [answer, isError]
        = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"nginx"_s, u"502"_s}}, {u"includeKeywords"_s, true}});
    QVERIFY(!isError);
    QCOMPARE(missing(answer, u"success fragments count totalTokens searchPath totalCount nextCursor hasMore _meta"_s),
        QStringList());
    QCOMPARE(missing(answer.value(u"_meta"_s).toObject(), u"searchEventId hints serverTime"_s), QStringList());
    const auto first = answer.value(u"fragments"_s)[0].toObject();
    QCOMPARE(
        missing(first,
            u"id content type topic keywords importance created_at access_count confidence linked workspace valid_to affect ema_activation key_id"_s),
        QStringList());
    QCOMPARE(first.value(u"type"_s), QJsonValue(u"error"_s));
    QVERIFY(!first.contains(u"key_name"_s));
    QVERIFY(!first.contains(u"explanations"_s));
}

void ReadingTest::returnsOnlyTheFieldsAskedFor()
{
    const auto answer = recall({{u"keywords"_s, QJsonArray {u"nginx"_s, u"502"_s}},
        {u"fields"_s, QJsonArray {u"id"_s, u"content"_s, u"importance"_s, u"type"_s}}});
    QVERIFY(answer.value(u"count"_s).toInt() > 0);
    for (const auto &fragment : answer.value(u"fragments"_s).toArray())
        QCOMPARE(fragment.toObject().keys(), QStringList({u"content"_s, u"id"_s, u"importance"_s, u"type"_s}));
}

void ReadingTest::tellsTheTime_data()
{
    QTest::addColumn<QString>("tool");
    QTest::newRow("recall") << u"recall"_s;
    QTest::newRow("context") << u"context"_s;
}

void ReadingTest::tellsTheTime()
{
    QFETCH(QString, tool);
    const auto time
        = m_hub->call(tool, {{u"sessionId"_s, u"clock"_s}}).payload.value(u"_meta"_s)[u"serverTime"_s].toObject();
    QCOMPARE(missing(time, u"iso epoch_ms display_kst timezone"_s), QStringList());
    const QRegularExpression kst(u"^\\d{4}년 \\d{1,2}월 \\d{1,2}일 \\([월화수목금토일]\\) \\d{2}:\\d{2}$"_s);
    QVERIFY2(kst.match(time.value(u"display_kst"_s).toString()).hasMatch(),
        qPrintable(time.value(u"display_kst"_s).toString()));
    QCOMPARE(QDateTime::fromString(time.value(u"iso"_s).toString(), Qt::ISODateWithMs).toMSecsSinceEpoch(),
        time.value(u"epoch_ms"_s).toInteger());
}

void ReadingTest::hintsWhenNothingIsFound()
{
    const auto hint = recall({{u"keywords"_s, QJsonArray {u"kubernetes"_s}}}).value(u"_meta"_s)[u"hints"_s][0];
    QCOMPARE(hint[u"signal"_s], QJsonValue(u"no_results"_s));
    QCOMPARE(hint[u"suggestion"_s],
        QJsonValue(u"이 주제에 대한 기억이 없습니다. 중요한 내용이라면 remember로 저장하세요."_s));
    QCOMPARE(hint[u"trigger"_s], QJsonValue(u"remember"_s));
}

void ReadingTest::proposesContextWhereNothingIsFound()
{
    const auto meta = recall({{u"keywords"_s, QJsonArray {u"kubernetes"_s}}}).value(u"_meta"_s).toObject();
    QCOMPARE(meta.value(u"suggestion"_s).toObject(),
        (QJsonObject {{u"code"_s, u"empty_result_no_context"_s},
            {u"message"_s,
                u"결과가 없습니다. contextText 파라미터로 현재 맥락을 전달하면 SpreadingActivation이 관련 파편을 선제 활성화합니다."_s},
            {u"recommendedTool"_s, u"recall"_s},
            {u"recommendedArgs"_s, QJsonObject {{u"contextText"_s, u"현재 작업 맥락 요약"_s}}}}));
}

void ReadingTest::takesFeedbackOnARecall()
{
    const auto found = recall({{u"keywords"_s, QJsonArray {u"nginx"_s, u"502"_s}}});
    const auto event = found.value(u"_meta"_s)[u"searchEventId"_s];
    QVERIFY(event.isDouble());
    const auto [answer, isError] = m_hub->call(u"tool_feedback"_s,
        {{u"tool_name"_s, u"recall"_s}, {u"relevant"_s, false}, {u"sufficient"_s, false}, {u"search_event_id"_s, event},
            {u"irrelevance_reason"_s, u"none of them"_s}, {u"trigger_type"_s, u"sampled"_s},
            {u"fragment_ids"_s, QJsonArray {found.value(u"fragments"_s)[0][u"id"_s]}}});
    QVERIFY(!isError);
    QCOMPARE(answer.keys(), QStringList({u"id"_s, u"relevant"_s, u"success"_s, u"sufficient"_s, u"tool_name"_s}));
    QCOMPARE(answer.value(u"tool_name"_s), QJsonValue(u"recall"_s));
    const auto breakdown = m_hub->call(u"memory_stats"_s, {})
                               .payload.value(u"stats"_s)[u"evaluation"_s][u"irrelevance_breakdown"_s]
                               .toObject();
    QCOMPARE(breakdown.value(u"total_irrelevant"_s), QJsonValue(1));
    QCOMPARE(breakdown.value(u"reported"_s), QJsonValue(0)); // what is no reason is none
    QCOMPARE(breakdown.value(u"counts"_s)[u"unreported"_s], QJsonValue(1));
}

void ReadingTest::refusesFeedbackThatBreaksALimit_data()
{
    QTest::addColumn<QJsonObject>("more");
    QTest::addColumn<QString>("names");
    QTest::newRow("long suggestion") << QJsonObject {{u"suggestion"_s, u"가"_s.repeated(101)}} << u"suggestion"_s;
    QTest::newRow("long context") << QJsonObject {{u"context"_s, u"x"_s.repeated(51)}} << u"context"_s;
    QTest::newRow("unknown trigger") << QJsonObject {{u"trigger_type"_s, u"bored"_s}} << u"trigger_type"_s;
    QTest::newRow("no judgement") << QJsonObject {{u"relevant"_s, QJsonValue()}} << u"relevant"_s;
}

void ReadingTest::refusesFeedbackThatBreaksALimit()
{
    QFETCH(QJsonObject, more);
    QFETCH(QString, names);
    QJsonObject arguments {{u"tool_name"_s, u"recall"_s}, {u"relevant"_s, true}, {u"sufficient"_s, true}};
    for (auto it = more.begin(); it != more.end(); ++it)
        arguments.insert(it.key(), it.value());
    const auto response
        = m_hub->client().call(u"tools/call"_s, {{u"name"_s, u"tool_feedback"_s}, {u"arguments"_s, arguments}});
    const auto text = QString::fromUtf8(QJsonDocument(response).toJson());
    QVERIFY2(text.contains(names) && !text.contains(u"\"success\": true"_s), qPrintable(text));
}

void ReadingTest::countsForAPerson()
{
    const auto stats = m_hub->call(u"memory_stats"_s, {}).payload.value(u"stats"_s).toObject();
    QCOMPARE(
        missing(stats.value(u"evaluation"_s).toObject(),
            u"rolling_precision_at_5 sufficient_rate sample_sessions task_success_rate task_sessions task_completed_rate task_outcome_reported task_outcome_counts irrelevance_breakdown"_s),
        QStringList());
    QVERIFY(stats.value(u"evaluation"_s)[u"task_success_rate"_s].isNull());
    QCOMPARE(missing(stats.value(u"searchLatencyMs"_s).toObject(), u"L1 L2 L3 total"_s), QStringList());
    QCOMPARE(
        missing(stats.value(u"searchObservability"_s).toObject(),
            u"window_days total_searches l1_miss_rate l3_usage_rate rrf_usage_rate avg_result_count avg_latency_ms path_relevance filter_distribution"_s),
        QStringList());
}

void ReadingTest::pagesThroughEverything()
{
    QSet<QString> ids;
    QJsonObject arguments {{u"pageSize"_s, 2}};
    for (int page = 0; page < 10; ++page) {
        const auto answer = recall(arguments);
        for (const auto &fragment : answer.value(u"fragments"_s).toArray())
            ids += fragment[u"id"_s].toString();
        QCOMPARE(answer.value(u"totalCount"_s), QJsonValue(5));
        if (!answer.value(u"hasMore"_s).toBool())
            break;
        arguments.insert(u"cursor"_s, answer.value(u"nextCursor"_s));
    }
    QCOMPARE(ids.size(), 5);
}

void ReadingTest::staysWithinTheTokenBudget()
{
    const auto answer = recall({{u"keywords"_s, QJsonArray {u"nginx"_s}}, {u"tokenBudget"_s, 40}});
    QVERIFY(answer.value(u"totalTokens"_s).toInt() <= 40);
    QVERIFY(answer.value(u"count"_s).toInt() >= 1);
    QVERIFY(answer.value(u"count"_s).toInt() < 5);
}

void ReadingTest::filtersByDepth_data()
{
    QTest::addColumn<QString>("depth");
    QTest::addColumn<QStringList>("types");
    QTest::newRow("for a planner") << u"high-level"_s << QStringList {u"decision"_s};
    QTest::newRow("for an executor") << u"tool-level"_s << QStringList {u"error"_s, u"fact"_s, u"procedure"_s};
    QTest::newRow("no limit") << u"detail"_s
                              << QStringList {u"decision"_s, u"error"_s, u"fact"_s, u"preference"_s, u"procedure"_s};
}

void ReadingTest::filtersByDepth()
{
    QFETCH(QString, depth);
    QStringList types;
    for (const auto &fragment : recall({{u"topic"_s, u"nginx"_s}, {u"depth"_s, depth}}).value(u"fragments"_s).toArray())
        types += fragment[u"type"_s].toString();
    types.sort();
    QTEST(types, "types");
}

void ReadingTest::findsKoreanByStemAndText_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("type");
    QTest::newRow("a noun without its particle")
        << QJsonObject {{u"keywords"_s, QJsonArray {u"업스트림"_s}}} << u"error"_s;
    QTest::newRow("another particle") << QJsonObject {{u"text"_s, u"프록시는 무엇을 쓰나"_s}} << u"decision"_s;
    QTest::newRow("a question") << QJsonObject {{u"text"_s, u"서버는 어디에 있어?"_s}} << u"fact"_s;
    QTest::newRow("an identifier") << QJsonObject {{u"text"_s, u"nginx -t 검사"_s}} << u"procedure"_s;
}

void ReadingTest::findsKoreanByStemAndText()
{
    QFETCH(QJsonObject, arguments);
    QTEST(recall(arguments).value(u"fragments"_s)[0][u"type"_s].toString(), "type");
}

void ReadingTest::readsPeriodsInWords()
{
    QCOMPARE(recall({{u"timeRange"_s, QJsonObject {{u"from"_s, u"어제"_s}}}}).value(u"totalCount"_s), QJsonValue(5));
    QCOMPARE(recall({{u"timeRange"_s, QJsonObject {{u"to"_s, u"2020-01-01T00:00:00Z"_s}}}}).value(u"totalCount"_s),
        QJsonValue(0));
    QVERIFY(m_hub->call(u"recall"_s, {{u"timeRange"_s, QJsonObject {{u"from"_s, u"once upon a time"_s}}}}).isError);
}

void ReadingTest::loadsContextFlat()
{
    const auto answer = m_hub->call(u"context"_s, {{u"sessionId"_s, u"flat"_s}}).payload;
    QCOMPARE(
        missing(answer,
            u"success fragments totalTokens count anchorTokens coreTokens wmTokens wmCount anchorCount injectionText _meta"_s),
        QStringList());
    QSet<QString> types;
    for (const auto &fragment : answer.value(u"fragments"_s).toArray())
        types += fragment[u"type"_s].toString();
    QVERIFY(types.contains({u"preference"_s, u"error"_s, u"procedure"_s}));
}

void ReadingTest::loadsContextAsATree()
{
    const auto answer = m_hub->call(u"context"_s, {{u"structured"_s, true}, {u"sessionId"_s, u"tree"_s}}).payload;
    QCOMPARE(answer.value(u"structured"_s), QJsonValue(true));
    QCOMPARE(missing(answer, u"core working anchors learning rankedInjection _meta"_s), QStringList());
    QCOMPARE(answer.value(u"core"_s)[u"preferences"_s].toArray().size(), 1);
    QVERIFY(answer.value(u"working"_s)[u"current_session"_s].isArray());
    QVERIFY(answer.value(u"anchors"_s)[u"permanent"_s].isArray());
}

void ReadingTest::leavesOutWhatContextHasShown()
{
    const QJsonObject session {{u"sessionId"_s, u"seen"_s}};
    const QJsonObject asking {{u"sessionId"_s, u"seen"_s}, {u"topic"_s, u"nginx"_s}};
    const auto shown = m_hub->call(u"context"_s, session).payload.value(u"count"_s).toInt();
    QVERIFY(shown > 0);
    QCOMPARE(recall(asking).value(u"totalCount"_s).toInt(), 5 - shown);
    auto all = asking;
    all.insert(u"excludeSeen"_s, false);
    QCOMPARE(recall(all).value(u"totalCount"_s), QJsonValue(5));
}

QTEST_GUILESS_MAIN(ReadingTest)
#include "tst_reading.moc"
