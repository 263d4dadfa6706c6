// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/eventstream.h"
#include "tests/server/http/livehttp.h"
#include "tests/support/verify.h"

using namespace hub;
using namespace hub::http;
using namespace hub::http::test;

class EventStreamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void writesTheFieldsOfAnEvent();
    void keepsFieldsApart();
    void carriesOnAfterTheEnd();
    void endsWithItsLastCopy();
    void holdsBackTheNextRequest();
    void sendsAHeartbeatWhenSilent();
    void dropsAReaderThatFallsBehind();
    void noticesThatTheClientHasGone();
    void endsAnHttp10StreamWithTheConnection();
    void hasNoBodyForHead();
    void isClosedFromTheBeginning();

private:
    EventStream openStream(RawClient &client);

    std::unique_ptr<Server> m_server;
    EventStream m_stream;
};

namespace {

const auto wholeHead = QByteArray("\r\n\r\n");

} // namespace

void EventStreamTest::init()
{
    m_stream = {};
    Router router(authenticate);
    router.add({.method = "GET", .path = "/now", .access = openToAll, .handler = [](const Request &) {
                    return Response::text("now");
                }});
    router.add({.method = "GET",
        .path = "/stream",
        .access = openToAll,
        .handler = [this](const Request &, const Reply &reply) {
            m_stream = reply.stream({{"X-Extra", "1"}});
        }});
    Policy policy;
    policy.limits.heartbeatMs = 200;
    m_server = std::make_unique<Server>(policy, std::move(router));
    VERIFY_OK(m_server->start({QHostAddress::LocalHost}, 0));
}

EventStream EventStreamTest::openStream(RawClient &client)
{
    client.ask(get("/stream"), wholeHead);
    return m_stream;
}

void EventStreamTest::writesTheFieldsOfAnEvent()
{
    RawClient client(m_server->port());
    const auto head = client.ask(get("/stream"), wholeHead);
    for (const auto *line : {"HTTP/1.1 200 OK", "Content-Type: text/event-stream", "X-Accel-Buffering: no",
             "Transfer-Encoding: chunked", "X-Extra: 1"})
        QVERIFY2(head.contains(line), line);
    m_stream.send({.id = "0", .retryMs = 5000});
    m_stream.send({.data = "one\ntwo\r\nthree", .id = "1", .type = "message"});
    m_stream.comment("note");
    const auto all = client.until("note");
    QVERIFY(all.contains("id: 0\nretry: 5000\ndata: \n\n"));
    QVERIFY(all.contains("id: 1\nevent: message\ndata: one\ndata: two\ndata: three\n\n"));
    QVERIFY(all.contains(": note\n\n"));
}

void EventStreamTest::keepsFieldsApart()
{
    RawClient client(m_server->port());
    openStream(client).send({.data = "a\rdata: b", .id = "1\nevent: x", .type = "t\r\ndata: y"});
    const auto all = client.until("b\n\n");
    QVERIFY(all.contains("id: 1 event: x\nevent: t  data: y\ndata: a\ndata: data: b\n\n"));
}

void EventStreamTest::carriesOnAfterTheEnd()
{
    RawClient client(m_server->port());
    openStream(client).end();
    m_stream.send({.data = "too late"});
    QVERIFY(m_stream.isClosed());
    const auto all = client.ask(get("/now"), "now");
    QVERIFY(all.contains("0\r\n\r\nHTTP/1.1 200 OK"));
    QVERIFY(!all.contains("too late"));
}

void EventStreamTest::endsWithItsLastCopy()
{
    RawClient client(m_server->port());
    {
        const auto copy = openStream(client);
        m_stream = {};
        copy.send({.data = "still there"});
    }
    QVERIFY(client.until("0\r\n\r\n").endsWith("data: still there\n\n\r\n0\r\n\r\n"));
}

void EventStreamTest::holdsBackTheNextRequest()
{
    RawClient client(m_server->port());
    openStream(client);
    client.send(get("/now"));
    QTest::qWait(50);
    m_stream.send({.data = "in between"});
    client.until("in between");
    m_stream.end();
    const auto all = client.until("now");
    QVERIFY(all.indexOf("in between") < all.indexOf("now"));
}

void EventStreamTest::sendsAHeartbeatWhenSilent()
{
    RawClient client(m_server->port());
    openStream(client);
    QVERIFY(client.until("\r\n: \n\n", 2000).contains("\r\n: \n\n"));
}

void EventStreamTest::dropsAReaderThatFallsBehind()
{
    RawClient client(m_server->port());
    client.readNoMore();
    client.send(get("/stream"));
    QTRY_VERIFY(!m_stream.isClosed());
    int dropped = 0;
    m_stream.onClosed([&] { ++dropped; });
    const Event event {.data = QByteArray(64 * 1024, 'x')};
    int sent = 0;
    for (; sent < 1000 && dropped == 0; ++sent) {
        m_stream.send(event);
        QCoreApplication::processEvents();
    }
    QCOMPARE(dropped, 1);
    QVERIFY2(sent > 60, "dropped before the limit"); // 4 MiB, and what the system itself holds
    QTRY_COMPARE(m_server->connectionCount(), 0);
}

void EventStreamTest::noticesThatTheClientHasGone()
{
    RawClient client(m_server->port());
    int gone = 0;
    openStream(client).onClosed([&] { ++gone; });
    client.leave();
    QTRY_COMPARE(gone, 1);
    QVERIFY(m_stream.isClosed());
    m_stream.send({.data = "to nobody"});
}

void EventStreamTest::endsAnHttp10StreamWithTheConnection()
{
    RawClient client(m_server->port());
    client.ask("GET /stream HTTP/1.0\r\n\r\n", wholeHead);
    m_stream.send({.data = "plain"});
    m_stream.end();
    const auto all = client.untilClosed();
    QVERIFY(all.endsWith("\r\n\r\ndata: plain\n\n"));
    QVERIFY(!all.contains("chunked"));
}

void EventStreamTest::hasNoBodyForHead()
{
    RawClient client(m_server->port());
    const auto all = client.ask("HEAD /stream HTTP/1.1\r\n" + host + "\r\n" + get("/now"), "now");
    QVERIFY(all.contains("text/event-stream"));
    QVERIFY(!all.contains("0\r\n\r\nHTTP"));
    QVERIFY(m_stream.isClosed());
}

void EventStreamTest::isClosedFromTheBeginning()
{
    const EventStream stream;
    QVERIFY(stream.isClosed());
    stream.send({.data = "to nobody"});
    stream.comment("to nobody");
    stream.end();
}

QTEST_GUILESS_MAIN(EventStreamTest)
#include "tst_eventstream.moc"
