// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/accessbench.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

using namespace hub;

/// Modes, quotas and rates over HTTP, in both eras.
class LimitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void takesTheModeFromTheHandshake();
    void takesTheModeFromAHeader();
    void keepsTheModeOfTheKeyOtherwise();
    void guidesFirstWhileOnboarding();
    void refusesAModeThatDoesNotExist();
    void hidesResourcesFromWhoeverOnlyWrites();
    void storesExactlyWhatIsLeftOfTheQuota();
    void tellsTheQuotaInHeaders();
    void endsTheDayAtItsLimit();
    void countsRequestsOfAKey();
    void countsRequestsWithoutAKey();
    void endsAtOnceWhatAKeyHasOpen();

private:
    std::unique_ptr<test::AccessBench> m_bench;
};

namespace {

const QStringList recallOnly {u"context"_s, u"recall"_s, u"tool_feedback"_s, u"memory_stats"_s, u"graph_explore"_s,
    u"fragment_history"_s, u"reconstruct_history"_s, u"search_traces"_s, u"get_skill_guide"_s};
const QStringList writeOnly {u"remember"_s, u"batch_remember"_s, u"amend"_s, u"forget"_s, u"link"_s, u"reflect"_s};

QByteArray handshake(const QJsonValue &mode)
{
    return test::McpClient::request(u"initialize"_s,
        {{u"protocolVersion"_s, u"2025-11-25"_s}, {u"capabilities"_s, QJsonObject()}, {u"mode"_s, mode},
            {u"clientInfo"_s, QJsonObject {{u"name"_s, u"tests"_s}, {u"version"_s, u"1"_s}}}});
}

QJsonObject memory(int number)
{
    return {{u"content"_s, u"A memory that is counted, number %1."_s.arg(number)}, {u"topic"_s, u"quota"_s},
        {u"type"_s, u"fact"_s}};
}

QByteArray remembering(int number)
{
    return test::McpClient::request(
        u"tools/call"_s, {{u"name"_s, u"remember"_s}, {u"arguments"_s, memory(number)}}, number + 10);
}

} // namespace

void LimitsTest::init() { m_bench = std::make_unique<test::AccessBench>(); }

void LimitsTest::takesTheModeFromTheHandshake()
{
    VERIFY_OK(m_bench->server.start());
    auto client = m_bench->client(m_bench->key(u"agent"_s).rawKey);
    const auto opened = client.post(handshake(u"recall-only"_s));
    QCOMPARE(opened.status, 200);
    client.useSession(opened.headers.value("mcp-session-id"));
    QCOMPARE(test::toolNames(client.call(u"tools/list"_s)), recallOnly);
    const auto escape = client.call(u"tools/call"_s, {{u"name"_s, u"remember"_s}, {u"arguments"_s, memory(1)}});
    QCOMPARE(escape[u"error"_s][u"code"_s], QJsonValue(-32600));
    QVERIFY(escape[u"error"_s][u"message"_s].toString().contains(u"recall-only"_s));
    QCOMPARE(*m_bench->server.value(u"SELECT count(*) FROM fragments"_s), u"0"_s);
    // A fresh handshake of the same client may ask for something else.
    auto again = m_bench->client(m_bench->secrets.constFirst());
    const auto reopened = again.post(handshake(u"write-only"_s));
    again.useSession(reopened.headers.value("mcp-session-id"));
    QCOMPARE(test::toolNames(again.call(u"tools/list"_s)), writeOnly);
}

