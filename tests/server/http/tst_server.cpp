// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/server.h"
#include "tests/server/http/livehttp.h"
#include "tests/support/verify.h"

#include <QTcpServer>
#include <QThread>

using namespace hub;
using namespace hub::http;
using namespace hub::http::test;

/// What a client sees over a real socket, and how the server starts and stops.
class ServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void refusesOverTheSocket_data();
    void refusesOverTheSocket();
    void refusesStrangersBeforeAnythingElse();
    void authenticatesBeforeTheBodyIsSent();
    void invitesTheBodyOfACallerItKnows();
    void keepsTheConnectionAfterARefusalWithoutBody();
    void answersHeadWithoutBody();
    void closesWhenAskedTo();
    void takesABodyInChunks();
    void givesBackTheRoomOfBodiesThatCameToNothing_data();
    void givesBackTheRoomOfBodiesThatCameToNothing();
    void waitsForAReaderOfLongReplies();
    void grantsCorsToAllowedPages();
    void turnsAwayTooManyConnections();
    void listensOnBothFamilies();
    void leavesOutIpv6WhereThereIsNone();
    void namesThePortInUse();
    void letsACallFinishWhenStopping();
    void endsSubscriptionsWhenStopping();
    void givesUpWaitingWhenStopping();
    void stopsFromWithinAHandler();
    void startsAgain();
    void runsInAWorkerThread();

private:
    Router routes();
    void start(Policy policy = {});

    std::unique_ptr<Server> m_server;
    std::optional<Reply> m_kept;
    EventStream m_stream;
    int m_calls = 0;
};

Router ServerTest::routes()
{
    Router router(authenticate);
    router.add({.method = "GET", .path = "/open", .access = openToAll, .handler = [](const Request &) {
                    return Response::text("hello");
                }});
    router.add({.method = "GET", .path = "/long", .access = openToAll, .handler = [this](const Request &) {
                    ++m_calls;
                    return Response::text(QByteArray(8 * 1024 * 1024, 'x'));
                }});
    router.add({.method = "POST",
        .path = "/mcp",
        .access = Permission::Write,
        .body = BodyKind::Json,
        .bodyLimit = 1000,
        .handler = [this](const Request &request) {
            ++m_calls;
            return Response::json(request.body);
        }});
    router.add({.method = "DELETE", .path = "/mcp", .access = Permission::Admin, .handler = [](const Request &) {
                    return Response::empty(204);
                }});
    router.add(
        {.method = "GET", .path = "/kept", .access = openToAll, .handler = [this](const Request &, const Reply &reply) {
             m_kept = reply;
         }});
    router.add({.method = "GET",
        .path = "/stream",
        .access = openToAll,
        .handler = [this](const Request &, const Reply &reply) { m_stream = reply.stream(); }});
    router.add({.method = "POST", .path = "/stop", .access = openToAll, .handler = [this](const Request &) {
                    m_server->stop(0);
                    return Response::text("stopping");
                }});
    return router;
}

void ServerTest::init()
{
    m_kept.reset();
    m_stream = {};
    m_calls = 0;
    start();
}

void ServerTest::start(Policy policy)
{
    policy.origins = {"http://page.example"};
    m_server = std::make_unique<Server>(policy, routes());
    VERIFY_OK(m_server->start({QHostAddress::LocalHost}, 0));
    QVERIFY(m_server->port() > 0);
}

void ServerTest::refusesOverTheSocket_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("header");
    const auto json = QByteArray("Content-Type: application/json\r\n");
    const auto none = QByteArray();
    QTest::newRow("unknown path") << get("/nowhere") << 404 << none;
    QTest::newRow("wrong method") << post("/open", "") << 405 << QByteArray("Allow: GET, HEAD, OPTIONS\r\n");
    QTest::newRow("no key") << post("/mcp", "{}", json) << 401
                            << QByteArray("WWW-Authenticate: Bearer resource_metadata=");
    QTest::newRow("no permission") << QByteArray("DELETE /mcp HTTP/1.1\r\n" + host + key + "\r\n") << 403 << none;
    QTest::newRow("too long") << post("/mcp", QByteArray(1001, ' '), json + key) << 413 << none;
    QTest::newRow("too long, in chunks") << QByteArray(
        "POST /mcp HTTP/1.1\r\n" + host + json + key + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n")
                                         << 413 << none;
    QTest::newRow("wrong type") << post("/mcp", "{}", key + "Content-Type: text/plain\r\n") << 415 << none;
    QTest::newRow("long header") << get("/open", "X-A: " + QByteArray(40000, 'a') + "\r\n") << 431 << none;
    QTest::newRow("long path") << get("/" + QByteArray(40000, 'a')) << 414 << none;
    QTest::newRow("not HTTP") << QByteArray("\x16\x03\x01\x02") << 400 << none;
}

