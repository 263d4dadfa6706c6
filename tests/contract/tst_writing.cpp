// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contract.h"

using namespace hub;
using test::missing;

/// remember, amend, forget and link as the documentation shows them.
class WritingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void remembers();
    void remembersAnAffect();
    void repeatsWithAnIdempotencyKey();
    void simulatesRemember();
    void refusesMoreThanFourThousandCharacters_data();
    void refusesMoreThanFourThousandCharacters();
    void cutsWhatIsLongerThanThreeHundred();
    void saysWhatIsWrongSoThatTheModelCanRepairIt_data();
    void saysWhatIsWrongSoThatTheModelCanRepairIt();
    void takesNumbersAndListsWrittenAsText();
    void replacesWithSupersedes();
    void amendsAndKeepsTheId();
    void simulatesAmend();
    void forgetsInThreeWays();
    void simulatesForget();
    void linksAndFindsTheLink();
    void simulatesLink();

private:
    std::unique_ptr<test::Contract> m_hub;
};

void WritingTest::init()
{
    m_hub = std::make_unique<test::Contract>();
    VERIFY_OK(m_hub->start());
}

void WritingTest::remembers()
{
    const auto [answer, isError] = m_hub->call(u"remember"_s,
        {{u"content"_s, u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s}, {u"topic"_s, u"nginx"_s},
            {u"type"_s, u"procedure"_s}});
    QVERIFY(!isError);
    QCOMPARE(
        answer.keys(), QStringList({u"conflicts"_s, u"id"_s, u"keywords"_s, u"scope"_s, u"success"_s, u"ttl_tier"_s}));
    QVERIFY(answer.value(u"id"_s).toString().startsWith(u"frag-"));
    QCOMPARE(answer.value(u"scope"_s), QJsonValue(u"permanent"_s));
    QVERIFY(answer.value(u"keywords"_s).toArray().contains(u"nginx"_s));
    QVERIFY(answer.value(u"conflicts"_s).toArray().isEmpty());
}

void WritingTest::remembersAnAffect()
{
    m_hub->remembered(u"Redis 연결 실패 원인이 REDIS_SENTINEL_ENABLED 미설정임을 확인했다."_s,
        {{u"topic"_s, u"redis"_s}, {u"type"_s, u"error"_s}, {u"affect"_s, u"frustration"_s}});
    for (const QJsonValue &affect :
        {QJsonValue(u"frustration"_s), QJsonValue(QJsonArray {u"doubt"_s, u"frustration"_s})}) {
        const auto found = m_hub->call(u"recall"_s, {{u"affect"_s, affect}}).payload;
        QCOMPARE(found.value(u"count"_s), QJsonValue(1));
        QCOMPARE(found.value(u"fragments"_s)[0][u"affect"_s], QJsonValue(u"frustration"_s));
    }
    QCOMPARE(m_hub->call(u"recall"_s, {{u"affect"_s, u"doubt"_s}}).payload.value(u"count"_s), QJsonValue(0));
}

void WritingTest::repeatsWithAnIdempotencyKey()
{
    const QJsonObject arguments {{u"content"_s, u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s},
        {u"topic"_s, u"nginx"_s}, {u"type"_s, u"procedure"_s}, {u"importance"_s, 0.8},
        {u"idempotencyKey"_s, u"nginx-fix-2026-04-20-001"_s}};
    const auto first = m_hub->call(u"remember"_s, arguments).payload;
    const auto second = m_hub->call(u"remember"_s, arguments).payload;
    QVERIFY(!first.contains(u"idempotent"_s));
    QCOMPARE(second.value(u"id"_s), first.value(u"id"_s));
    QCOMPARE(second.value(u"idempotent"_s), QJsonValue(true));
    QCOMPARE(second.value(u"success"_s), QJsonValue(true));
}

