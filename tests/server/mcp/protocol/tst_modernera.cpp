// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/liveendpoint.h"
#include "tests/support/verify.h"

using namespace hub;
using namespace hub::mcp;

namespace {

constexpr auto version = "2026-07-28";

QJsonObject envelope(const QString &of = QLatin1StringView(version))
{
    return {{u"io.modelcontextprotocol/protocolVersion"_s, of},
        {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()}};
}

QByteArray request(const QString &method, QJsonObject params = {}, const QJsonObject &meta = envelope())
{
    if (!meta.isEmpty())
        params.insert(u"_meta"_s, meta);
    return test::McpClient::request(method, params, 7);
}

test::HeaderList headers(const QByteArray &method, const QByteArray &name = {}, const QByteArray &of = version)
{
    test::HeaderList list {{"MCP-Protocol-Version", of}, {"Mcp-Method", method}};
    if (!name.isEmpty())
        list += {"Mcp-Name", name};
    return list;
}

} // namespace

/// MCP 2026-07-28 over a real port.
class ModernEraTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_live.reset(); }

    void discovers();
    void answersWithoutASession();
    void refuses_data();
    void refuses();
    void choosesTheEraByTheRequest();
    void cancelsWhenTheClientHangsUp();
    void tellsOnlyWhatIsListenedTo();
    void tellsOfAResourceThatChanged();
    void endsSubscriptionsProperly();

private:
    std::unique_ptr<test::LiveEndpoint> m_live;
};

void ModernEraTest::init()
{
    m_live = std::make_unique<test::LiveEndpoint>();
    VERIFY_OK(m_live->start({.toolsChange = true}));
}

void ModernEraTest::discovers()
{
    const auto answer = m_live->client().post(request(u"server/discover"_s), headers("server/discover"));
    QCOMPARE(answer.status, 200);
    QVERIFY(!answer.headers.contains("mcp-session-id"));
    const auto result = answer.json().value(u"result"_s);
    QCOMPARE(result[u"supportedVersions"_s].toArray(), QJsonArray {QLatin1StringView(version)});
    QCOMPARE(result[u"capabilities"_s][u"tools"_s][u"listChanged"_s].toBool(), true);
    QCOMPARE(result[u"instructions"_s].toString(), u"Be kind."_s);
    QCOMPARE(result[u"resultType"_s].toString(), u"complete"_s);
    QCOMPARE(result[u"ttlMs"_s].toInt(-1), 0);
    QCOMPARE(result[u"cacheScope"_s].toString(), u"private"_s);
    QCOMPARE(result[u"_meta"_s][u"io.modelcontextprotocol/serverInfo"_s][u"version"_s].toString(), u"1.2.3"_s);
}

void ModernEraTest::answersWithoutASession()
{
    auto one = m_live->client();
    one.useSession("whatever");
    const auto answer
        = one.post(request(u"tools/call"_s, {{u"name"_s, u"echo"_s}, {u"arguments"_s, QJsonObject {{u"a"_s, 1}}}}),
            headers("tools/call", "=?base64?ZWNobw==?="));
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json().value(u"result"_s)[u"structuredContent"_s][u"arguments"_s][u"a"_s].toInt(), 1);
    QCOMPARE(answer.json().value(u"result"_s)[u"resultType"_s].toString(), u"complete"_s);
    QVERIFY(!answer.json().value(u"result"_s).toObject().contains(u"ttlMs"_s));
    QCOMPARE(m_live->sessions.finds, 0);
}

void ModernEraTest::refuses_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<test::HeaderList>("sent");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");

    const auto list = request(u"tools/list"_s);
    const auto call = request(u"tools/call"_s, {{u"name"_s, u"echo"_s}});
    const auto future = envelope(u"2099-01-01"_s);
    auto bare = envelope();
    bare.remove(u"io.modelcontextprotocol/clientCapabilities"_s);
    QTest::newRow("no envelope") << request(u"tools/list"_s, {}, {}) << headers("tools/list") << 400 << -32602;
    QTest::newRow("no capabilities") << request(u"tools/list"_s, {}, bare) << headers("tools/list") << 400 << -32602;
    QTest::newRow("no version header") << list << test::HeaderList {{"Mcp-Method", "tools/list"}} << 400 << -32020;
    QTest::newRow("another version in the header") << list << headers("tools/list", {}, "2025-11-25") << 400 << -32020;
    QTest::newRow("a version to come") << request(u"tools/list"_s, {}, future)
                                       << headers("tools/list", {}, "2099-01-01") << 400 << -32022;
    QTest::newRow("no method header") << list << test::HeaderList {{"MCP-Protocol-Version", version}} << 400 << -32020;
    QTest::newRow("another case of the method") << list << headers("Tools/List") << 400 << -32020;
    QTest::newRow("no name header") << call << headers("tools/call") << 400 << -32020;
    QTest::newRow("another name") << call << headers("tools/call", "wait") << 400 << -32020;
    QTest::newRow("a name of broken Base64") << call << headers("tools/call", "=?base64?ZWNobw=?=") << 400 << -32020;
    QTest::newRow("a method of the era before") << request(u"ping"_s) << headers("ping") << 404 << -32601;
    QTest::newRow("initialize") << request(u"initialize"_s) << headers("initialize") << 404 << -32601;
    QTest::newRow("an unknown method") << request(u"no/such"_s) << headers("no/such") << 404 << -32601;
    QTest::newRow("an unknown resource") << request(u"resources/read"_s, {{u"uri"_s, u"test://none"_s}})
                                         << headers("resources/read", "test://none") << 200 << -32602;
    QTest::newRow("a batch") << QByteArray('[' + list + ']') << headers("tools/list") << 400 << -32600;
}

