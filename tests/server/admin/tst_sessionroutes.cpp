// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/sessions.h"
#include "tests/support/fakeclock.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

using namespace hub;

class SessionRoutesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void wantsTheMasterKey();
    void listsSessionsOfEveryKey();
    void countsWhatASessionDoes();
    void showsOneSession();
    void endsASessionOfAnyKey();
    void endsWhatIsNotThereWithoutAWord();
    void tidiesExpiredSessionsUp();
    void reflectsOnOneSession();
    void reflectsOnWhatIsOver();

private:
    test::HttpAnswer ask(const QByteArray &method, const QString &rest = {})
    {
        return m_server->client().http().send(method, u"/v1/internal/model/nothing/sessions"_s + rest,
            {{"Authorization", "Bearer " + test::TestServer::key()}});
    }
    /// A session that another key has, over the old transport.
    QString sessionOf(const QString &key)
    {
        Principal caller;
        caller.keyId = key;
        Session session;
        session.clientName = u"somebody"_s;
        session.protocolVersion = u"2024-11-05"_s;
        session.transport = u"sse"_s;
        const auto made
            = m_server->hub().write(caller, [session](UnitOfWork &work) { return createSession(work, session); });
        return made.result() ? made.result()->id : QString();
    }
    static void work(test::McpClient &client)
    {
        for (const auto &content : {u"The gateway listens on port 15001"_s, u"The vault is opened by two persons"_s})
            client.tool(u"remember"_s, {{u"content"_s, content}, {u"topic"_s, u"gate"_s}, {u"type"_s, u"decision"_s}});
        client.tool(u"recall"_s, {{u"keywords"_s, QJsonArray {u"gateway"_s}}});
    }
    static QString idOf(const test::McpClient &client) { return QString::fromLatin1(client.sessionId()); }

    std::shared_ptr<test::FakeClock> m_clock;
    std::unique_ptr<test::TestServer> m_server;
};

void SessionRoutesTest::init()
{
    m_server = std::make_unique<test::TestServer>();
    m_clock = std::make_shared<test::FakeClock>();
    m_server->clock = m_clock;
    VERIFY_OK(m_server->start());
}

void SessionRoutesTest::wantsTheMasterKey()
{
    test::HttpClient http(m_server->url());
    const auto path = u"/v1/internal/model/nothing/sessions"_s;
    QCOMPARE(test::HttpClient(m_server->url()).send("GET", path, {}).status, 401);
    QCOMPARE(test::HttpClient(m_server->url()).send("GET", path, {{"Authorization", "Bearer wrong"}}).status, 401);
    QCOMPARE(http.send("GET", path, {{"X-API-Key", test::TestServer::key()}}).status, 200);
    QCOMPARE(http.send("PUT", path, {{"X-API-Key", test::TestServer::key()}}).status, 405);
}

void SessionRoutesTest::listsSessionsOfEveryKey()
{
    const auto client = m_server->initialized();
    m_clock->advance(5 * msPerMinute);
    const auto theirs = sessionOf(u"key-1"_s);
    const auto answer = ask("GET").json();
    QCOMPARE(answer[u"sessions"_s].toArray().size(), 2);
    const auto first = answer[u"sessions"_s][0].toObject(); // the last used
    QCOMPARE(first[u"sessionId"_s].toString(), theirs);
    QCOMPARE(first[u"type"_s].toString(), u"legacy"_s);
    QCOMPARE(first[u"keyId"_s].toString(), u"key-1"_s);
    QCOMPARE(first[u"client"_s][u"name"_s].toString(), u"somebody"_s);
    QCOMPARE(first[u"authenticated"_s], QJsonValue(true));
    QCOMPARE(first[u"activity"_s].toObject(), QJsonObject());
    QCOMPARE(first[u"createdAt"_s].toInteger(), m_clock->now().ms);
    QCOMPARE(first[u"lastAccessedAt"_s].toInteger(), m_clock->now().ms);
    QCOMPARE(first[u"expiresAt"_s].toInteger(), m_clock->now().ms + 30 * msPerDay);
    const auto second = answer[u"sessions"_s][1].toObject();
    QCOMPARE(second[u"sessionId"_s].toString(), idOf(client));
    QCOMPARE(second[u"type"_s].toString(), u"streamable"_s);
    QVERIFY(second[u"keyId"_s].isNull());
    const QJsonObject counts {{u"streamable"_s, 1}, {u"legacy"_s, 1}, {u"total"_s, 2}, {u"unreflected"_s, 0}};
    QCOMPARE(answer[u"counts"_s].toObject(), counts);
}

void SessionRoutesTest::countsWhatASessionDoes()
{
    auto client = m_server->initialized();
    const auto begun = m_clock->now();
    work(client);
    m_clock->advance(60 * msPerMinute); // a new stretch of work
    work(client);
    const auto activity = ask("GET").json()[u"sessions"_s][0][u"activity"_s].toObject();
    QCOMPARE(activity[u"startedAt"_s].toString(), begun.toIso());
    QCOMPARE(activity[u"lastActivity"_s].toString(), m_clock->now().toIso());
    const QJsonObject calls {{u"remember"_s, 4}, {u"recall"_s, 2}};
    QCOMPARE(activity[u"toolCalls"_s].toObject(), calls);
    QCOMPARE(activity[u"keywords"_s].toArray(), QJsonArray {u"gateway"_s});
    QCOMPARE(activity[u"fragments"_s].toArray().size(), 2); // the same texts were not stored again
    QVERIFY(activity.contains(u"reflected"_s));
}