void ServerTest::refusesOverTheSocket()
{
    QFETCH(QByteArray, sent);
    QFETCH(int, status);
    QFETCH(QByteArray, header);
    RawClient client(m_server->port());
    const auto answer = client.ask(sent, "}");
    QVERIFY2(answer.startsWith(QByteArray("HTTP/1.1 " + QByteArray::number(status) + ' ')), answer.constData());
    QVERIFY2(answer.contains(header), answer.constData());
    QVERIFY(answer.contains("Content-Type: application/json\r\n"));
    QVERIFY(!errorIn(answer).isEmpty());
    QCOMPARE(m_calls, 0);
}

void ServerTest::refusesStrangersBeforeAnythingElse()
{
    for (const QByteArray path : {"/open", "/nowhere", "/mcp"}) {
        RawClient rebound(m_server->port());
        rebound.send("GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        QVERIFY(rebound.untilClosed().startsWith("HTTP/1.1 403 "));
        RawClient page(m_server->port());
        page.send(get(path, "Origin: https://evil.example\r\n"));
        const auto answer = page.untilClosed();
        QVERIFY(answer.startsWith("HTTP/1.1 403 "));
        QVERIFY(!answer.contains("Access-Control"));
    }
}

void ServerTest::authenticatesBeforeTheBodyIsSent()
{
    RawClient client(m_server->port());
    client.send("POST /mcp HTTP/1.1\r\n" + host
        + "Content-Type: application/json\r\nExpect: 100-continue\r\n"
          "Content-Length: 900\r\n\r\n");
    const auto answer = client.untilClosed();
    QVERIFY2(answer.startsWith("HTTP/1.1 401 "), answer.constData());
    QVERIFY(answer.contains("Connection: close\r\n"));
}

void ServerTest::invitesTheBodyOfACallerItKnows()
{
    RawClient client(m_server->port());
    const auto invitation = client.ask("POST /mcp HTTP/1.1\r\n" + host + key
            + "Content-Type: application/json\r\n"
              "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n",
        "\r\n\r\n");
    QCOMPARE(invitation, "HTTP/1.1 100 Continue\r\n\r\n");
    QVERIFY(client.ask("{}", "{}").contains("HTTP/1.1 200 OK"));
}

void ServerTest::keepsTheConnectionAfterARefusalWithoutBody()
{
    RawClient client(m_server->port());
    client.ask(get("/nowhere"), "}");
    QVERIFY(client.ask(get("/open"), "hello").contains("HTTP/1.1 200 OK"));
}

void ServerTest::answersHeadWithoutBody()
{
    RawClient client(m_server->port());
    const auto answers = client.ask("HEAD /open HTTP/1.1\r\n" + host + "\r\n" + get("/open"), "hello");
    QCOMPARE(answers.count("Content-Length: 5\r\n"), 2);
    QCOMPARE(answers.count("hello"), 1);
}

void ServerTest::closesWhenAskedTo()
{
    RawClient client(m_server->port());
    client.send(get("/open", "Connection: close\r\n"));
    const auto answer = client.untilClosed();
    QVERIFY(answer.contains("Connection: close\r\n") && answer.endsWith("hello"));
    RawClient old(m_server->port());
    old.send("GET /open HTTP/1.0\r\n\r\n");
    QVERIFY(old.untilClosed().endsWith("hello"));
}

void ServerTest::takesABodyInChunks()
{
    RawClient client(m_server->port());
    const QByteArray head = "POST /mcp HTTP/1.1\r\n" + host + key
        + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const char c : QByteArray(head + "3\r\n{\"a\r\n5\r\n\": 1}\r\n0\r\n\r\n"))
        client.send(QByteArray(1, c));
    QVERIFY(client.until("1}").endsWith(R"({"a": 1})"));
}

void ServerTest::givesBackTheRoomOfBodiesThatCameToNothing_data()
{
    QTest::addColumn<QByteArray>("framing");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("half a body") << QByteArray("Content-Length: 900\r\n") << QByteArray(800, ' ');
    QTest::newRow("half a chunk") << QByteArray("Transfer-Encoding: chunked\r\n")
                                  << QByteArray("384\r\n" + QByteArray(800, ' '));
    QTest::newRow("a bad chunk after a good one")
        << QByteArray("Transfer-Encoding: chunked\r\n") << QByteArray("320\r\n" + QByteArray(800, ' ') + "\r\nzz\r\n");
}

