// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/liveendpoint.h"
#include "tests/support/verify.h"

#include <QRegularExpression>

using namespace hub;
using test::cancelled;

namespace {

QByteArray callOfWait(int id) { return test::McpClient::request(u"tools/call"_s, {{u"name"_s, u"wait"_s}}, id); }

} // namespace

/// Calls that take a while and streams that stay open, in the legacy era.
class EndpointCallsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void cancelsARunningCall();
    void answersLateCallsOutOfOrder();
    void finishesACallWhoseClientHasGone();
    void primesAStreamAndSendsOnOneOnly();
    void leavesHeadOfTheStreamAlone();

private:
    std::unique_ptr<test::LiveEndpoint> m_live;
};

void EndpointCallsTest::init()
{
    m_live = std::make_unique<test::LiveEndpoint>();
    VERIFY_OK(m_live->start({}));
}

void EndpointCallsTest::cleanup() { m_live.reset(); }

void EndpointCallsTest::cancelsARunningCall()
{
    auto one = m_live->initialized();
    const auto call = one.start("POST", callOfWait(5));
    QTRY_COMPARE(m_live->tools.waiting.size(), size_t(1));
    QCOMPARE(one.post(cancelled(6)).status, 202);
    QVERIFY(!m_live->tools.waiting[0].first.isRequested());
    QCOMPARE(one.post(cancelled(5)).status, 202);
    QVERIFY(m_live->tools.waiting[0].first.isRequested());
    QTRY_VERIFY(call->isFinished());
    QCOMPARE(test::HttpClient::read(*call).json().value(u"error"_s)[u"code"_s].toInt(), -32800);
    m_live->tools.finishAll();
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 200);
}

void EndpointCallsTest::answersLateCallsOutOfOrder()
{
    auto one = m_live->initialized();
    const auto slow = one.start("POST", callOfWait(1));
    QTRY_COMPARE(m_live->tools.waiting.size(), size_t(1));
    const auto result = one.tool(u"echo"_s, {{u"text"_s, u"한글"_s}});
    const auto payload = result.value(u"structuredContent"_s).toObject();
    QCOMPARE(payload.value(u"session"_s).toString().toLatin1(), one.sessionId());
    QCOMPARE(result.value(u"content"_s)[0][u"text"_s].toString().toUtf8(),
        QJsonDocument(payload).toJson(QJsonDocument::Compact));
    QVERIFY(!slow->isFinished());
    m_live->tools.finishAll();
    QTRY_VERIFY(slow->isFinished());
    QVERIFY(test::HttpClient::read(*slow).json().value(u"result"_s)[u"structuredContent"_s][u"waited"_s].toBool());
}

void EndpointCallsTest::finishesACallWhoseClientHasGone()
{
    auto one = m_live->initialized();
    {
        const auto call = one.start("POST", callOfWait(1));
        QTRY_COMPARE(m_live->tools.waiting.size(), size_t(1));
        call->abort();
    }
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 200);
    QVERIFY(!m_live->tools.waiting[0].first.isRequested());
    m_live->tools.finishAll();
    QCOMPARE(one.post(test::McpClient::request(u"ping"_s)).status, 200);
}

void EndpointCallsTest::primesAStreamAndSendsOnOneOnly()
{
    auto one = m_live->initialized();
    const auto older = one.start("GET");
    QTRY_COMPARE(m_live->endpoint->streamCount(), 1);
    const auto newer = one.start("GET");
    QTRY_COMPARE(m_live->endpoint->streamCount(), 2);
    m_live->endpoint->listChanged(u"tools"_s);
    QByteArray heard;
    QTRY_VERIFY((heard += newer->readAll()).contains("list_changed"));
    const QRegularExpression shape(u"^id: [0-9a-f]+-0\nretry: \\d+\ndata: \n\nid: [0-9a-f]+-1\ndata: .*\n\n$"_s);
    QVERIFY2(shape.match(QString::fromUtf8(heard)).hasMatch(), heard.constData());
    QCOMPARE(older->readAll().count("data: "), 1);
    newer->abort();
    QTRY_COMPARE(m_live->endpoint->streamCount(), 1);
    m_live->endpoint->listChanged(u"tools"_s);
    heard.clear();
    QTRY_VERIFY((heard += older->readAll()).contains("list_changed"));
}

void EndpointCallsTest::leavesHeadOfTheStreamAlone()
{
    auto one = m_live->initialized();
    QCOMPARE(one.send("HEAD").status, 405);
    QCOMPARE(m_live->endpoint->streamCount(), 0);
}

QTEST_GUILESS_MAIN(EndpointCallsTest)
#include "tst_endpointcalls.moc"