void SessionRoutesTest::showsOneSession()
{
    auto client = m_server->initialized();
    work(client);
    client.tool(u"tool_feedback"_s, {{u"tool_name"_s, u"recall"_s}, {u"relevant"_s, true}, {u"sufficient"_s, false}});
    QTRY_COMPARE(ask("GET", u"/"_s + idOf(client)).json()[u"searchEvents"_s].toArray().size(), 1);
    const auto detail = ask("GET", u"/"_s + idOf(client)).json();
    QCOMPARE(detail[u"sessionId"_s].toString(), idOf(client));
    QCOMPARE(detail[u"searchEvents"_s][0][u"query_type"_s].toString(), u"keywords"_s);
    QCOMPARE(detail[u"searchEvents"_s][0][u"result_count"_s].toInt(), 1);
    QCOMPARE(detail[u"toolFeedback"_s].toArray().size(), 1);
    QCOMPARE(detail[u"toolFeedback"_s][0][u"tool_name"_s].toString(), u"recall"_s);
    QCOMPARE(detail[u"toolFeedback"_s][0][u"sufficient"_s], QJsonValue(false));
    const auto unknown = ask("GET", u"/00000000-0000-0000-0000-000000000000"_s);
    QCOMPARE(unknown.status, 404);
    QCOMPARE(unknown.json()[u"error"_s].toString(), u"Session not found"_s);
}

void SessionRoutesTest::endsASessionOfAnyKey()
{
    auto client = m_server->initialized();
    const auto theirs = sessionOf(u"key-1"_s);
    for (const auto &id : {theirs, idOf(client)}) {
        const auto ended = ask("DELETE", u"/"_s + id);
        QCOMPARE(ended.status, 200);
        QCOMPARE(ended.json(), QJsonObject({{u"ok"_s, true}}));
        QCOMPARE(ask("GET", u"/"_s + id).status, 404);
    }
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
}

void SessionRoutesTest::endsWhatIsNotThereWithoutAWord()
{
    QCOMPARE(ask("DELETE", u"/nothing"_s).json(), QJsonObject({{u"ok"_s, true}}));
}

void SessionRoutesTest::tidiesExpiredSessionsUp()
{
    sessionOf(u"key-1"_s);
    m_clock->advance(31 * msPerDay);
    const auto client = m_server->initialized();
    const auto answer = ask("POST", u"/cleanup"_s);
    QCOMPARE(answer.json(), QJsonObject({{u"ok"_s, true}, {u"message"_s, u"Cleanup completed"_s}}));
    const auto open = m_server->value(u"SELECT count(*) FROM sessions WHERE ended_at IS NULL"_s);
    VERIFY_OK(open);
    QCOMPARE(*open, u"1"_s);
}

void SessionRoutesTest::reflectsOnOneSession()
{
    auto client = m_server->initialized();
    work(client);
    m_clock->advance(5 * msPerMinute);
    work(client);
    QCOMPARE(ask("GET", u"/"_s + idOf(client)).json()[u"activity"_s][u"reflected"_s], QJsonValue(false));
    QCOMPARE(ask("POST", QString(u"/"_s + idOf(client) + u"/reflect"_s)).json(), QJsonObject({{u"ok"_s, true}}));
    QCOMPARE(ask("GET", u"/"_s + idOf(client)).json()[u"activity"_s][u"reflected"_s], QJsonValue(true));
    const auto episodes = m_server->value(u"SELECT count(*) FROM fragments WHERE source = 'auto_reflect'"_s);
    VERIFY_OK(episodes);
    QCOMPARE(*episodes, u"1"_s);
    ask("POST", QString(u"/"_s + idOf(client) + u"/reflect"_s)); // there is nothing new
    QCOMPARE(*m_server->value(u"SELECT count(*) FROM fragments WHERE source = 'auto_reflect'"_s), u"1"_s);
}

void SessionRoutesTest::reflectsOnWhatIsOver()
{
    QCOMPARE(ask("POST", u"/reflect-all"_s).json(),
        QJsonObject({{u"ok"_s, true}, {u"reflected"_s, 0}, {u"failed"_s, 0}, {u"total"_s, 0}}));
    auto client = m_server->initialized();
    work(client);
    m_server->stop(); // writes what was counted
    m_clock->advance(2 * msPerDay);
    VERIFY_OK(m_server->start());
    // The hub does the same by itself after its start; who comes first does not matter.
    QTRY_VERIFY(ask("POST", u"/reflect-all"_s).json()[u"ok"_s].toBool()
        && m_server->value(u"SELECT count(*) FROM session_segments WHERE reflected_at IS NULL"_s).operator*() == u"0");
}

QTEST_GUILESS_MAIN(SessionRoutesTest)
#include "tst_sessionroutes.moc"