void ServerTest::givesBackTheRoomOfBodiesThatCameToNothing()
{
    QFETCH(QByteArray, framing);
    QFETCH(QByteArray, body);
    Policy policy;
    policy.limits.bodiesInFlight = 1500;
    start(policy);
    const auto headers = QByteArray(key + "Content-Type: application/json\r\n");
    for (int i = 0; i < 5; ++i) {
        RawClient client(m_server->port());
        client.send("POST /mcp HTTP/1.1\r\n" + host + headers + framing + "\r\n" + body);
        QTest::qWait(20);
        QVERIFY(!client.received().contains(" 503 "));
        client.leave();
        QTRY_COMPARE(m_server->connectionCount(), 0);
    }
    RawClient one(m_server->port());
    RawClient two(m_server->port());
    one.send("POST /mcp HTTP/1.1\r\n" + host + headers + "Content-Length: 900\r\n\r\n" + QByteArray(800, ' '));
    QTest::qWait(200);
    two.send(post("/mcp", QByteArray(900, ' '), headers));
    QVERIFY(two.untilClosed().startsWith("HTTP/1.1 503 "));
    one.send(QByteArray(100, ' '));
    QVERIFY(one.until("\r\n\r\n").startsWith("HTTP/1.1 200 "));
}

void ServerTest::waitsForAReaderOfLongReplies()
{
    RawClient client(m_server->port());
    client.readNoMore();
    client.send(get("/long").repeated(20));
    QTRY_VERIFY(m_calls > 0);
    QTest::qWait(100);
    QVERIFY2(m_calls <= 2, QByteArray::number(m_calls).constData());
}

void ServerTest::grantsCorsToAllowedPages()
{
    const auto page = QByteArray("Origin: http://page.example\r\n");
    RawClient client(m_server->port());
    const auto preflight = client.ask("OPTIONS /mcp HTTP/1.1\r\n" + host + page + "\r\n", "\r\n\r\n");
    QVERIFY(preflight.startsWith("HTTP/1.1 204 "));
    QVERIFY(preflight.contains("Access-Control-Allow-Methods: POST, DELETE, OPTIONS\r\n"));
    QVERIFY(preflight.contains("Access-Control-Allow-Origin: http://page.example\r\n"));
    RawClient refused(m_server->port());
    QVERIFY(
        refused.ask(post("/mcp", "{}", page), "}").contains("Access-Control-Allow-Origin: http://page.example\r\n"));
    const auto own = "Origin: http://127.0.0.1\r\n";
    RawClient ours(m_server->port());
    QVERIFY(ours.ask(get("/open", own), "hello").startsWith("HTTP/1.1 200 "));
}

void ServerTest::turnsAwayTooManyConnections()
{
    Policy policy;
    policy.limits.connections = 2;
    start(policy);
    RawClient one(m_server->port());
    RawClient two(m_server->port());
    RawClient three(m_server->port());
    QVERIFY(three.untilClosed().startsWith("HTTP/1.1 503 "));
    one.leave();
    QTRY_COMPARE(m_server->connectionCount(), 1);
    RawClient four(m_server->port());
    QVERIFY(four.ask(get("/open"), "hello").contains("hello"));
}

void ServerTest::listensOnBothFamilies()
{
    if (QTcpServer probe; !probe.listen(QHostAddress::LocalHostIPv6))
        QSKIP("this machine has no ::1");
    m_server = std::make_unique<Server>(Policy {}, routes());
    VERIFY_OK(m_server->start({QHostAddress::LocalHost, QHostAddress::LocalHostIPv6}, 0));
    RawClient four(m_server->port());
    RawClient six(m_server->port(), QHostAddress::LocalHostIPv6);
    QVERIFY(four.ask(get("/open"), "hello").endsWith("hello"));
    QVERIFY(six.ask("GET /open HTTP/1.1\r\nHost: [::1]:1\r\n\r\n", "hello").endsWith("hello"));
    QCOMPARE(m_server->connectionCount(), 2);
}

void ServerTest::leavesOutIpv6WhereThereIsNone()
{
    if (QTcpServer probe; probe.listen(QHostAddress::LocalHostIPv6))
        QSKIP("this machine has ::1");
    m_server = std::make_unique<Server>(Policy {}, routes());
    VERIFY_OK(m_server->start({QHostAddress::LocalHost, QHostAddress::LocalHostIPv6}, 0));
    QVERIFY(m_server->port() > 0);
    Server alone(Policy {}, routes());
    QVERIFY(!alone.start({QHostAddress::LocalHostIPv6}, 0));
}

