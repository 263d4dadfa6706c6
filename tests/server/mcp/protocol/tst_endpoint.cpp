// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/liveendpoint.h"
#include "tests/support/verify.h"

using namespace hub;
using namespace hub::mcp;
using test::cancelled;

namespace {

QByteArray batch(const QByteArrayList &messages) { return "[" + messages.join(',') + "]"; }

} // namespace

/// Streamable HTTP in the legacy era, spoken to a real port.
class EndpointTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void negotiatesTheVersion_data();
    void negotiatesTheVersion();
    void givesUnguessableSessionIds();
    void answersTheMethodsOfASession_data();
    void answersTheMethodsOfASession();
    void answersErrorsOfTheProtocol_data();
    void answersErrorsOfTheProtocol();
    void refusesAtTheTransport_data();
    void refusesAtTheTransport();
    void takesNotificationsAndResponsesWithoutABody();
    void toleratesEveryVersionHeaderItKnows();
    void answersAsEventsWhenOnlyEventsAreAccepted();
    void answersJsonToWhateverElseIsAccepted_data();
    void answersJsonToWhateverElseIsAccepted();
    void answersBatchesWhereTheVersionHasThem();
    void refusesBatchesAfter();
    void hidesASessionFromAnotherKey();
    void startsAfreshWithTheIdOfAGoneSession();
    void endsASession();
    void keepsFewSessionsInWhichNothingWasAsked();
    void looksIntoTheStoreOnlyOncePerSession();
    void declaresOnlyWhatThereIs();
    void givesPromptsAndResources();
    void goesOnUnderANewIdAtOnce();
    void doesNotCallAFailingStoreALostSession();

private:
    std::unique_ptr<test::LiveEndpoint> m_live;
};

void EndpointTest::init()
{
    const bool onlyTools = QTest::currentTestFunction() == QByteArray("declaresOnlyWhatThereIs");
    m_live = std::make_unique<test::LiveEndpoint>();
    VERIFY_OK(m_live->start({.onlyTools = onlyTools}));
}

void EndpointTest::cleanup() { m_live.reset(); }

void EndpointTest::negotiatesTheVersion_data()
{
    QTest::addColumn<QString>("asked");
    QTest::addColumn<QString>("answered");
    for (const auto &known : {u"2024-11-05"_s, u"2025-03-26"_s, u"2025-06-18"_s, u"2025-11-25"_s})
        QTest::newRow(qPrintable(known)) << known << known;
    QTest::newRow("unknown") << u"1999-01-01"_s << u"2025-11-25"_s;
    QTest::newRow("of the next era") << u"2026-07-28"_s << u"2025-11-25"_s;
    QTest::newRow("none") << QString() << u"2025-11-25"_s;
}

void EndpointTest::negotiatesTheVersion()
{
    QFETCH(QString, asked);
    auto one = m_live->client();
    const auto answer = one.initialize(asked);
    QCOMPARE(answer.status, 200);
    const auto result = answer.json().value(u"result"_s).toObject();
    QTEST(result.value(u"protocolVersion"_s).toString(), "answered");
    QCOMPARE(result.value(u"serverInfo"_s).toObject().value(u"version"_s).toString(), u"1.2.3"_s);
    QCOMPARE(result.value(u"instructions"_s).toString(), u"Be kind."_s);
    QCOMPARE(result.value(u"capabilities"_s).toObject().keys(),
        QStringList({u"logging"_s, u"prompts"_s, u"resources"_s, u"tools"_s}));
}

void EndpointTest::givesUnguessableSessionIds()
{
    QSet<QByteArray> ids;
    for (int i = 0; i < 5; ++i) {
        const auto id = m_live->initialized().sessionId();
        QVERIFY(id.size() >= 32);
        QVERIFY(std::all_of(id.begin(), id.end(), [](char c) { return c >= 0x21 && c <= 0x7E; }));
        ids.insert(id);
    }
    QCOMPARE(ids.size(), 5);
}