void ModernEraTest::refuses()
{
    QFETCH(QByteArray, body);
    QFETCH(test::HeaderList, sent);
    const auto answer = m_live->client().post(body, sent);
    QTEST(answer.status, "status");
    QTEST(answer.json().value(u"error"_s)[u"code"_s].toInt(), "code");
    QCOMPARE(answer.json().value(u"id"_s), body.startsWith('[') ? QJsonValue() : QJsonValue(7));
}

void ModernEraTest::choosesTheEraByTheRequest()
{
    auto one = m_live->client();
    QCOMPARE(one.initialize().status, 200);
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 200);
    QCOMPARE(one.post(request(u"tools/list"_s), headers("tools/list")).status, 200);
    QCOMPARE(one.post(test::McpClient::request(u"tools/list"_s)).status, 200);
    QVERIFY(one.post(test::McpClient::request(u"tools/list"_s)).json()[u"result"_s][u"resultType"_s].isUndefined());
}

void ModernEraTest::cancelsWhenTheClientHangsUp()
{
    auto one = m_live->client();
    const auto call
        = one.start("POST", request(u"tools/call"_s, {{u"name"_s, u"wait"_s}}), headers("tools/call", "wait"));
    QTRY_COMPARE(m_live->tools.waiting.size(), size_t(1));
    QVERIFY(!m_live->tools.waiting[0].first.isRequested());
    call->abort();
    QTRY_VERIFY(m_live->tools.waiting[0].first.isRequested());
    m_live->tools.finishAll();
}

void ModernEraTest::tellsOnlyWhatIsListenedTo()
{
    auto one = m_live->client();
    const auto stream = one.start("POST",
        request(u"subscriptions/listen"_s,
            {{u"notifications"_s, QJsonObject {{u"toolsListChanged"_s, true}, {u"promptsListChanged"_s, true}}}}),
        headers("subscriptions/listen"));
    QByteArray heard;
    QTRY_VERIFY((heard += stream->readAll()).contains("acknowledged"));
    QVERIFY(heard.contains(R"("notifications":{"toolsListChanged":true})"));
    QVERIFY(heard.contains(R"("io.modelcontextprotocol/subscriptionId":7)"));
    m_live->endpoint->listChanged(u"prompts"_s);
    m_live->endpoint->listChanged(u"tools"_s);
    QTRY_VERIFY((heard += stream->readAll()).contains("tools/list_changed"));
    QVERIFY(!heard.contains("prompts/list_changed"));
    stream->abort();
    QTRY_COMPARE(m_live->endpoint->streamCount(), 0);
}

void ModernEraTest::tellsOfAResourceThatChanged()
{
    auto one = m_live->client();
    const auto stream = one.start("POST",
        request(u"subscriptions/listen"_s,
            {{u"notifications"_s,
                QJsonObject {{u"resourceSubscriptions"_s, QJsonArray {u"test://one"_s, u"test://none"_s}}}}}),
        headers("subscriptions/listen"));
    QByteArray heard;
    QTRY_VERIFY((heard += stream->readAll()).contains("\"resourceSubscriptions\":[\"test://one\"]"));
    m_live->endpoint->resourcesMayHaveChanged(); // but has not
    QTest::qWait(400);
    m_live->resources.text = u"something else"_s;
    m_live->endpoint->resourcesMayHaveChanged();
    QTRY_VERIFY((heard += stream->readAll()).contains("resources/updated"));
    QCOMPARE(heard.count("resources/updated"), 1);
}

void ModernEraTest::endsSubscriptionsProperly()
{
    auto one = m_live->client();
    const auto stream = one.start("POST", request(u"subscriptions/listen"_s, {{u"notifications"_s, QJsonObject()}}),
        headers("subscriptions/listen"));
    QTRY_COMPARE(m_live->endpoint->streamCount(), 1);
    m_live->endpoint->endSubscriptions();
    QTRY_VERIFY(stream->isFinished());
    QVERIFY(stream->readAll().contains(R"("resultType":"complete")"));
    QCOMPARE(m_live->endpoint->streamCount(), 0);
}

QTEST_GUILESS_MAIN(ModernEraTest)
#include "tst_modernera.moc"
