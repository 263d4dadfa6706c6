// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/jsonrpc.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace hub;
using namespace hub::mcp;

class JsonRpcTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNoMessage_data();
    void refusesWhatIsNoMessage();
    void tellsTheKindsOfMessagesApart_data();
    void tellsTheKindsOfMessagesApart();
    void keepsTheIdAsItWasSent_data();
    void keepsTheIdAsItWasSent();
    void faultsParamsThatAreNoObject();
    void readsABatchInOrder();
    void writesResponses();
};

void JsonRpcTest::refusesWhatIsNoMessage_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("expectedCode");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QByteArray() << -32700 << u"empty"_s;
    QTest::newRow("cut short") << QByteArray("{\"jsonrpc\":") << -32700 << u"byte 11"_s;
    QTest::newRow("text after it") << QByteArray("{} x") << -32700 << u"byte 3"_s;
    QTest::newRow("a lone continuation byte") << QByteArray("{\"a\":\"b\x80\"}") << -32700 << u"byte 7"_s;
    QTest::newRow("an overlong slash") << QByteArray("{\"a\":\"\xC0\xAF\"}") << -32700 << u"byte 6"_s;
    QTest::newRow("a surrogate in UTF-8") << QByteArray("{\"a\":\"\xED\xA0\x80\"}") << -32700 << u"byte 6"_s;
    QTest::newRow("beyond U+10FFFF") << QByteArray("{\"a\":\"\xF4\x90\x80\x80\"}") << -32700 << u"byte 6"_s;
    QTest::newRow("EUC-KR") << QByteArray("{\"a\":\"\xB0\xA1\"}") << -32700 << u"byte 6"_s;
    QTest::newRow("bad bytes in a name") << QByteArray("{\"\xFF\":1}") << -32700 << u"byte 2"_s;
    QTest::newRow("nested beyond reason") << QByteArray(4000, '[') << -32700 << u"Parse error"_s;
    QTest::newRow("a bare text") << QByteArray("\"hello\"") << -32600 << u"must be an object"_s;
    QTest::newRow("a bare number") << QByteArray(" 7 ") << -32600 << u"must be an object"_s;
    QTest::newRow("an empty object") << QByteArray("{}") << -32600 << u"jsonrpc"_s;
    QTest::newRow("version 1.0") << QByteArray(R"({"jsonrpc":"1.0","id":1,"method":"ping"})") << -32600 << u"jsonrpc"_s;
    QTest::newRow("id null") << QByteArray(R"({"jsonrpc":"2.0","id":null,"method":"ping"})") << -32600 << u"id must"_s;
    QTest::newRow("id an object") << QByteArray(R"({"jsonrpc":"2.0","id":{},"method":"ping"})") << -32600
                                  << u"id must"_s;
    QTest::newRow("method a number") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":5})") << -32600
                                     << u"method must"_s;
    QTest::newRow("no method") << QByteArray(R"({"jsonrpc":"2.0","id":1})") << -32600 << u"method is missing"_s;
    QTest::newRow("result and error") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})") << -32600
                                      << u"method is missing"_s;
    QTest::newRow("an empty batch") << QByteArray("[]") << -32600 << u"empty"_s;
    QTest::newRow("the second of a batch")
        << QByteArray(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},7])") << -32600 << u"message 2"_s;
    QTest::newRow("a batch of 101") << QByteArray(
        "[" + QByteArrayList(101, R"({"jsonrpc":"2.0","id":1,"method":"ping"})").join(',') + "]")
                                    << -32600 << u"101"_s;
}

void JsonRpcTest::refusesWhatIsNoMessage()
{
    QFETCH(QByteArray, body);
    QFETCH(int, expectedCode);
    QFETCH(QString, says);
    const auto parsed = parsePayload(body);
    const auto *error = std::get_if<RpcError>(&parsed);
    QVERIFY(error);
    QCOMPARE(error->code, expectedCode);
    QVERIFY2(error->message.contains(says), qPrintable(error->message));
}

