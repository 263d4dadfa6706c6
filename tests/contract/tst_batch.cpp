// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contract.h"

#include <QJsonDocument>

using namespace hub;
using test::missing;

/// batch_remember and batch_status as the documentation shows them, and the request for
/// feedback that writing tools may answer with.
class BatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void storesAtOnce();
    void storesInTheBackground();
    void refusesWithTheDocumentedWords();
    void takesTwoHundredOfFourThousand_data();
    void takesTwoHundredOfFourThousand();
    void staysWithinTheToolsBudget();
    void namesWhatCannotBeAmended();
    void asksForFeedback();

private:
    static QJsonObject item(const QString &content)
    {
        return {{u"content"_s, content}, {u"topic"_s, u"import"_s}, {u"type"_s, u"fact"_s}};
    }

    std::unique_ptr<test::Contract> m_hub;
};

void BatchTest::init()
{
    m_hub = std::make_unique<test::Contract>();
    VERIFY_OK(m_hub->start());
}

void BatchTest::storesAtOnce()
{
    const auto [answer, isError] = m_hub->call(u"batch_remember"_s,
        {{u"fragments"_s,
             QJsonArray {item(u"서버 A는 nginx를 사용한다"_s), item(u"짧다"_s), item(u"서버 B는 caddy를 사용한다"_s)}},
            {u"stream"_s, true}});
    QVERIFY(!isError);
    QCOMPARE(missing(answer, u"success results inserted skipped"_s), QStringList());
    QCOMPARE(answer.value(u"inserted"_s), QJsonValue(2));
    const auto results = answer.value(u"results"_s).toArray();
    QCOMPARE(results.size(), 3);
    QCOMPARE(results[1][u"success"_s], QJsonValue(false));
    QCOMPARE(results[1][u"error"_s], QJsonValue(u"Content too short: length < 10 and word count < 3"_s));
    QVERIFY(results[2][u"id"_s].toString().startsWith(u"frag-"));
    const auto found = m_hub->call(u"recall"_s, {{u"keywords"_s, QJsonArray {u"caddy"_s}}}).payload;
    QCOMPARE(found.value(u"fragments"_s)[0][u"id"_s], results[2][u"id"_s]);
}