void ServerTest::namesThePortInUse()
{
    Server second(Policy {}, routes());
    const auto started = second.start({QHostAddress::LocalHost}, m_server->port());
    QVERIFY(!started);
    QCOMPARE(started.error().message, u"Port %1 on 127.0.0.1 is in use by another program"_s.arg(m_server->port()));
    QVERIFY(!second.isRunning());
    const auto nowhere = second.start({QHostAddress(u"192.0.2.1"_s)}, 0);
    QVERIFY(!nowhere);
    QVERIFY(nowhere.error().message.contains(u"192.0.2.1"_s));
}

void ServerTest::letsACallFinishWhenStopping()
{
    RawClient caller(m_server->port());
    RawClient idle(m_server->port());
    const auto port = m_server->port();
    caller.send(get("/kept"));
    QTRY_VERIFY(m_kept);
    bool isStopped = false;
    m_server->stop(5000, [&] { isStopped = true; });
    QVERIFY(idle.untilClosed().isEmpty() && idle.isGone());
    QVERIFY(RawClient(port).isGone());
    QVERIFY(!isStopped);
    m_kept->send(Response::text("finished"));
    const auto answer = caller.untilClosed();
    QVERIFY(answer.endsWith("finished"));
    QVERIFY(answer.contains("Connection: close\r\n"));
    QTRY_VERIFY(isStopped);
    QVERIFY(!m_server->isRunning());
}

void ServerTest::endsSubscriptionsWhenStopping()
{
    RawClient client(m_server->port());
    client.ask(get("/stream"), "\r\n\r\n");
    int closed = 0;
    m_stream.onClosed([&] { ++closed; });
    bool isStopped = false;
    m_server->stop(5000, [&] { isStopped = true; });
    QCOMPARE(closed, 1);
    QVERIFY(client.untilClosed().endsWith("0\r\n\r\n"));
    QTRY_VERIFY_WITH_TIMEOUT(isStopped, 1000);
}

void ServerTest::givesUpWaitingWhenStopping()
{
    RawClient client(m_server->port());
    client.send(get("/kept"));
    QTRY_VERIFY(m_kept);
    bool isClosed = false;
    m_kept->onClosed([&] { isClosed = true; });
    int stopped = 0;
    m_server->stop(60'000, [&] { ++stopped; });
    m_server->stop(50, [&] { ++stopped; });
    QTRY_COMPARE(stopped, 2);
    QVERIFY(isClosed);
}

void ServerTest::stopsFromWithinAHandler()
{
    RawClient client(m_server->port());
    client.send(post("/stop", ""));
    QVERIFY(client.untilClosed().endsWith("stopping"));
    QTRY_VERIFY(!m_server->isRunning());
    QCOMPARE(m_server->port(), 0);
    QCOMPARE(m_server->connectionCount(), 0);
}

void ServerTest::startsAgain()
{
    const auto port = m_server->port();
    for (int i = 0; i < 5; ++i) {
        bool isStopped = false;
        m_server->stop(0, [&] { isStopped = true; });
        QTRY_VERIFY(isStopped);
        VERIFY_OK(m_server->start({QHostAddress::LocalHost}, port));
        RawClient client(port);
        QVERIFY(client.ask(get("/open"), "hello").endsWith("hello"));
    }
    m_server->stop(0, [this] { m_server.reset(); });
    QTRY_VERIFY(!m_server);
}

void ServerTest::runsInAWorkerThread()
{
    QThread thread;
    QObject worker;
    worker.moveToThread(&thread);
    thread.start();
    std::unique_ptr<Server> server;
    quint16 port = 0;
    QMetaObject::invokeMethod(
        &worker,
        [&] {
            server = std::make_unique<Server>(Policy {}, routes());
            const auto started = server->start({QHostAddress::LocalHost}, 0);
            port = started ? server->port() : 0;
        },
        Qt::BlockingQueuedConnection);
    QVERIFY(port > 0);
    RawClient client(port);
    QVERIFY(client.ask(get("/open"), "hello").endsWith("hello"));
    QMetaObject::invokeMethod(&worker, [&] {
        server->stop(1000, [&] {
            server.reset();
            thread.quit();
        });
    });
    QVERIFY(thread.wait(5000));
    QVERIFY(!server);
}

QTEST_GUILESS_MAIN(ServerTest)
#include "tst_server.moc"