void WritingTest::simulatesRemember()
{
    const auto content = u"Redis Sentinel 연결 실패 — REDIS_SENTINEL_ENABLED 미설정"_s;
    const auto answer
        = m_hub
              ->call(u"remember"_s,
                  {{u"content"_s, content}, {u"topic"_s, u"redis"_s}, {u"type"_s, u"error"_s}, {u"dryRun"_s, true}})
              .payload;
    QCOMPARE(answer.keys(), QStringList({u"dryRun"_s, u"simulated"_s}));
    const auto simulated = answer.value(u"simulated"_s).toObject();
    QCOMPARE(missing(simulated, u"fragment conflicts validation_warnings quota"_s), QStringList());
    QCOMPARE(simulated.value(u"fragment"_s)[u"content"_s], QJsonValue(content));
    QCOMPARE(simulated.value(u"fragment"_s)[u"type"_s], QJsonValue(u"error"_s));
    QCOMPARE(simulated.value(u"fragment"_s)[u"topic"_s], QJsonValue(u"redis"_s));
    QCOMPARE(missing(simulated.value(u"quota"_s).toObject(), u"used limit remaining"_s), QStringList());
    QCOMPARE(m_hub->call(u"recall"_s, {}).payload.value(u"totalCount"_s), QJsonValue(0));
}

void WritingTest::refusesMoreThanFourThousandCharacters_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("4,000 Hangul syllables") << QString(4000, u'가') << false;
    QTest::newRow("4,001 Hangul syllables") << QString(4001, u'가') << true;
    QTest::newRow("4,000 emoji") << u"😀"_s.repeated(4000) << false;
    QTest::newRow("4,001 emoji") << u"😀"_s.repeated(4001) << true;
}

void WritingTest::refusesMoreThanFourThousandCharacters()
{
    QFETCH(QString, content);
    QFETCH(bool, isRefused);
    const auto id = m_hub->remembered(u"A memory that is there to be amended."_s);
    for (const auto &error :
        {m_hub->protocolError(u"remember"_s, {{u"content"_s, content}, {u"topic"_s, u"t"_s}, {u"type"_s, u"fact"_s}}),
            m_hub->protocolError(u"amend"_s, {{u"id"_s, id}, {u"content"_s, content}})}) {
        if (!isRefused) {
            QVERIFY(error.isEmpty());
            continue;
        }
        QCOMPARE(error.value(u"code"_s), QJsonValue(-32602));
        QCOMPARE(error.value(u"message"_s), QJsonValue(u"content length 4001 exceeds max 4000"_s));
    }
}

void WritingTest::cutsWhatIsLongerThanThreeHundred()
{
    const auto longText = u"긴 문장입니다. "_s.repeated(60);
    const auto answer
        = m_hub->call(u"remember"_s, {{u"content"_s, longText}, {u"topic"_s, u"long"_s}, {u"type"_s, u"fact"_s}})
              .payload;
    QCOMPARE(answer.value(u"success"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"truncated"_s), QJsonValue(true));
    const auto found = m_hub->call(u"recall"_s, {{u"topic"_s, u"long"_s}}).payload;
    const auto content = found.value(u"fragments"_s)[0][u"content"_s].toString();
    QVERIFY(content.size() <= 300 && content.size() > 250);
}

void WritingTest::saysWhatIsWrongSoThatTheModelCanRepairIt_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("says");
    const QJsonObject good {
        {u"content"_s, u"A fact that is long enough."_s}, {u"topic"_s, u"t"_s}, {u"type"_s, u"fact"_s}};
    const auto with = [good](const QString &name, const QJsonValue &value) {
        auto changed = good;
        changed.insert(name, value);
        return changed;
    };
    QTest::newRow("nothing given") << u"remember"_s << QJsonObject() << u"content is required"_s;
    QTest::newRow("null counts as absent") << u"remember"_s << with(u"type"_s, QJsonValue()) << u"type is required"_s;
    QTest::newRow("unknown type") << u"remember"_s << with(u"type"_s, u"idea"_s) << u"must be one of fact, decision"_s;
    QTest::newRow("importance out of range")
        << u"remember"_s << with(u"importance"_s, 1.5) << u"importance must be between 0 and 1"_s;
    QTest::newRow("misspelt parameter") << u"remember"_s << with(u"keyword"_s, QJsonArray())
                                        << u"did you mean keywords"_s;
    QTest::newRow("too short") << u"remember"_s << with(u"content"_s, u"short"_s) << u"Content too short"_s;
    QTest::newRow("amend of nothing") << u"amend"_s
                                      << QJsonObject {{u"id"_s, u"frag-0000000000000000"_s}, {u"topic"_s, u"t"_s}}
                                      << u"not found"_s;
    QTest::newRow("link of nothing") << u"link"_s << QJsonObject {{u"fromId"_s, u"frag-0"_s}, {u"toId"_s, u"frag-1"_s}}
                                     << u"not found"_s;
    QTest::newRow("forget of neither") << u"forget"_s << QJsonObject() << u"id"_s;
}