void EndpointTest::answersTheMethodsOfASession_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("member");
    QTest::newRow("ping") << u"ping"_s << QString();
    QTest::newRow("tools/list") << u"tools/list"_s << u"tools"_s;
    QTest::newRow("resources/list") << u"resources/list"_s << u"resources"_s;
    QTest::newRow("resources/templates/list") << u"resources/templates/list"_s << u"resourceTemplates"_s;
    QTest::newRow("prompts/list") << u"prompts/list"_s << u"prompts"_s;
}

void EndpointTest::answersTheMethodsOfASession()
{
    QFETCH(QString, method);
    QFETCH(QString, member);
    auto one = m_live->initialized();
    const auto result = one.call(method).value(u"result"_s);
    QVERIFY(result.isObject());
    QCOMPARE(result.toObject().keys(), member.isEmpty() ? QStringList() : QStringList(member));
    if (!member.isEmpty())
        QVERIFY(result[member].isArray());
}

void EndpointTest::answersErrorsOfTheProtocol_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("expectedCode");
    const auto request = [](const QByteArray &method, const QByteArray &params) -> QByteArray {
        return R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}";
    };
    QTest::newRow("unknown method") << request("no/such", "{}") << -32601;
    QTest::newRow("a method of the next era") << request("server/discover", "{}") << -32601;
    QTest::newRow("a method we do not declare") << request(
        "completion/complete", R"({"ref":{"type":"ref/prompt","name":"say"},"argument":{"name":"what","value":""}})")
                                                << -32601;
    QTest::newRow("params an array") << request("tools/list", "[]") << -32602;
    QTest::newRow("params null") << request("tools/list", "null") << -32602;
    QTest::newRow("no tool named") << request("tools/call", "{}") << -32602;
    QTest::newRow("unknown tool") << request("tools/call", R"({"name":"zzz"})") << -32602;
    QTest::newRow("arguments a text") << request("tools/call", R"({"name":"echo","arguments":"x"})") << -32602;
    QTest::newRow("no uri") << request("resources/read", "{}") << -32602;
    QTest::newRow("a resource that cannot be read")
        << request("resources/read", R"({"uri":"test://broken"})") << -32603;
    QTest::newRow("no prompt named") << request("prompts/get", "{}") << -32602;
    QTest::newRow("arguments of a prompt a text")
        << request("prompts/get", R"({"name":"say","arguments":"x"})") << -32602;
    QTest::newRow("unknown resource") << request("resources/read", R"({"uri":"memory://zzz"})") << -32002;
    QTest::newRow("unknown prompt") << request("prompts/get", R"({"name":"zzz"})") << -32602;
}

void EndpointTest::answersErrorsOfTheProtocol()
{
    QFETCH(QByteArray, body);
    auto one = m_live->initialized();
    const auto answer = one.post(body);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json().value(u"id"_s), QJsonValue(1));
    QTEST(answer.json().value(u"error"_s)[u"code"_s].toInt(), "expectedCode");
}