void LimitsTest::takesTheModeFromAHeader()
{
    VERIFY_OK(m_bench->server.start());
    const auto secret = m_bench->key(u"agent"_s).rawKey;
    QCOMPARE(
        test::toolNames(m_bench->modern(secret, u"tools/list"_s, {}, {{"X-Memento-Mode", "write-only"}})), writeOnly);
    const auto escape = m_bench->modern(secret, u"tools/call"_s,
        {{u"name"_s, u"recall"_s}, {u"arguments"_s, QJsonObject()}}, {{"X-Memento-Mode", "write-only"}});
    QCOMPARE(escape[u"error"_s][u"code"_s], QJsonValue(-32600));
    auto client = m_bench->initialized(secret);
    const auto listed = client.post(test::McpClient::request(u"tools/list"_s), {{"X-Memento-Mode", "recall-only"}});
    QCOMPARE(test::toolNames(listed.json()), recallOnly);
    QCOMPARE(test::toolNames(client.call(u"tools/list"_s)).size(), 20); // of that one request
    auto bound = m_bench->client(secret);                               // given with the handshake it is the session's
    const auto opened = bound.post(handshake({}), {{"X-Memento-Mode", "recall-only"}});
    bound.useSession(opened.headers.value("mcp-session-id"));
    QCOMPARE(test::toolNames(bound.call(u"tools/list"_s)), recallOnly);
}

void LimitsTest::keepsTheModeOfTheKeyOtherwise()
{
    VERIFY_OK(m_bench->server.start());
    const auto secret
        = m_bench->key(u"agent"_s, [](CreateKeyRequest &request) { request.defaultMode = Mode::RecallOnly; }).rawKey;
    QCOMPARE(test::toolNames(m_bench->initialized(secret).call(u"tools/list"_s)), recallOnly);
    QCOMPARE(test::toolNames(m_bench->modern(secret, u"tools/list"_s, {})), recallOnly);
    const auto all = m_bench->modern(secret, u"tools/list"_s, {}, {{"X-Memento-Mode", "onboarding"}});
    QCOMPARE(test::toolNames(all).size(), 20);
}

void LimitsTest::guidesFirstWhileOnboarding()
{
    VERIFY_OK(m_bench->server.start());
    const auto secret = m_bench->key(u"agent"_s).rawKey;
    const auto usual = test::toolNames(m_bench->modern(secret, u"tools/list"_s, {}));
    auto guided = test::toolNames(m_bench->modern(secret, u"tools/list"_s, {}, {{"X-Memento-Mode", "onboarding"}}));
    QCOMPARE(guided.takeFirst(), u"get_skill_guide"_s);
    auto rest = usual;
    rest.removeAll(u"get_skill_guide"_s);
    QCOMPARE(guided, rest);
}

void LimitsTest::refusesAModeThatDoesNotExist()
{
    VERIFY_OK(m_bench->server.start());
    const auto secret = m_bench->key(u"agent"_s).rawKey;
    for (const auto &wrong : {QJsonValue(u"bogus"_s), QJsonValue(u"RECALL-ONLY"_s), QJsonValue(7)}) {
        const auto refused = m_bench->client(secret).post(handshake(wrong));
        QCOMPARE(refused.status, 400);
        QCOMPARE(refused.json()[u"error"_s][u"code"_s], QJsonValue(-32602));
    }
    auto client = m_bench->initialized(secret);
    QCOMPARE(client.post(test::McpClient::request(u"tools/list"_s), {{"X-Memento-Mode", "bogus"}}).status, 400);
    QCOMPARE(client.send("GET", {{"X-Memento-Mode", "bogus"}}).status, 400);
    QCOMPARE(m_bench->http("GET", u"/sse"_s, secret, {}, {{"X-Memento-Mode", "bogus"}}).status, 400);
    QVERIFY(m_bench->modern(secret, u"tools/list"_s, {}, {{"X-Memento-Mode", "bogus"}}).contains(u"error"_s));
    // A handshake is no work: what its header asked for holds for the session, which can do nothing then.
    auto bound = m_bench->client(secret);
    const auto opened = bound.post(handshake({}), {{"X-Memento-Mode", "bogus"}});
    QCOMPARE(opened.status, 200);
    bound.useSession(opened.headers.value("mcp-session-id"));
    QCOMPARE(bound.post(test::McpClient::request(u"tools/list"_s)).status, 400);
    const auto proper = bound.post(test::McpClient::request(u"tools/list"_s), {{"X-Memento-Mode", "recall-only"}});
    QCOMPARE(test::toolNames(proper.json()), recallOnly);
}