void WritingTest::saysWhatIsWrongSoThatTheModelCanRepairIt()
{
    QFETCH(QString, tool);
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, says);
    const auto [answer, isError] = m_hub->call(tool, arguments);
    QVERIFY(isError);
    const auto error = answer.value(u"error"_s).toString();
    QVERIFY2(error.contains(says), qPrintable(error));
}

void WritingTest::takesNumbersAndListsWrittenAsText()
{
    const auto id = m_hub->remembered(u"Agents write numbers and lists as text at times."_s,
        {{u"importance"_s, u"0.9"_s}, {u"keywords"_s, u"[\"coercion\",\"agents\"]"_s}, {u"isAnchor"_s, u"true"_s}});
    const auto found
        = m_hub->call(u"recall"_s, {{u"isAnchor"_s, u"true"_s}, {u"pageSize"_s, u"5"_s}, {u"includeKeywords"_s, true}})
              .payload;
    QCOMPARE(found.value(u"fragments"_s)[0][u"id"_s].toString(), id);
    QCOMPARE(found.value(u"fragments"_s)[0][u"importance"_s], QJsonValue(0.9));
    QVERIFY(found.value(u"fragments"_s)[0][u"keywords"_s].toArray().contains(u"coercion"_s));
}

void WritingTest::replacesWithSupersedes()
{
    const auto old = m_hub->remembered(u"The hub listens on port 5000 by default."_s);
    const auto now
        = m_hub->remembered(u"The hub listens on port 57332 by default."_s, {{u"supersedes"_s, QJsonArray {old}}});
    const auto live = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"port"_s}}}).payload;
    QCOMPARE(live.value(u"count"_s), QJsonValue(1));
    QCOMPARE(live.value(u"fragments"_s)[0][u"id"_s].toString(), now);
    const auto all
        = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"port"_s}}, {u"includeSuperseded"_s, true}}).payload;
    QCOMPARE(all.value(u"count"_s), QJsonValue(2));
}

void WritingTest::amendsAndKeepsTheId()
{
    const auto id = m_hub->remembered(u"The cluster is run by Kubernetes since May."_s);
    const auto [answer, isError] = m_hub->call(u"amend"_s,
        {{u"id"_s, id}, {u"content"_s, u"The cluster is run by Nomad since May."_s}, {u"importance"_s, 0.9}});
    QVERIFY(!isError);
    QCOMPARE(answer.value(u"success"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"updated"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"fragment"_s)[u"id"_s].toString(), id);
    const auto found = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"Nomad"_s}}}).payload;
    QCOMPARE(found.value(u"fragments"_s)[0][u"id"_s].toString(), id);
    QCOMPARE(m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"Kubernetes"_s}}}).payload.value(u"count"_s),
        QJsonValue(0));
}

void WritingTest::simulatesAmend()
{
    const auto id = m_hub->remembered(u"The deployment runs on Fridays at noon."_s);
    const auto answer = m_hub->call(u"amend"_s, {{u"id"_s, id}, {u"topic"_s, u"ops"_s}, {u"dryRun"_s, true}}).payload;
    QCOMPARE(answer.value(u"dryRun"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"simulated"_s)[u"would_be_fragment"_s][u"topic"_s], QJsonValue(u"ops"_s));
    QCOMPARE(m_hub->call(u"recall"_s, {{u"topic"_s, u"ops"_s}}).payload.value(u"count"_s), QJsonValue(0));
}