void EndpointTest::refusesAtTheTransport_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<test::HeaderList>("headers");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("expectedCode");
    const QByteArray list = test::McpClient::request(u"tools/list"_s);
    QTest::newRow("no session") << QByteArray("POST") << list << test::HeaderList {{"Mcp-Session-Id", ""}} << 400
                                << -32000;
    QTest::newRow("unknown session") << QByteArray("POST") << list << test::HeaderList {{"Mcp-Session-Id", "zzz"}}
                                     << 404 << -32001;
    QTest::newRow("unknown version") << QByteArray("POST") << list
                                     << test::HeaderList {{"MCP-Protocol-Version", "1999-01-01"}} << 400 << -32000;
    QTest::newRow("not JSON") << QByteArray("POST") << QByteArray("{\"jsonrpc\":") << test::HeaderList {} << 400
                              << -32700;
    QTest::newRow("not JSON-RPC") << QByteArray("POST") << QByteArray("{}") << test::HeaderList {} << 400 << -32600;
    QTest::newRow("empty batch") << QByteArray("POST") << QByteArray("[]") << test::HeaderList {} << 400 << -32600;
    QTest::newRow("id null") << QByteArray("POST") << QByteArray(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")
                             << test::HeaderList {} << 400 << -32600;
    QTest::newRow("second handshake") << QByteArray("POST") << test::McpClient::request(u"initialize"_s)
                                      << test::HeaderList {} << 400 << -32600;
    QTest::newRow("handshake in a batch") << QByteArray("POST") << batch({test::McpClient::request(u"initialize"_s)})
                                          << test::HeaderList {} << 400 << -32600;
    QTest::newRow("GET without events") << QByteArray("GET") << QByteArray()
                                        << test::HeaderList {{"Accept", "application/json"}} << 406 << -32000;
    QTest::newRow("GET without session") << QByteArray("GET") << QByteArray()
                                         << test::HeaderList {{"Mcp-Session-Id", ""}} << 400 << -32000;
    QTest::newRow("GET of an unknown session")
        << QByteArray("GET") << QByteArray() << test::HeaderList {{"Mcp-Session-Id", "zzz"}} << 404 << -32001;
    QTest::newRow("DELETE without session")
        << QByteArray("DELETE") << QByteArray() << test::HeaderList {{"Mcp-Session-Id", ""}} << 400 << -32000;
    QTest::newRow("DELETE of an unknown session")
        << QByteArray("DELETE") << QByteArray() << test::HeaderList {{"Mcp-Session-Id", "zzz"}} << 404 << -32001;
}

void EndpointTest::refusesAtTheTransport()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, body);
    QFETCH(test::HeaderList, headers);
    auto one = m_live->initialized();
    const auto answer = method == "POST" ? one.post(body, headers) : one.send(method, headers);
    QTEST(answer.status, "status");
    QVERIFY(answer.type.startsWith("application/json"));
    const auto error = answer.json().value(u"error"_s);
    QTEST(error[u"code"_s].toInt(), "expectedCode");
    QVERIFY(!error[u"message"_s].toString().isEmpty());
}

void EndpointTest::takesNotificationsAndResponsesWithoutABody()
{
    auto one = m_live->initialized();
    for (const QByteArray body : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
             R"({"jsonrpc":"2.0","method":"notifications/of/tomorrow","params":{}})",
             R"({"jsonrpc":"2.0","id":77,"result":{}})"}) {
        const auto answer = one.post(body);
        QCOMPARE(answer.status, 202);
        QVERIFY(answer.body.isEmpty());
    }
}

void EndpointTest::toleratesEveryVersionHeaderItKnows()
{
    auto one = m_live->initialized("master", u"2025-06-18"_s);
    for (const QByteArray version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QCOMPARE(one.post(test::McpClient::request(u"ping"_s), {{"MCP-Protocol-Version", version}}).status, 200);
}

void EndpointTest::answersAsEventsWhenOnlyEventsAreAccepted()
{
    auto one = m_live->initialized();
    const auto answer = one.post(test::McpClient::request(u"ping"_s), {{"Accept", "text/event-stream"}});
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.type, QByteArray("text/event-stream"));
    const QRegularExpression shape(
        uR"re(^id: ([0-9a-f]+)-0\nretry: \d+\ndata: \n\nid: \1-1\ndata: \{"id":1,"jsonrpc":"2.0","result":\{\}\}\n\n$)re"_s);
    QVERIFY2(shape.match(QString::fromUtf8(answer.body)).hasMatch(), answer.body.constData());
}

void EndpointTest::answersJsonToWhateverElseIsAccepted_data()
{
    QTest::addColumn<QByteArray>("accept");
    QTest::newRow("both") << QByteArray("application/json, text/event-stream");
    QTest::newRow("events first") << QByteArray("text/event-stream, application/json");
    QTest::newRow("JSON") << QByteArray("application/json");
    QTest::newRow("anything") << QByteArray("*/*");
    QTest::newRow("events, else anything") << QByteArray("text/event-stream, */*;q=0.1");
    QTest::newRow("nothing said") << QByteArray("");
}

