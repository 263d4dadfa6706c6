// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingsprotocol.h"
#include "tests/support/verify.h"

#include <QJsonDocument>

using namespace hub;

class EmbeddingsProtocolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksAsDocumented();
    void asksForADimensionOnlyWhenOneIsSet();
    void ordersByIndex();
    void takesAnAnswerWithoutIndexInOrder();
    void refusesAnAnswerThatIsWrong_data();
    void refusesAnAnswerThatIsWrong();
};

void EmbeddingsProtocolTest::asksAsDocumented()
{
    EmbeddingSettings settings;
    settings.model = u"e5"_s;
    settings.queryPrefix = u"query: "_s;
    settings.passagePrefix = u"passage: "_s;
    const auto request = [&](EmbedPurpose purpose) {
        return QJsonDocument::fromJson(embeddingsRequest(settings, {u"가"_s, u"b"_s}, purpose)).object();
    };
    QCOMPARE(request(EmbedPurpose::Passage),
        (QJsonObject {{u"model"_s, u"e5"_s}, {u"input"_s, QJsonArray {u"passage: 가"_s, u"passage: b"_s}},
            {u"encoding_format"_s, u"float"_s}}));
    QCOMPARE(request(EmbedPurpose::Query)[u"input"_s].toArray(), (QJsonArray {u"query: 가"_s, u"query: b"_s}));
}

void EmbeddingsProtocolTest::asksForADimensionOnlyWhenOneIsSet()
{
    EmbeddingSettings settings;
    settings.dimension = 256;
    const auto request = QJsonDocument::fromJson(embeddingsRequest(settings, {u"a"_s}, EmbedPurpose::Query)).object();
    QCOMPARE(request[u"dimensions"_s].toInt(), 256);
}

void EmbeddingsProtocolTest::ordersByIndex()
{
    const auto vectors = embeddingsAnswer(R"({"object":"list","data":[
        {"object":"embedding","index":1,"embedding":[0,2]},
        {"object":"embedding","index":0,"embedding":[3,4]}],"model":"e5","usage":{"prompt_tokens":4}})",
        2, 2);
    VERIFY_OK(vectors);
    QCOMPARE(*vectors, (QList<Vector> {{0.6F, 0.8F}, {0, 1}}));
}

void EmbeddingsProtocolTest::takesAnAnswerWithoutIndexInOrder()
{
    const auto vectors = embeddingsAnswer(R"({"data":[{"embedding":[1,0]},{"embedding":[0,1]}]})", 2, 0);
    VERIFY_OK(vectors);
    QCOMPARE(*vectors, (QList<Vector> {{1, 0}, {0, 1}}));
}

void EmbeddingsProtocolTest::refusesAnAnswerThatIsWrong_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("not JSON") << QByteArray("<html>") << ErrorCode::Internal;
    QTest::newRow("empty") << QByteArray() << ErrorCode::Internal;
    QTest::newRow("an array") << QByteArray("[[1,0],[0,1]]") << ErrorCode::Internal;
    QTest::newRow("too few") << QByteArray(R"({"data":[{"index":0,"embedding":[1,0]}]})") << ErrorCode::Internal;
    QTest::newRow("index twice") << QByteArray(
        R"({"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]})")
                                 << ErrorCode::Internal;
    QTest::newRow("index too large") << QByteArray(
        R"({"data":[{"index":0,"embedding":[1,0]},{"index":2,"embedding":[1,0]}]})")
                                     << ErrorCode::Internal;
    QTest::newRow("text for a vector") << QByteArray(R"({"data":[{"embedding":"AAAA"},{"embedding":"AAAA"}]})")
                                       << ErrorCode::Internal;
    QTest::newRow("three numbers") << QByteArray(R"({"data":[{"embedding":[1,0,0]},{"embedding":[1,0,0]}]})")
                                   << ErrorCode::Conflict;
    QTest::newRow("lengths differ") << QByteArray(R"({"data":[{"embedding":[1,0]},{"embedding":[1,0,0]}]})")
                                    << ErrorCode::Conflict;
    QTest::newRow("null") << QByteArray(R"({"data":[{"embedding":[1,0]},{"embedding":[null,1]}]})")
                          << ErrorCode::InvalidArgument;
    QTest::newRow("too large for a float")
        << QByteArray(R"({"data":[{"embedding":[1,0]},{"embedding":[1e300,1]}]})") << ErrorCode::InvalidArgument;
    QTest::newRow("zero") << QByteArray(R"({"data":[{"embedding":[1,0]},{"embedding":[0,0]}]})")
                          << ErrorCode::InvalidArgument;
    QTest::newRow("NaN") << QByteArray(R"({"data":[{"embedding":[1,0]},{"embedding":[NaN,0]}]})")
                         << ErrorCode::Internal;
}

void EmbeddingsProtocolTest::refusesAnAnswerThatIsWrong()
{
    QFETCH(QByteArray, answer);
    const auto vectors = embeddingsAnswer(answer, 2, 2);
    QVERIFY(!vectors);
    QTEST(vectors.error().code, "code");
    QVERIFY(!vectors.error().message.isEmpty());
}

QTEST_GUILESS_MAIN(EmbeddingsProtocolTest)
#include "tst_embeddingsprotocol.moc"
