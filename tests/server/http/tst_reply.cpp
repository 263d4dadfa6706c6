// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/reply.h"
#include "tests/server/http/livehttp.h"
#include "tests/support/verify.h"

#include <QThreadPool>

using namespace hub;
using namespace hub::http;
using namespace hub::http::test;

/// Replies that come late, from other threads, twice or never.
class ReplyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersLaterFromAnotherThread();
    void keepsTheOrderOfPipelinedRequests();
    void noticesThatTheClientHasGone();
    void callsBackAtOnceWhenTheClientHasLongGone();
    void staysHarmlessAfterTheServer();
    void countsTheFirstAnswerOnly();
    void answersForAHandlerThatForgot();
    void answersForAHandlerThatThrows();
    void mapsErrors();
    void keepsTheRequestForLater();

private:
    std::unique_ptr<Server> m_server;
    std::optional<Reply> m_kept;
    std::function<void(const Request &, const Reply &)> m_handle;
};

void ReplyTest::init()
{
    m_kept.reset();
    Router router(authenticate);
    router.add({.method = "GET", .path = "/now", .access = openToAll, .handler = [](const Request &) {
                    return Response::text("now");
                }});
    router.add({.method = "POST",
        .path = "/{name}",
        .access = openToAll,
        .body = BodyKind::Bytes,
        .handler = [this](const Request &request, const Reply &reply) { m_handle(request, reply); }});
    m_server = std::make_unique<Server>(Policy {}, std::move(router));
    VERIFY_OK(m_server->start({QHostAddress::LocalHost}, 0));
    m_handle = [this](const Request &, const Reply &reply) { m_kept = reply; };
}

void ReplyTest::answersLaterFromAnotherThread()
{
    m_handle = [](const Request &request, const Reply &reply) {
        QThreadPool::globalInstance()->start([request, reply] { reply.send(Response::text("late " + request.body)); });
    };
    RawClient client(m_server->port());
    QVERIFY(client.ask(post("/x", "hello"), "late hello").startsWith("HTTP/1.1 200 OK\r\n"));
}

void ReplyTest::keepsTheOrderOfPipelinedRequests()
{
    RawClient client(m_server->port());
    client.send(post("/x", "1") + get("/now"));
    QVERIFY(QTest::qWaitFor([&] { return m_kept.has_value(); }, 3000));
    QVERIFY(client.received().isEmpty());
    m_kept->send(Response::text("first"));
    const auto answers = client.until("now");
    QVERIFY(answers.indexOf("first") < answers.indexOf("now"));
    QVERIFY(answers.contains("first"));
}

void ReplyTest::noticesThatTheClientHasGone()
{
    int gone = 0;
    m_handle = [&](const Request &, const Reply &reply) {
        m_kept = reply;
        reply.onClosed([&gone] { ++gone; });
    };
    RawClient client(m_server->port());
    client.send(post("/x", "1"));
    QVERIFY(QTest::qWaitFor([&] { return m_kept.has_value(); }, 3000));
    QVERIFY(!m_kept->isClosed());
    client.leave();
    QTRY_COMPARE(gone, 1);
    QVERIFY(m_kept->isClosed());
    m_kept->send(Response::text("to nobody"));
    QTRY_COMPARE(m_server->connectionCount(), 0);
}

void ReplyTest::callsBackAtOnceWhenTheClientHasLongGone()
{
    RawClient client(m_server->port());
    client.send(post("/x", "1"));
    QTRY_VERIFY(m_kept);
    client.leave();
    QTRY_VERIFY(m_kept->isClosed());
    bool isTold = false;
    m_kept->onClosed([&] { isTold = true; });
    QVERIFY(isTold);
}

void ReplyTest::staysHarmlessAfterTheServer()
{
    int gone = 0;
    RawClient client(m_server->port());
    client.send(post("/x", "1"));
    QTRY_VERIFY(m_kept);
    m_kept->onClosed([&gone] { ++gone; });
    m_server.reset();
    QCOMPARE(gone, 1);
    m_kept->send(Response::text("to nobody"));
    m_kept->stream().send({.data = "to nobody"});
    m_kept.reset();
}

void ReplyTest::countsTheFirstAnswerOnly()
{
    m_handle = [](const Request &, const Reply &reply) {
        reply.send(Response::text("one"));
        reply.send(Response::text("two"));
        reply.stream();
    };
    RawClient client(m_server->port());
    const auto answers = client.ask(post("/x", "") + get("/now"), "now");
    QCOMPARE(answers.count("HTTP/1.1 200"), 2);
    QVERIFY(answers.contains("one") && !answers.contains("two"));
}

void ReplyTest::answersForAHandlerThatForgot()
{
    QTest::ignoreMessage(QtCriticalMsg, "a handler forgot to answer POST /x");
    m_handle = [](const Request &, const Reply &) {};
    RawClient client(m_server->port());
    const auto answer = client.ask(post("/x", ""), "}");
    QVERIFY(answer.startsWith("HTTP/1.1 500 "));
    QCOMPARE(errorIn(answer), u"Internal error"_s);
}

void ReplyTest::answersForAHandlerThatThrows()
{
    QTest::ignoreMessage(QtCriticalMsg, "exception in a handler: secret");
    m_handle = [](const Request &, const Reply &) { throw std::runtime_error("secret"); };
    RawClient client(m_server->port());
    const auto answer = client.ask(post("/x", ""), "}");
    QVERIFY(answer.startsWith("HTTP/1.1 500 "));
    QVERIFY(!answer.contains("secret"));
}

void ReplyTest::mapsErrors()
{
    m_handle = [](const Request &, const Reply &reply) { reply.fail({ErrorCode::NotFound, u"No such memory"_s}); };
    RawClient client(m_server->port());
    const auto answer = client.ask(post("/x", ""), "}");
    QVERIFY(answer.startsWith("HTTP/1.1 404 "));
    QCOMPARE(errorIn(answer), u"No such memory"_s);
}

void ReplyTest::keepsTheRequestForLater()
{
    Request kept;
    m_handle = [&](const Request &request, const Reply &reply) {
        kept = request;
        reply.send(Response::empty(204));
    };
    RawClient client(m_server->port());
    client.ask(post("/a%20b?c=d", "body", "X-Name: value\r\n"), "\r\n\r\n");
    client.ask(get("/now"), "now");
    QCOMPARE(kept.body, "body");
    QCOMPARE(kept.params["name"], u"a b"_s);
    QCOMPARE(kept.header("x-name"), "value");
    QCOMPARE(kept.queryItem(u"c"_s), std::optional(u"d"_s));
    QCOMPARE(kept.peer.toString(), u"127.0.0.1"_s);
}

QTEST_GUILESS_MAIN(ReplyTest)
#include "tst_reply.moc"