void EndpointTest::answersJsonToWhateverElseIsAccepted()
{
    QFETCH(QByteArray, accept);
    auto one = m_live->initialized();
    const auto answer = one.post(test::McpClient::request(u"ping"_s), {{"Accept", accept}});
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.type, QByteArray("application/json"));
}

void EndpointTest::answersBatchesWhereTheVersionHasThem()
{
    for (const auto &version : {u"2025-03-26"_s, u"2024-11-05"_s}) {
        auto one = m_live->initialized("master", version);
        const auto answer = one.post(batch({test::McpClient::request(u"ping"_s, {}, 1), cancelled(99),
            test::McpClient::request(u"no/such"_s, {}, 2)}));
        QCOMPARE(answer.status, 200);
        const auto responses = QJsonDocument::fromJson(answer.body).array();
        QCOMPARE(responses.size(), 2);
        QVERIFY(responses[0].toObject().contains(u"result"_s));
        QVERIFY(responses[1].toObject().contains(u"error"_s));
        QCOMPARE(one.post(batch({cancelled(1)})).status, 202);
    }
}

void EndpointTest::refusesBatchesAfter()
{
    auto one = m_live->initialized("master", u"2025-06-18"_s);
    const auto answer = one.post(batch({test::McpClient::request(u"ping"_s)}));
    QCOMPARE(answer.status, 400);
    QCOMPARE(answer.json().value(u"error"_s)[u"code"_s].toInt(), -32600);
    QVERIFY(answer.json().value(u"id"_s).isNull());
}

void EndpointTest::hidesASessionFromAnotherKey()
{
    const auto owner = m_live->initialized("key-a");
    auto stranger = m_live->client("key-b");
    stranger.useSession(owner.sessionId());
    QCOMPARE(stranger.post(test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(stranger.send("GET").status, 404);
    QCOMPARE(stranger.send("DELETE").status, 404);
    auto again = owner;
    QCOMPARE(again.post(test::McpClient::request(u"ping"_s)).status, 200);
}

void EndpointTest::startsAfreshWithTheIdOfAGoneSession()
{
    auto one = m_live->client();
    one.useSession("11111111-1111-4111-8111-111111111111");
    const auto answer = one.post(test::McpClient::request(u"initialize"_s, {{u"protocolVersion"_s, u"2025-11-25"_s}}));
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.headers.value("mcp-session-id").isEmpty());
    QVERIFY(answer.headers.value("mcp-session-id") != one.sessionId());
}

void EndpointTest::endsASession()
{
    auto one = m_live->initialized();
    const auto stream = one.start("GET");
    QTRY_COMPARE(m_live->endpoint->streamCount(), 1);
    QCOMPARE(one.send("DELETE").status, 200);
    QTRY_VERIFY(stream->isFinished());
    QCOMPARE(m_live->endpoint->streamCount(), 0);
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(one.send("DELETE").status, 404);
}

void EndpointTest::keepsFewSessionsInWhichNothingWasAsked()
{
    auto working = m_live->initialized();
    working.call(u"ping"_s);
    auto forgetful = m_live->client();
    QList<QByteArray> ids;
    for (int i = 0; i < 40; ++i) {
        QCOMPARE(forgetful.initialize().status, 200);
        ids += forgetful.sessionId();
        forgetful.useSession({});
    }
    QCOMPARE(working.post(test::McpClient::request(u"ping"_s)).status, 200);
    const auto statusOf = [&](const QByteArray &id) {
        forgetful.useSession(id);
        return forgetful.post(test::McpClient::request(u"ping"_s)).status;
    };
    QCOMPARE(statusOf(ids[0]), 404);
    QCOMPARE(statusOf(ids[7]), 404);
    QCOMPARE(statusOf(ids[8]), 200);
    QCOMPARE(statusOf(ids[39]), 200);
}

void EndpointTest::looksIntoTheStoreOnlyOncePerSession()
{
    auto one = m_live->initialized();
    for (int i = 0; i < 5; ++i)
        QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 200);
    QCOMPARE(m_live->sessions.finds, 0);
}

