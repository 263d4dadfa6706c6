// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/server.h"
#include "server/mcp/hubsessions.h"
#include "server/mcp/protocol/endpoint.h"
#include "server/mcp/toolregistry.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

using namespace hub;

/// The hard gate of a key as its client meets it: an error of the protocol over HTTP.
class HardGateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();

private:
    static Principal strict()
    {
        Principal caller;
        caller.keyId = u"strict"_s;
        caller.hardGate = true;
        return caller;
    }
};

void HardGateTest::refuses_data()
{
    QTest::addColumn<bool>("hasRules");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QStringList>("violations");
    const auto bare = u"We go on with the proxy that we have."_s;
    QTest::newRow("a decision without a reason") << true << bare << QStringList {u"decisionHasRationale"_s};
    QTest::newRow("a decision with its reason")
        << true << u"We keep the proxy because it has never failed."_s << QStringList();
    QTest::newRow("rules switched off") << false << bare << QStringList();
}

void HardGateTest::refuses()
{
    QFETCH(bool, hasRules);
    QFETCH(QString, content);
    QFETCH(QStringList, violations);
    test::TestServer whole;
    whole.overrides = {{"memory", "symbolicPolicyRules", hasRules}};
    VERIFY_OK(whole.start());
    mcp::HubToolRegistry tools(whole.hub());
    mcp::HubSessions sessions(whole.hub(), std::chrono::minutes(5));
    mcp::Endpoint endpoint(
        mcp::ServerInfo {u"tests"_s, u"Tests"_s, u"1"_s, {}}, mcp::Offers {.tools = tools}, sessions);
    http::Router router([](const http::Request &) { return Result<Principal>(strict()); });
    endpoint.addRoutes(router);
    http::Server server(http::Policy {}, std::move(router));
    VERIFY_OK(server.start({QHostAddress(QHostAddress::LocalHost)}, 0));
    test::McpClient client(u"http://127.0.0.1:%1"_s.arg(server.port()), "strict");
    client.initialize();
    const auto answer = client.call(u"tools/call"_s,
        {{u"name"_s, u"remember"_s},
            {u"arguments"_s,
                QJsonObject {{u"content"_s, content}, {u"topic"_s, u"proxy"_s}, {u"type"_s, u"decision"_s}}}});
    const bool isRefused = !violations.isEmpty();
    QCOMPARE(answer.contains(u"error"_s), isRefused);
    QCOMPARE(answer.contains(u"result"_s), !isRefused);
    const auto stats = client.tool(u"memory_stats"_s, {}).value(u"structuredContent"_s)[u"stats"_s];
    QCOMPARE(stats[u"total"_s], QJsonValue(isRefused ? 0 : 1));
    if (!isRefused)
        return;
    QCOMPARE(answer.value(u"error"_s),
        QJsonValue(
            QJsonObject {{u"code"_s, -32003}, {u"message"_s, QString(u"policy_violation: " + violations.first())},
                {u"data"_s,
                    QJsonObject {{u"violations"_s, QJsonArray::fromStringList(violations)},
                        {u"fragmentType"_s, u"decision"_s}}}}));
}

QTEST_GUILESS_MAIN(HardGateTest)
#include "tst_hardgate.moc"