void JsonRpcTest::tellsTheKindsOfMessagesApart_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<MessageKind>("kind");
    QTest::newRow("request") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"ping"})") << MessageKind::Request;
    QTest::newRow("notification") << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/initialized"})")
                                  << MessageKind::Notification;
    QTest::newRow("response") << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})") << MessageKind::Response;
    QTest::newRow("error response") << QByteArray(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}})")
                                    << MessageKind::Response;
    QTest::newRow("with a byte-order mark")
        << QByteArray("\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}") << MessageKind::Request;
}

void JsonRpcTest::tellsTheKindsOfMessagesApart()
{
    QFETCH(QByteArray, body);
    const auto parsed = parsePayload(body);
    const auto *payload = std::get_if<Payload>(&parsed);
    QVERIFY(payload);
    QVERIFY(!payload->isBatch);
    QCOMPARE(payload->messages.size(), 1);
    QTEST(payload->messages.first().kind, "kind");
}

void JsonRpcTest::keepsTheIdAsItWasSent_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("zero") << QByteArray("0");
    QTest::newRow("biggest safe integer") << QByteArray("9007199254740991");
    QTest::newRow("fraction") << QByteArray("1.5");
    QTest::newRow("text") << QByteArray("\"request-1\"");
    QTest::newRow("empty text") << QByteArray("\"\"");
    QTest::newRow("text of a number") << QByteArray("\"7\"");
    QTest::newRow("Hangul") << QByteArray("\"요청\"");
}

void JsonRpcTest::keepsTheIdAsItWasSent()
{
    QFETCH(QByteArray, id);
    const auto parsed = parsePayload(R"({"jsonrpc":"2.0","method":"ping","id":)" + id + "}");
    const auto *payload = std::get_if<Payload>(&parsed);
    QVERIFY(payload);
    const auto response
        = QJsonDocument(responseMessage(payload->messages.first().id, QJsonObject())).toJson(QJsonDocument::Compact);
    QCOMPARE(response, QByteArray("{\"id\":" + id + ",\"jsonrpc\":\"2.0\",\"result\":{}}"));
}

void JsonRpcTest::faultsParamsThatAreNoObject()
{
    const auto parsed = parsePayload(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]})");
    const auto *payload = std::get_if<Payload>(&parsed);
    QVERIFY(payload);
    QVERIFY(payload->messages.first().fault);
    QCOMPARE(payload->messages.first().fault->code, -32602);
}

void JsonRpcTest::readsABatchInOrder()
{
    const auto parsed = parsePayload(R"([{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"}])");
    const auto *payload = std::get_if<Payload>(&parsed);
    QVERIFY(payload);
    QVERIFY(payload->isBatch);
    QCOMPARE(payload->messages.size(), 2);
    QCOMPARE(payload->messages[0].id, QJsonValue(u"a"_s));
    QCOMPARE(payload->messages[1].kind, MessageKind::Notification);
}

void JsonRpcTest::writesResponses()
{
    const auto failed
        = responseMessage(3, RpcError {-32003, u"policy_violation: x"_s, {{u"violations"_s, QJsonArray {u"x"_s}}}});
    QCOMPARE(failed.value(u"id"_s), QJsonValue(3));
    QCOMPARE(failed.value(u"error"_s).toObject().value(u"code"_s), QJsonValue(-32003));
    QCOMPARE(failed.value(u"error"_s).toObject().value(u"data"_s).toObject().size(), 1);
    QVERIFY(!failed.contains(u"result"_s));
    QVERIFY(responseMessage({}, RpcError {-32700, u"no"_s}).value(u"id"_s).isNull());
    QVERIFY(!notificationMessage(u"notifications/x"_s).contains(u"id"_s));
}

QTEST_GUILESS_MAIN(JsonRpcTest)
#include "tst_jsonrpc.moc"