void EndpointTest::doesNotCallAFailingStoreALostSession()
{
    m_live->sessions.failure = Error {ErrorCode::Storage, u"The store does not answer"_s};
    auto one = m_live->client();
    one.useSession("11111111-1111-4111-8111-111111111111");
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 503);
}

void EndpointTest::declaresOnlyWhatThereIs()
{
    auto one = m_live->client();
    const auto result = one.initialize().json().value(u"result"_s);
    QCOMPARE(result[u"capabilities"_s].toObject().keys(), QStringList({u"logging"_s, u"tools"_s}));
    QVERIFY(one.call(u"prompts/list"_s).value(u"result"_s)[u"prompts"_s].toArray().isEmpty());
    QVERIFY(one.call(u"resources/list"_s).value(u"result"_s)[u"resources"_s].toArray().isEmpty());
    const auto prompt = one.call(u"prompts/get"_s, {{u"name"_s, u"say"_s}});
    QCOMPARE(prompt.value(u"error"_s)[u"code"_s].toInt(), -32602);
    const auto resource = one.call(u"resources/read"_s, {{u"uri"_s, u"test://one"_s}});
    QCOMPARE(resource.value(u"error"_s)[u"code"_s].toInt(), -32002);
}

void EndpointTest::givesPromptsAndResources()
{
    auto one = m_live->initialized();
    QCOMPARE(one.call(u"prompts/list"_s).value(u"result"_s)[u"prompts"_s].toArray().size(), 1);
    const auto prompt
        = one.call(u"prompts/get"_s, {{u"name"_s, u"say"_s}, {u"arguments"_s, QJsonObject {{u"what"_s, u"hello"_s}}}});
    QCOMPARE(prompt.value(u"result"_s)[u"description"_s].toString(), u"hello"_s);
    QCOMPARE(one.call(u"resources/list"_s).value(u"result"_s)[u"resources"_s].toArray().size(), 1);
    const auto read = one.call(u"resources/read"_s, {{u"uri"_s, u"test://one"_s}}).value(u"result"_s);
    const QJsonObject content {{u"uri"_s, u"test://one"_s}, {u"mimeType"_s, u"text/plain"_s},
        {u"text"_s, QString::fromLatin1(one.sessionId())}};
    QCOMPARE(read.toObject(), (QJsonObject {{u"contents"_s, QJsonArray {content}}}));
    const auto unknown = one.call(u"resources/read"_s, {{u"uri"_s, u"test://two"_s}}).value(u"error"_s);
    QCOMPARE(unknown[u"data"_s][u"uri"_s].toString(), u"test://two"_s);
}

void EndpointTest::goesOnUnderANewIdAtOnce()
{
    auto one = m_live->initialized();
    const auto old = one.sessionId();
    const auto answer = one.post(test::McpClient::request(u"tools/call"_s, {{u"name"_s, u"rotate"_s}}));
    QCOMPARE(answer.status, 200);
    const auto fresh = answer.json()[u"result"_s][u"structuredContent"_s][u"id"_s].toString().toLatin1();
    QVERIFY(!fresh.isEmpty() && fresh != old);
    QCOMPARE(answer.headers.value("mcp-session-id"), fresh); // for clients that take it from there
    const auto refused = one.post(test::McpClient::request(u"ping"_s));
    QCOMPARE(refused.status, 404);
    const int finds = m_live->sessions.finds;
    one.useSession(fresh);
    const auto next = one.post(test::McpClient::request(u"ping"_s));
    QCOMPARE(next.status, 200);
    QVERIFY(!next.headers.contains("mcp-session-id"));
    QCOMPARE(m_live->sessions.finds, finds); // it is known already
    auto thief = m_live->client("other-key");
    thief.useSession(fresh);
    QCOMPARE(thief.post(test::McpClient::request(u"ping"_s)).status, 404);
}

QTEST_GUILESS_MAIN(EndpointTest)
#include "tst_endpoint.moc"