void LimitsTest::hidesResourcesFromWhoeverOnlyWrites()
{
    VERIFY_OK(m_bench->server.start());
    const auto writer
        = m_bench->key(u"writer"_s, [](CreateKeyRequest &request) { request.permissions = QList {Permission::Write}; });
    const QJsonObject stats {{u"uri"_s, u"memory://stats"_s}};
    auto client = m_bench->initialized(writer.rawKey);
    QVERIFY(!client.sessionId().isEmpty()); // it reaches /mcp
    QCOMPARE(client.call(u"resources/list"_s)[u"result"_s][u"resources"_s].toArray().size(), 0);
    QVERIFY(client.call(u"resources/read"_s, stats).contains(u"error"_s));
    const auto all = m_bench->key(u"all"_s).rawKey;
    QVERIFY(m_bench->initialized(all).call(u"resources/read"_s, stats).contains(u"result"_s));
    const auto inMode = m_bench->initialized(all).post(
        test::McpClient::request(u"resources/read"_s, stats), {{"X-Memento-Mode", "write-only"}});
    QVERIFY(inMode.json().contains(u"error"_s));
}

void LimitsTest::storesExactlyWhatIsLeftOfTheQuota()
{
    VERIFY_OK(m_bench->server.start());
    const auto key = m_bench->key(u"agent"_s, [](CreateKeyRequest &request) { request.fragmentLimit = 25; });
    auto client = m_bench->initialized(key.rawKey);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(client.post(remembering(i)).status, 200);
    std::vector<std::unique_ptr<QNetworkReply>> waiting;
    for (int i = 20; i < 70; ++i)
        waiting.push_back(client.start("POST", remembering(i)));
    int stored = 0;
    int refused = 0;
    for (auto &reply : waiting) {
        QTRY_VERIFY_WITH_TIMEOUT(reply->isFinished(), 20'000);
        const auto result = test::HttpClient::read(*reply).json()[u"result"_s].toObject();
        const auto error = result[u"structuredContent"_s][u"error"_s].toString();
        stored += result.contains(u"isError"_s) && !result[u"isError"_s].toBool();
        refused += error.contains(u"fragment_limit_exceeded"_s);
    }
    QCOMPARE(stored, 5);
    QCOMPARE(refused, 45);
    QCOMPARE(*m_bench->server.value(u"SELECT count(*) FROM fragments"_s), u"25"_s);
}

void LimitsTest::tellsTheQuotaInHeaders()
{
    VERIFY_OK(m_bench->server.start());
    const auto key = m_bench->key(u"agent"_s, [](CreateKeyRequest &request) { request.fragmentLimit = 2; });
    auto client = m_bench->initialized(key.rawKey);
    for (const auto &[number, left] : {std::pair {1, "1"}, {2, "0"}, {3, "0"}}) {
        const auto answer = client.post(remembering(number));
        QCOMPARE(answer.headers.value("x-ratelimit-limit"), QByteArray("2"));
        QCOMPARE(answer.headers.value("x-ratelimit-remaining"), QByteArray(left));
        QCOMPARE(answer.headers.value("x-ratelimit-resource"), QByteArray("fragments"));
    }
    const auto master = m_bench->server.initialized().post(remembering(4));
    QVERIFY(!master.headers.contains("x-ratelimit-limit"));
    const auto free = m_bench->initialized(m_bench->key(u"free"_s).rawKey).post(remembering(5));
    QVERIFY(!free.headers.contains("x-ratelimit-limit"));
}

void LimitsTest::endsTheDayAtItsLimit()
{
    const auto clock = std::make_shared<test::FakeClock>();
    m_bench->server.clock = clock;
    m_bench->server.overrides = {{"general", "timezone", u"Asia/Seoul"_s}};
    VERIFY_OK(m_bench->server.start());
    clock->set(u"2026-12-03T14:58:00Z"_s);
    const auto key = m_bench->key(u"agent"_s, [](CreateKeyRequest &request) { request.dailyLimit = 2; });
    auto client = m_bench->initialized(key.rawKey);
    const QJsonObject guide {{u"name"_s, u"get_skill_guide"_s}};
    for (int i = 0; i < 2; ++i)
        QVERIFY(client.call(u"tools/call"_s, guide).contains(u"result"_s));
    const auto refused = client.call(u"tools/call"_s, guide)[u"error"_s].toObject();
    QCOMPARE(refused[u"code"_s], QJsonValue(-32000));
    QCOMPARE(refused[u"data"_s],
        QJsonValue(QJsonObject {{u"limit"_s, 2}, {u"used"_s, 2}, {u"resetsAt"_s, u"2026-12-03T15:00:00Z"_s}}));
    QCOMPARE(
        m_bench->admin("GET", QString(u"/keys/"_s + key.id + u"/usage"_s)).json()[u"usage_today"_s], QJsonValue(2));
    clock->advance(2 * msPerMinute);
    QVERIFY(client.call(u"tools/call"_s, guide).contains(u"result"_s));
    const auto usage = m_bench->admin("GET", QString(u"/keys/"_s + key.id + u"/usage"_s)).json();
    QCOMPARE(usage[u"usage_today"_s], QJsonValue(1));
    QCOMPARE(usage[u"days"_s][0], QJsonValue(QJsonObject {{u"date"_s, u"2026-12-04"_s}, {u"calls"_s, 1}}));
}

void LimitsTest::countsRequestsOfAKey()
{
    m_bench->server.overrides = {{"server", "rateLimitPerKey", 5}};
    VERIFY_OK(m_bench->server.start());
    const auto secret = m_bench->key(u"agent"_s).rawKey;
    const auto other = m_bench->key(u"other"_s).rawKey;
    for (int i = 0; i < 5; ++i)
        QCOMPARE(m_bench->http("GET", u"/health"_s, secret).status, 200);
    const auto refused = m_bench->http("GET", u"/health"_s, secret);
    QCOMPARE(refused.status, 429);
    const auto seconds = refused.headers.value("retry-after").toInt();
    QVERIFY(seconds >= 1 && seconds <= 60);
    QCOMPARE(m_bench->http("POST", u"/mcp"_s, secret).status, 429);
    QCOMPARE(m_bench->http("GET", u"/health"_s, other).status, 200);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(m_bench->http("GET", u"/health"_s, QString::fromLatin1(test::TestServer::key())).status, 200);
}

void LimitsTest::countsRequestsWithoutAKey()
{
    m_bench->server.overrides = {{"server", "rateLimitPerAddress", 4}};
    VERIFY_OK(m_bench->server.start());
    const auto secret = m_bench->key(u"agent"_s).rawKey;
    for (int i = 0; i < 4; ++i)
        QCOMPARE(m_bench->http("POST", u"/mcp"_s, u"mmcp_wrong"_s).status, 401);
    const auto refused = m_bench->http("POST", u"/mcp"_s, u"mmcp_wrong"_s);
    QCOMPARE(refused.status, 429);
    QVERIFY(refused.headers.value("retry-after").toInt() >= 1);
    QCOMPARE(m_bench->http("POST", u"/mcp"_s, {}).status, 429);
    QCOMPARE(m_bench->http("GET", u"/health"_s, u"mmcp_wrong"_s).status, 429);
    QCOMPARE(m_bench->http("GET", u"/health"_s, {}).status, 200);
    QCOMPARE(m_bench->http("GET", u"/health"_s, secret).status, 200); // whoever has a key goes on
}

void LimitsTest::endsAtOnceWhatAKeyHasOpen()
{
    VERIFY_OK(m_bench->server.start());
    const auto key = m_bench->key(u"agent"_s);
    auto client = m_bench->initialized(key.rawKey);
    const auto stream = client.start("GET");
    QTRY_VERIFY(stream->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 200);
    const auto off = m_bench->admin("PUT", QString(u"/keys/"_s + key.id), {{u"status"_s, u"inactive"_s}});
    QCOMPARE(off.status, 200);
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 401);
    QTRY_VERIFY(stream->isFinished());
    QCOMPARE(m_bench->admin("PUT", QString(u"/keys/"_s + key.id), {{u"status"_s, u"active"_s}}).status, 200);
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404); // its session is gone
    QVERIFY(!m_bench->initialized(key.rawKey).sessionId().isEmpty());
}

QTEST_GUILESS_MAIN(LimitsTest)
#include "tst_limits.moc"