void WritingTest::forgetsInThreeWays()
{
    const auto id = m_hub->remembered(u"A memory that may go when it is asked to."_s);
    const auto gone = m_hub->call(u"forget"_s, {{u"id"_s, id}});
    QCOMPARE(gone.payload, QJsonObject({{u"success"_s, true}, {u"deleted"_s, 1}}));
    QVERIFY(!gone.isError);

    const auto again = m_hub->call(u"forget"_s, {{u"id"_s, id}});
    QCOMPARE(again.payload,
        QJsonObject({{u"success"_s, true}, {u"deleted"_s, 0}, {u"error"_s, u"Fragment not found or no permission"_s}}));
    QVERIFY(again.isError);

    const auto kept = m_hub->remembered(u"The user wants commit messages without emoji."_s,
        {{u"type"_s, u"preference"_s}, {u"importance"_s, 1.0}, {u"isAnchor"_s, true}});
    const auto refused = m_hub->call(u"forget"_s, {{u"id"_s, kept}});
    QCOMPARE(refused.payload,
        QJsonObject({{u"success"_s, true}, {u"deleted"_s, 0}, {u"protected"_s, 1},
            {u"reason"_s, u"permanent 파편은 force 옵션 필요"_s}}));
    QVERIFY(!refused.isError);
    QCOMPARE(m_hub->call(u"forget"_s, {{u"id"_s, kept}, {u"force"_s, true}}).payload,
        QJsonObject({{u"success"_s, true}, {u"deleted"_s, 1}}));
}

void WritingTest::simulatesForget()
{
    const auto id = m_hub->remembered(u"A memory that is only looked at."_s);
    const auto answer = m_hub->call(u"forget"_s, {{u"id"_s, id}, {u"dryRun"_s, true}}).payload;
    QCOMPARE(answer.value(u"dryRun"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"simulated"_s)[u"fragment"_s][u"id"_s].toString(), id);
    QVERIFY(answer.value(u"simulated"_s)[u"linked_count"_s].isDouble());
    QCOMPARE(m_hub->call(u"recall"_s, {}).payload.value(u"totalCount"_s), QJsonValue(1));
}

void WritingTest::linksAndFindsTheLink()
{
    const auto error
        = m_hub->remembered(u"nginx answers 502 after the deployment of Tuesday."_s, {{u"type"_s, u"error"_s}});
    const auto fix = m_hub->remembered(
        u"The upstream port in the nginx configuration was wrong."_s, {{u"type"_s, u"procedure"_s}});
    const auto [answer, isError]
        = m_hub->call(u"link"_s, {{u"fromId"_s, error}, {u"toId"_s, fix}, {u"relationType"_s, u"resolved_by"_s}});
    QVERIFY(!isError);
    QCOMPARE(answer.value(u"success"_s), QJsonValue(true));
    const auto found = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"502"_s}}}).payload;
    QCOMPARE(found.value(u"fragments"_s)[0][u"linked"_s][0][u"id"_s].toString(), fix);
    QCOMPARE(found.value(u"fragments"_s)[0][u"linked"_s][0][u"relation_type"_s], QJsonValue(u"resolved_by"_s));
}

void WritingTest::simulatesLink()
{
    const auto a = m_hub->remembered(u"The cause of what was seen on Tuesday."_s);
    const auto b = m_hub->remembered(u"What was seen by the users on Tuesday."_s);
    m_hub->call(u"link"_s, {{u"fromId"_s, b}, {u"toId"_s, a}, {u"relationType"_s, u"caused_by"_s}});
    const auto answer
        = m_hub
              ->call(u"link"_s,
                  {{u"fromId"_s, a}, {u"toId"_s, b}, {u"relationType"_s, u"caused_by"_s}, {u"dryRun"_s, true}})
              .payload;
    QCOMPARE(answer.value(u"dryRun"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"simulated"_s)[u"ownership_ok"_s], QJsonValue(true));
    QCOMPARE(answer.value(u"simulated"_s)[u"would_create_cycle"_s], QJsonValue(true));
}

QTEST_GUILESS_MAIN(WritingTest)
#include "tst_writing.moc"
