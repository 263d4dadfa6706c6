// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/parser.h"

#include <QTest>

using namespace hub;
using namespace hub::http;

class ParserTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAHead();
    void readsFraming_data();
    void readsFraming();
    void lowersNamesAndTrimsValues();
    void takesTheHostOfAnAbsoluteTarget();
    void refuses_data();
    void refuses();
    void writesACanonicalHead();
    void readsNumbersStrictly();
};

namespace {

Head headOf(const QByteArray &text) { return std::get<Head>(parseHead(text, {})); }

} // namespace

void ParserTest::readsAHead()
{
    const auto head
        = headOf("POST /v1/m%20x?q=a+b&c HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://a\r\nX-A: 1\r\nX-A: 2");
    QCOMPARE(head.request.method, "POST");
    QCOMPARE(head.request.path, "/v1/m%20x");
    QCOMPARE(head.request.query, "q=a+b&c");
    QCOMPARE(head.request.host, "localhost:1");
    QCOMPARE(head.request.origin, "http://a");
    QCOMPARE(head.request.minorVersion, 1);
    QCOMPARE(head.request.header("x-a"), "1");
    QCOMPARE(head.request.headers.size(), 4);
}

void ParserTest::readsFraming_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<bool>("isChunked");
    QTest::addColumn<bool>("keepAlive");
    QTest::addColumn<bool>("expectsContinue");
    const QByteArray one = "POST / HTTP/1.1\r\nHost: x\r\n";
    QTest::newRow("nothing") << QByteArray("GET / HTTP/1.1\r\nHost: x") << qint64(0) << false << true << false;
    QTest::newRow("length") << QByteArray(one + "Content-Length: 0012") << qint64(12) << false << true << false;
    QTest::newRow("chunks") << QByteArray(one + "Transfer-Encoding: Chunked") << qint64(0) << true << true << false;
    QTest::newRow("close") << QByteArray(one + "Connection: x, Close") << qint64(0) << false << false << false;
    QTest::newRow("expect") << QByteArray(one + "Expect: 100-Continue") << qint64(0) << false << true << true;
    QTest::newRow("HTTP/1.0") << QByteArray("GET / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue")
                              << qint64(0) << false << false << false;
}

void ParserTest::readsFraming()
{
    QFETCH(QByteArray, text);
    const auto framing = headOf(text).framing;
    QTEST(framing.length, "length");
    QTEST(framing.isChunked, "isChunked");
    QTEST(framing.keepAlive, "keepAlive");
    QTEST(framing.expectsContinue, "expectsContinue");
}

void ParserTest::lowersNamesAndTrimsValues()
{
    const auto request = headOf("GET / HTTP/1.1\r\nHOST:x\r\nX-Name: \t a b \t").request;
    QCOMPARE(request.headers, (Headers {{"host", "x"}, {"x-name", "a b"}}));
}

void ParserTest::takesTheHostOfAnAbsoluteTarget()
{
    const auto request = headOf("GET http://evil.example?q HTTP/1.1\r\nHost: localhost").request;
    QCOMPARE(request.host, "evil.example?q"); // and is refused as such
    const auto plain = headOf("GET http://localhost:5/a/b?c HTTP/1.1\r\nHost: other").request;
    QCOMPARE(plain.host, "localhost:5");
    QCOMPARE(plain.path, "/a/b");
    QCOMPARE(plain.query, "c");
}

void ParserTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("status");
    const QByteArray line = "POST / HTTP/1.1\r\nHost: x\r\n";
    QTest::newRow("empty") << QByteArray() << 400;
    QTest::newRow("one word") << QByteArray("GARBAGE") << 400;
    QTest::newRow("no version") << QByteArray("GET /") << 400;
    QTest::newRow("another protocol") << QByteArray("GET / HTTX/1.1\r\nHost: x") << 400;
    QTest::newRow("HTTP/2") << QByteArray("PRI * HTTP/2.0") << 505;
    QTest::newRow("HTTP/1.2") << QByteArray("GET / HTTP/1.2\r\nHost: x") << 505;
    QTest::newRow("blanks") << QByteArray("GET  /  HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("method with a colon") << QByteArray("G:T / HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("relative target") << QByteArray("GET a HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("another scheme") << QByteArray("GET https://x/ HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("target without host") << QByteArray("GET http:///a HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("byte over 127") << QByteArray("GET /\xff HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("percent at the end") << QByteArray("GET /a% HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("percent without digits") << QByteArray("GET /%zz HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("percent 00") << QByteArray("GET /%00 HTTP/1.1\r\nHost: x") << 400;
    QTest::newRow("no Host") << QByteArray("GET / HTTP/1.1\r\nX: 1") << 400;
    QTest::newRow("two Hosts") << QByteArray(line + "Host: x") << 400;
    QTest::newRow("two Origins") << QByteArray(line + "Origin: a\r\nOrigin: b") << 400;
    QTest::newRow("two credentials") << QByteArray(line + "Authorization: a\r\nauthorization: a") << 400;
    QTest::newRow("no colon") << QByteArray(line + "foo bar") << 400;
    QTest::newRow("no name") << QByteArray(line + ": 1") << 400;
    QTest::newRow("blank before the colon") << QByteArray(line + "X : 1") << 400;
    QTest::newRow("folded") << QByteArray(line + "X: 1\r\n 2") << 400;
    QTest::newRow("lone LF") << QByteArray(line + "X: 1\nY: 2") << 400;
    QTest::newRow("NUL") << QByteArray(line + QByteArray("X: \0", 4)) << 400;
    QTest::newRow("length and chunks") << QByteArray(line + "Content-Length: 3\r\nTransfer-Encoding: chunked") << 400;
    QTest::newRow("no length and chunks")
        << QByteArray(line + "Content-Length: 0\r\nTransfer-Encoding: chunked") << 400;
    QTest::newRow("two equal lengths") << QByteArray(line + "Content-Length: 3\r\nContent-Length: 3") << 400;
    QTest::newRow("list of lengths") << QByteArray(line + "Content-Length: 3, 3") << 400;
    QTest::newRow("empty length") << QByteArray(line + "Content-Length:") << 400;
    QTest::newRow("negative length") << QByteArray(line + "Content-Length: -3") << 400;
    QTest::newRow("signed length") << QByteArray(line + "Content-Length: +3") << 400;
    QTest::newRow("length of 2^64") << QByteArray(line + "Content-Length: 18446744073709551616") << 413;
    QTest::newRow("gzip and chunks") << QByteArray(line + "Transfer-Encoding: gzip, chunked") << 501;
    QTest::newRow("chunks twice") << QByteArray(line + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")
                                  << 400;
    QTest::newRow("chunks in HTTP/1.0") << QByteArray("POST / HTTP/1.0\r\nTransfer-Encoding: chunked") << 400;
    QTest::newRow("a miracle expected") << QByteArray(line + "Expect: miracle") << 417;
    QTest::newRow("101 headers") << QByteArray(line + QByteArray("X: 1\r\n").repeated(100).chopped(2)) << 431;
    QTest::newRow("long request line") << QByteArray("GET /" + QByteArray(9000, 'a') + " HTTP/1.1\r\nHost: x") << 414;
}

void ParserTest::refuses()
{
    QFETCH(QByteArray, text);
    const auto parsed = parseHead(text, {});
    const auto *refusal = std::get_if<Refusal>(&parsed);
    QVERIFY(refusal);
    QVERIFY(!refusal->message.isEmpty());
    QTEST(refusal->status, "status");
}

void ParserTest::writesACanonicalHead()
{
    const auto head = headOf("POST /a?b HTTP/1.1\r\nhost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                             "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\nX-Kept:   yes");
    QCOMPARE(
        canonicalHead(head.request, 3), "POST /a?b HTTP/1.1\r\nHost: x\r\nx-kept: yes\r\nContent-Length: 3\r\n\r\n");
    QCOMPARE(canonicalHead(head.request, 0), "POST /a?b HTTP/1.1\r\nHost: x\r\nx-kept: yes\r\n\r\n");
}

void ParserTest::readsNumbersStrictly()
{
    QCOMPARE(parseNumber("0010", 10, 15), std::optional<qint64>(10));
    QCOMPARE(parseNumber("fF", 16, 8), std::optional<qint64>(255));
    for (const auto *text : {"", " 1", "1 ", "-1", "+1", "a", "1.0", "1234567890123456"})
        QVERIFY2(!parseNumber(text, 10, 15), text);
}

QTEST_GUILESS_MAIN(ParserTest)
#include "tst_parser.moc"