void BatchTest::storesInTheBackground()
{
    QJsonArray items;
    for (int i = 0; i < 5; ++i)
        items += item(u"가져온 기억 %1번은 배경에서 저장된다"_s.arg(i));
    items += item(u"짧다"_s);
    const auto answer = m_hub->call(u"batch_remember"_s, {{u"fragments"_s, items}, {u"async"_s, true}}).payload;
    QCOMPARE(answer.value(u"async"_s), QJsonValue(true));
    QCOMPARE(answer.value(u"accepted"_s), QJsonValue(5));
    QCOMPARE(answer.value(u"rejected"_s), QJsonValue(1));
    const auto jobId = answer.value(u"jobId"_s).toString();
    static const QRegularExpression form(u"^batch-\\d{13}-[0-9a-f]{8}$"_s);
    QVERIFY(form.match(jobId).hasMatch());
    const auto status = [&] { return m_hub->call(u"batch_status"_s, {{u"jobId"_s, jobId}}).payload; };
    QTRY_COMPARE_WITH_TIMEOUT(status().value(u"state"_s), QJsonValue(u"completed"_s), 30'000);
    QCOMPARE(status(),
        QJsonObject({{u"jobId"_s, jobId}, {u"state"_s, u"completed"_s}, {u"accepted"_s, 5}, {u"processed"_s, 5},
            {u"failed"_s, 0}}));
    QVERIFY(m_hub->call(u"batch_status"_s, {{u"jobId"_s, u"batch-1750000000000-a1b2c3d4"_s}}).isError);
}

void BatchTest::refusesWithTheDocumentedWords()
{
    const auto answer
        = m_hub->call(u"batch_remember"_s, {{u"fragments"_s, QJsonArray {item(QString(4001, u'가')), QJsonObject()}}})
              .payload;
    QCOMPARE(answer.value(u"results"_s)[0][u"error"_s], QJsonValue(u"content length 4001 exceeds max 4000"_s));
    QCOMPARE(answer.value(u"results"_s)[0][u"code"_s], QJsonValue(-32602));
    QCOMPARE(answer.value(u"results"_s)[1][u"error"_s], QJsonValue(u"content is required"_s));
}

void BatchTest::takesTwoHundredOfFourThousand_data()
{
    QTest::addColumn<bool>("isEscaped");
    QTest::newRow("as UTF-8") << false;
    QTest::newRow("as \\u escapes") << true;
}

void BatchTest::takesTwoHundredOfFourThousand()
{
    QFETCH(bool, isEscaped);
    QJsonArray items;
    for (int i = 0; i < 200; ++i)
        items += item(QString(4000, QChar(char16_t(0xAC00 + i))));
    auto body = test::McpClient::request(
        u"tools/call"_s, {{u"name"_s, u"batch_remember"_s}, {u"arguments"_s, QJsonObject {{u"fragments"_s, items}}}});
    if (isEscaped) {
        QByteArray escaped;
        const auto text = QString::fromUtf8(body);
        for (const auto c : text)
            escaped += c.unicode() < 0x80 ? QByteArray(1, c.toLatin1())
                                          : "\\u" + QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
        body = escaped;
    }
    QVERIFY(body.size() > (isEscaped ? 4'800'000 : 2'400'000));
    const auto result = m_hub->client().post(body).json().value(u"result"_s)[u"structuredContent"_s];
    QCOMPARE(result[u"inserted"_s], QJsonValue(200));
}

void BatchTest::staysWithinTheToolsBudget()
{
    const QHash<QString, qsizetype> budget {{u"batch_remember"_s, 1450}, {u"batch_status"_s, 560}};
    int measured = 0;
    for (const auto &tool : m_hub->tools()) {
        const auto most = budget.value(tool[u"name"_s].toString(), 0);
        if (most == 0)
            continue;
        const auto size = QJsonDocument(tool.toObject()).toJson(QJsonDocument::Compact).size();
        QVERIFY2(size <= most, qPrintable(u"%1: %2"_s.arg(tool[u"name"_s].toString()).arg(size)));
        ++measured;
    }
    QCOMPARE(measured, 2);
}

void BatchTest::namesWhatCannotBeAmended()
{
    const auto id = m_hub->remembered(u"A memory whose mood cannot be amended."_s);
    const auto [answer, isError] = m_hub->call(u"amend"_s, {{u"id"_s, id}, {u"affect"_s, u"doubt"_s}});
    QVERIFY(isError);
    QCOMPARE(answer.value(u"success"_s), QJsonValue(false));
    QCOMPARE(answer.value(u"updated"_s), QJsonValue(false));
    QCOMPARE(answer.value(u"unsupportedFields"_s), QJsonValue(QJsonArray {u"affect"_s}));
    const auto mixed = m_hub->call(u"amend"_s, {{u"id"_s, id}, {u"affect"_s, u"doubt"_s}, {u"topic"_s, u"moods"_s}});
    QVERIFY(!mixed.isError);
    QCOMPARE(mixed.payload.value(u"updated"_s), QJsonValue(true));
    QCOMPARE(mixed.payload.value(u"unsupportedFields"_s), QJsonValue(QJsonArray {u"affect"_s}));
}

void BatchTest::asksForFeedback()
{
    m_hub->server().stop();
    m_hub->random = [] { return 0.0; };
    VERIFY_OK(m_hub->start());
    const QJsonObject arguments {
        {u"content"_s, u"이 기억은 평가를 부탁받는다"_s}, {u"topic"_s, u"feedback"_s}, {u"type"_s, u"fact"_s}};
    auto trial = arguments;
    trial.insert(u"dryRun"_s, true);
    QVERIFY(!m_hub->call(u"remember"_s, trial).payload.contains(u"_meta"_s));
    QVERIFY(!m_hub->call(u"amend"_s, {{u"id"_s, u"frag-0"_s}, {u"topic"_s, u"t"_s}}).payload.contains(u"_meta"_s));
    QVERIFY(!m_hub->call(u"forget"_s, {{u"id"_s, u"frag-0"_s}}).payload.contains(u"_meta"_s));
    const auto meta = m_hub->call(u"remember"_s, arguments).payload.value(u"_meta"_s).toObject();
    QCOMPARE(meta.keys(), QStringList({u"hints"_s, u"serverTime"_s}));
    QCOMPARE(meta.value(u"hints"_s).toArray().size(), 1);
    QCOMPARE(meta.value(u"hints"_s)[0][u"signal"_s], QJsonValue(u"feedback_sampled"_s));
    QCOMPARE(meta.value(u"hints"_s)[0][u"args"_s],
        QJsonValue(QJsonObject {{u"tool_name"_s, u"remember"_s}, {u"trigger_type"_s, u"sampled"_s}}));
    QVERIFY(!m_hub->call(u"remember"_s, arguments).payload.contains(u"_meta"_s)); // not so soon again
}

QTEST_GUILESS_MAIN(BatchTest)
#include "tst_batch.moc"
