// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/server.h"
#include "server/mcp/protocol/endpoint.h"
#include "tests/support/fakeprotocol.h"
#include "tests/support/mcpclient.h"
#include "tests/support/verify.h"

using namespace hub;
using namespace hub::mcp;

namespace {

/// The key stands in a header or, as old clients send it, in the address.
Result<Principal> authenticate(const http::Request &request)
{
    auto key = QString::fromLatin1(request.header("authorization")).section(u' ', 1);
    if (key.isEmpty())
        key = request.queryItem(u"accessKey"_s).value_or(QString());
    if (key.isEmpty())
        return Error {ErrorCode::Denied, u"A key is needed"_s};
    Principal caller;
    if (key != u"master")
        caller.keyId = key;
    return caller;
}

QByteArray longCall()
{
    return test::McpClient::request(
        u"tools/call"_s, {{u"name"_s, u"wait"_s}, {u"_meta"_s, QJsonObject {{u"progressToken"_s, u"p"_s}}}}, 42);
}

/// What the stream has said, until it contains `wanted`.
QByteArray heardUntil(QNetworkReply &stream, const QByteArray &wanted)
{
    QByteArray heard;
    const bool isThere = QTest::qWaitFor([&] { return (heard += stream.readAll()).contains(wanted); }, 5000);
    return isThere ? heard : "missing " + wanted + " in: " + heard;
}

QByteArray fieldOf(const QByteArray &events, const QByteArray &name)
{
    const QByteArray label = name + ": ";
    const auto start = events.indexOf(label) + label.size();
    return events.sliced(start, events.indexOf('\n', start) - start);
}

} // namespace

/// Streams that break and sessions that are picked up again, over a real port.
class SessionStreamsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_server.reset(); }

    void givesTheRestToAClientThatComesBack();
    void opensANewStreamForAnUnknownEvent();
    void goesOnWithTheSessionThatTheClientLeft();
    void leavesASessionInUseAlone();
    void speaksTheTransportOf2024();
    void closesTheAddressWithItsStream();
    void keepsTheAddressFromOtherKeys();

private:
    QByteArray openSse(std::unique_ptr<QNetworkReply> &stream);
    test::HttpAnswer postTo(const QByteArray &address, const QByteArray &body, const test::HeaderList &extra = {});

    std::unique_ptr<test::EchoTools> m_tools;
    std::unique_ptr<test::MemorySessions> m_sessions;
    std::unique_ptr<Endpoint> m_endpoint;
    std::unique_ptr<http::Server> m_server;
    std::unique_ptr<test::HttpClient> m_http;
    QString m_url;
};

void SessionStreamsTest::init()
{
    m_tools = std::make_unique<test::EchoTools>();
    m_sessions = std::make_unique<test::MemorySessions>();
    m_endpoint = std::make_unique<Endpoint>(
        ServerInfo {u"tests"_s, u"Tests"_s, u"1"_s, {}}, Offers {.tools = *m_tools}, *m_sessions);
    http::Router router(authenticate);
    m_endpoint->addRoutes(router);
    m_endpoint->addSseRoutes(router, {.authenticate = authenticate});
    m_server = std::make_unique<http::Server>(http::Policy {}, std::move(router));
    VERIFY_OK(m_server->start({QHostAddress(QHostAddress::LocalHost)}, 0));
    m_url = u"http://127.0.0.1:%1"_s.arg(m_server->port());
    m_http = std::make_unique<test::HttpClient>(m_url);
}

void SessionStreamsTest::givesTheRestToAClientThatComesBack()
{
    test::McpClient one(m_url, "master");
    one.initialize();
    const auto call = one.start("POST", longCall());
    const auto begun = heardUntil(*call, "data: \n\n");
    QVERIFY2(begun.startsWith("id: "), begun.constData());
    call->abort();
    QTRY_COMPARE(m_endpoint->streamCount(), 0);
    m_tools->finishAll();
    const auto rest = one.send("GET", {{"Accept", "text/event-stream"}, {"Last-Event-ID", fieldOf(begun, "id")}});
    QCOMPARE(rest.status, 200);
    QCOMPARE(rest.body.count(R"("id":42)"), 1);
    QVERIFY(rest.body.contains(R"("waited":true)"));
    const auto again = one.send("GET", {{"Accept", "text/event-stream"}, {"Last-Event-ID", fieldOf(begun, "id")}});
    QCOMPARE(again.body.count(R"("id":42)"), 1);
}

