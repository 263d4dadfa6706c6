// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/serializer.h"

#include <QLocale>
#include <QTest>

using namespace hub;
using namespace hub::http;

class SerializerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAWholeReply();
    void leavesOutTheBodyWhereHttpHasNone_data();
    void leavesOutTheBodyWhereHttpHasNone();
    void keepsWhatTheHandlerSays();
    void dropsHeadersWithLineBreaks();
    void grantsCorsToTheOrigin();
    void tellsTheEndOfTheBody();
    void writesTheDateInEnglish();
};

void SerializerTest::writesAWholeReply()
{
    const auto bytes = serialized(Response::json("{}"), {}, {.date = "then"});
    QCOMPARE(bytes,
        "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
        "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\nContent-Length: 2\r\n\r\n{}");
}

void SerializerTest::leavesOutTheBodyWhereHttpHasNone_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("hasLength");
    QTest::newRow("HEAD") << QByteArray("HEAD") << 200 << true;
    QTest::newRow("204") << QByteArray("GET") << 204 << false;
    QTest::newRow("304") << QByteArray("GET") << 304 << false;
}

void SerializerTest::leavesOutTheBodyWhereHttpHasNone()
{
    QFETCH(QByteArray, method);
    QFETCH(int, status);
    Request request;
    request.method = method;
    const auto bytes = serialized(Response::text("body", status), request, {});
    QVERIFY(bytes.endsWith("\r\n\r\n"));
    QTEST(bytes.contains("Content-Length: 4\r\n"), "hasLength");
}

void SerializerTest::keepsWhatTheHandlerSays()
{
    const auto bytes = serialized(Response::text("x").with("cache-control", "max-age=60"), {}, {});
    QVERIFY(bytes.contains("cache-control: max-age=60\r\n"));
    QVERIFY(!bytes.contains("no-store"));
}

void SerializerTest::dropsHeadersWithLineBreaks()
{
    const auto bytes = serialized(Response::text("x").with("X-A", "1\r\nSet-Cookie: stolen").with("X\n", "1"), {}, {});
    QVERIFY(!bytes.contains("stolen"));
    QVERIFY(!bytes.contains("X\n"));
}

void SerializerTest::grantsCorsToTheOrigin()
{
    Request request;
    QVERIFY(!serialized(Response::text("x"), request, {}).contains("Access-Control"));
    request.origin = "http://page.example";
    const auto bytes = serialized(Response::text("x"), request, {});
    QVERIFY(bytes.contains("Access-Control-Allow-Origin: http://page.example\r\nVary: Origin\r\n"));
    QVERIFY(bytes.contains("Access-Control-Expose-Headers: WWW-Authenticate, Mcp-Session-Id"));
}

void SerializerTest::tellsTheEndOfTheBody()
{
    const auto chunked = serialized(Response {}, {}, {.end = BodyEnd::Chunks});
    QVERIFY(chunked.contains("Transfer-Encoding: chunked\r\n") && !chunked.contains("Content-Length"));
    const auto closing = serialized(Response {}, {}, {.end = BodyEnd::Close, .keepAlive = false});
    QVERIFY(closing.contains("Connection: close\r\n") && !closing.contains("Content-Length"));
    QCOMPARE(chunk("hello, hello, hello"), "13\r\nhello, hello, hello\r\n");
    QCOMPARE(chunk({}), "0\r\n\r\n");
}

void SerializerTest::writesTheDateInEnglish()
{
    QLocale::setDefault(QLocale(QLocale::Korean));
    const auto text = QString::fromLatin1(CurrentDate().text());
    const auto moment = QLocale::c().toDateTime(text, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    QVERIFY2(moment.isValid(), qPrintable(text));
}

QTEST_GUILESS_MAIN(SerializerTest)
#include "tst_serializer.moc"