void SessionStreamsTest::opensANewStreamForAnUnknownEvent()
{
    test::McpClient one(m_url, "master");
    one.initialize();
    for (const auto *id : {"bogus", "-", "0123-1", "x-99999999999999999999"}) {
        const auto stream = one.start("GET", {}, {{"Accept", "text/event-stream"}, {"Last-Event-ID", id}});
        QVERIFY2(heardUntil(*stream, "retry").startsWith("id: "), id);
        QCOMPARE(stream->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
    }
}

void SessionStreamsTest::goesOnWithTheSessionThatTheClientLeft()
{
    test::McpClient one(m_url, "master");
    one.initialize();
    const auto left = one.sessionId();
    m_sessions->rested = QStringList {QString::fromLatin1(left)};
    m_endpoint->sessionEnded(QString::fromLatin1(left)); // nothing of it is in memory, as after a restart
    test::McpClient stranger(m_url, "another");
    stranger.initialize();
    QVERIFY(stranger.sessionId() != left);
    test::McpClient again(m_url, "master");
    QCOMPARE(again.initialize(u"2025-06-18"_s).json()[u"result"_s][u"protocolVersion"_s].toString(), u"2025-06-18"_s);
    QCOMPARE(again.sessionId(), left);
}

void SessionStreamsTest::leavesASessionInUseAlone()
{
    test::McpClient one(m_url, "master");
    one.initialize();
    m_sessions->rested = QStringList {QString::fromLatin1(one.sessionId())};
    test::McpClient second(m_url, "master"); // within a minute
    second.initialize();
    QVERIFY(second.sessionId() != one.sessionId());
    const auto stream = one.start("GET");
    QTRY_COMPARE(m_endpoint->streamCount(), 1);
    test::McpClient third(m_url, "master");
    third.initialize();
    QVERIFY(third.sessionId() != one.sessionId());
}

QByteArray SessionStreamsTest::openSse(std::unique_ptr<QNetworkReply> &stream)
{
    stream.reset(m_http->start("GET", u"/sse?accessKey=master"_s, {{"Accept", "text/event-stream"}}));
    const auto heard = heardUntil(*stream, "\n\n");
    return heard.startsWith("event: endpoint\n") ? fieldOf(heard, "data") : QByteArray();
}

test::HttpAnswer SessionStreamsTest::postTo(
    const QByteArray &address, const QByteArray &body, const test::HeaderList &extra)
{
    return m_http->send(
        "POST", QString::fromLatin1(address), test::HeaderList {{"Content-Type", "application/json"}} + extra, body);
}

void SessionStreamsTest::speaksTheTransportOf2024()
{
    std::unique_ptr<QNetworkReply> stream;
    const auto address = openSse(stream);
    QVERIFY(address.startsWith("/message?sessionId="));
    const auto hello = test::McpClient::request(u"initialize"_s, {{u"protocolVersion"_s, u"2024-11-05"_s}}, 1);
    QCOMPARE(postTo(address, hello).status, 202);
    QVERIFY(heardUntil(*stream, "\n\n").contains(R"("protocolVersion":"2024-11-05")"));
    QCOMPARE(postTo(address, test::McpClient::request(u"tools/list"_s, {}, 2)).status, 202);
    QVERIFY(heardUntil(*stream, "\n\n").contains(R"("name":"echo")"));
    QCOMPARE(postTo(address, "{").status, 400);
}

void SessionStreamsTest::closesTheAddressWithItsStream()
{
    std::unique_ptr<QNetworkReply> stream;
    const auto address = openSse(stream);
    stream->abort();
    QTRY_COMPARE(m_endpoint->streamCount(), 0);
    QCOMPARE(postTo(address, test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(postTo("/message?sessionId=guess", test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(postTo("/message", test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(m_http->send("GET", u"/sse"_s, {}).status, 401);
}

void SessionStreamsTest::keepsTheAddressFromOtherKeys()
{
    std::unique_ptr<QNetworkReply> stream;
    const auto address = openSse(stream);
    const auto ping = test::McpClient::request(u"ping"_s);
    QCOMPARE(postTo(address, ping, {{"Authorization", "Bearer another"}}).status, 404);
    QCOMPARE(postTo(address, ping, {{"Authorization", "Bearer master"}}).status, 202);
}

QTEST_GUILESS_MAIN(SessionStreamsTest)
#include "tst_sessionstreams.moc"
