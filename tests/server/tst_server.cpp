// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/server.h"

#include "core/sessions/sessions.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <QTcpServer>

using namespace hub;

/// The hub and its server together, over real HTTP.
class ServerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wantsAKey_data();
    void wantsAKey();
    void remembersAndRecalls();
    void passesTheSessionOnToTheMemory();
    void keepsSessionsAcrossARestart();
    void keepsAnEndedSessionEndedAcrossARestart();
    void keepsASessionFromAnotherKey();
    void endsTheNotesOfASessionWithIt();
    void countsSessionsInHealth();
    void rotatesASessionInTheDocumentedOrder();
    void tellsSubscribersOfWhatIsStored();
    void tellsOldClientsWhenToComeBack();
    void listsToolsWhileTheModelIsHeldBack();
    void completesTopics();
    void completesWorkspacesAndIds();
    void readsWhatTemplatesName();
    void saysWhichPortIsTaken();
    void startsAgainAfterAStop();
    void finishesCallsThatRunWhenItStops();
    void speaksTheLanguageOfTheSettings();

private:
    static QJsonObject memory(const QString &content, const QString &scope = u"permanent"_s)
    {
        return {{u"content"_s, content}, {u"topic"_s, u"tests"_s}, {u"type"_s, u"fact"_s}, {u"scope"_s, scope}};
    }
};

void ServerTest::wantsAKey_data()
{
    QTest::addColumn<test::HeaderList>("headers");
    QTest::addColumn<int>("status");
    const auto key = test::TestServer::key();
    QTest::newRow("none") << test::HeaderList {} << 401;
    QTest::newRow("a wrong one") << test::HeaderList {{"Authorization", "Bearer wrong"}} << 401;
    QTest::newRow("another scheme") << test::HeaderList {{"Authorization", "Basic " + key}} << 401;
    QTest::newRow("bearer") << test::HeaderList {{"Authorization", "Bearer " + key}} << 200;
    QTest::newRow("bearer in small letters") << test::HeaderList {{"Authorization", "bearer " + key}} << 200;
    QTest::newRow("X-API-Key") << test::HeaderList {{"X-API-Key", key}} << 200;
    QTest::newRow("memento-access-key") << test::HeaderList {{"Memento-Access-Key", key}} << 200;
}

void ServerTest::wantsAKey()
{
    QFETCH(test::HeaderList, headers);
    test::TestServer server;
    VERIFY_OK(server.start());
    test::HttpClient http(server.url());
    const auto answer = http.send("POST", u"/mcp"_s, headers + test::HeaderList {{"Content-Type", "application/json"}},
        test::McpClient::request(u"initialize"_s));
    QTEST(answer.status, "status");
    QCOMPARE(answer.headers.contains("www-authenticate"), answer.status == 401);
}

void ServerTest::remembersAndRecalls()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    const auto stored
        = client.tool(u"remember"_s, memory(u"The nginx upstream port was changed from 8080 to 15001."_s));
    QCOMPARE(stored.value(u"isError"_s), QJsonValue(false));
    const auto id = stored.value(u"structuredContent"_s)[u"id"_s].toString();
    QVERIFY(id.startsWith(u"frag-"));
    const auto found = client.tool(u"recall"_s, {{u"keywords"_s, QJsonArray {u"nginx"_s}}});
    QCOMPARE(found.value(u"structuredContent"_s)[u"fragments"_s][0][u"id"_s].toString(), id);
    QCOMPARE(QJsonDocument::fromJson(found.value(u"content"_s)[0][u"text"_s].toString().toUtf8()).object(),
        found.value(u"structuredContent"_s).toObject());
}

void ServerTest::passesTheSessionOnToTheMemory()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto one = server.initialized();
    auto other = server.initialized();
    one.tool(u"remember"_s, memory(u"A note that only this session should see."_s, u"session"_s));
    QCOMPARE(one.tool(u"context"_s, {}).value(u"structuredContent"_s)[u"wmCount"_s], QJsonValue(1));
    QCOMPARE(other.tool(u"context"_s, {}).value(u"structuredContent"_s)[u"wmCount"_s], QJsonValue(0));
}

void ServerTest::keepsSessionsAcrossARestart()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    const auto id = server.initialized(u"2025-03-26"_s).sessionId();
    server.stop();
    VERIFY_OK(server.start());
    auto again = server.client();
    again.useSession(id);
    QCOMPARE(again.post(test::McpClient::request(u"ping"_s)).status, 200);
    // The negotiated version has survived too: it is one that has batches.
    QCOMPARE(again.post("[" + test::McpClient::request(u"ping"_s) + "]").status, 200);
}

void ServerTest::keepsAnEndedSessionEndedAcrossARestart()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QCOMPARE(client.send("DELETE").status, 200);
    const auto id = client.sessionId();
    server.stop();
    VERIFY_OK(server.start());
    auto again = server.client();
    again.useSession(id);
    QCOMPARE(again.post(test::McpClient::request(u"ping"_s)).status, 404);
}

void ServerTest::keepsASessionFromAnotherKey()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    Principal stranger;
    stranger.keyId = u"key-of-somebody-else"_s;
    const auto theirs = server.hub().write(stranger, [](UnitOfWork &work) { return createSession(work, {}); }).result();
    VERIFY_OK(theirs);
    auto client = server.client();
    client.useSession(theirs->id.toLatin1());
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
    QCOMPARE(client.send("GET").status, 404);
    QCOMPARE(client.send("DELETE").status, 404);
}

void ServerTest::endsTheNotesOfASessionWithIt()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    const QJsonObject session {{u"sessionId"_s, QString::fromLatin1(client.sessionId())}};
    client.tool(u"remember"_s, memory(u"A note that goes with the session."_s, u"session"_s));
    client.send("DELETE");
    auto other = server.initialized();
    QCOMPARE(other.tool(u"context"_s, session).value(u"structuredContent"_s)[u"wmCount"_s], QJsonValue(0));
}

void ServerTest::countsSessionsInHealth()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    server.initialized();
    const auto health = client.http().send("GET", u"/health"_s, {{"X-API-Key", test::TestServer::key()}}).json();
    QCOMPARE(health.value(u"checks"_s)[u"sessions"_s][u"total"_s], QJsonValue(2));
    QCOMPARE(health.value(u"checks"_s)[u"embedding"_s][u"status"_s], QJsonValue(u"disabled"_s));
    client.send("DELETE");
    const auto after = client.http().send("GET", u"/health"_s, {{"X-API-Key", test::TestServer::key()}}).json();
    QCOMPARE(after.value(u"checks"_s)[u"sessions"_s][u"total"_s], QJsonValue(1));
}

void ServerTest::saysWhichPortIsTaken()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress::LocalHost));
    test::TestServer server;
    server.overrides = {{"server", "port", int(taken.serverPort())}};
    const auto started = server.start();
    QVERIFY(!started);
    QVERIFY2(
        started.error().message.contains(QString::number(taken.serverPort())), qPrintable(started.error().message));
    taken.close();
    VERIFY_OK(server.server().start());
}

void ServerTest::startsAgainAfterAStop()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    server.server().stop(std::chrono::milliseconds(100));
    QCOMPARE(server.server().port(), quint16(0));
    server.server().stop(std::chrono::milliseconds(100));
    const auto url = server.server().start();
    VERIFY_OK(url);
    QCOMPARE(test::HttpClient(*url).send("GET", u"/health"_s, {}).status, 200);
}

void ServerTest::finishesCallsThatRunWhenItStops()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    std::vector<std::unique_ptr<QNetworkReply>> calls;
    for (int i = 0; i < 5; ++i) {
        const QJsonObject params {
            {u"name"_s, u"remember"_s}, {u"arguments"_s, memory(u"Call number %1 that was on its way."_s.arg(i))}};
        calls.push_back(client.start("POST", test::McpClient::request(u"tools/call"_s, params, i)));
    }
    QTest::qWait(5); // some are under way, some may not have left
    server.server().stop();
    for (const auto &call : calls) {
        QTRY_VERIFY(call->isFinished());
        const auto answer = test::HttpClient::read(*call);
        if (answer.status != 0) // it has arrived before the stop, so it was carried out
            QCOMPARE(answer.json().value(u"result"_s)[u"structuredContent"_s][u"success"_s], QJsonValue(true));
    }
}

void ServerTest::rotatesASessionInTheDocumentedOrder()
{
    test::TestServer server;
    server.overrides = {{"server", "rotateRateLimitPerMin", 5}};
    VERIFY_OK(server.start());
    auto client = server.initialized();
    const auto old = client.sessionId();
    const test::HeaderList json {{"Content-Type", "application/json"}};
    auto page = json;
    page += {"Origin", server.url().toLatin1()};
    auto keyed = page;
    keyed += {"Authorization", "Bearer " + test::TestServer::key()};
    const auto rotate = [&](test::HeaderList headers, const QByteArray &session = {}) {
        if (!session.isEmpty())
            headers += {"Mcp-Session-Id", session};
        return client.http().send("POST", u"/session/rotate"_s, headers, R"({"reason":"suspected_leak"})");
    };
    for (int i = 0; i < 6; ++i) // not even counted
        QCOMPARE(rotate(json, old).status, 403);
    QCOMPARE(rotate(page, old).status, 401);
    QCOMPARE(rotate(keyed, "11111111-1111-4111-8111-111111111111").status, 404);
    Principal stranger;
    stranger.keyId = u"key-of-somebody-else"_s;
    const auto theirs = server.hub().write(stranger, [](UnitOfWork &work) { return createSession(work, {}); }).result();
    VERIFY_OK(theirs);
    QCOMPARE(rotate(keyed, theirs->id.toLatin1()).status, 403);
    const auto answer = rotate(keyed, old);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json().value(u"oldSessionId"_s).toString().toLatin1(), old);
    QCOMPARE(answer.json().value(u"reason"_s).toString(), u"suspected_leak"_s);
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
    client.useSession(answer.json().value(u"newSessionId"_s).toString().toLatin1());
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 200);
    QCOMPARE(rotate(keyed).status, 400);
    QCOMPARE(rotate(page, old).status, 429); // before the key is looked at
}

void ServerTest::tellsSubscribersOfWhatIsStored()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    const auto stream = client.start("GET", {}, {{"Accept", "text/event-stream"}});
    QTRY_VERIFY(stream->bytesAvailable() > 0);
    QVERIFY(client.call(u"resources/subscribe"_s, {{u"uri"_s, u"memory://none"_s}}).contains(u"error"_s));
    QVERIFY(client.call(u"resources/subscribe"_s, {{u"uri"_s, u"memory://topics"_s}}).contains(u"result"_s));
    client.tool(
        u"remember"_s, {{u"content"_s, u"Water boils at 100 degrees"_s}, {u"topic"_s, u"t"_s}, {u"type"_s, u"fact"_s}});
    QByteArray heard;
    QTRY_VERIFY((heard += stream->readAll()).contains("resources/updated"));
    QVERIFY(heard.contains("memory:"));
}

/// Before 2025-11-25 an event without data would be taken for a broken message.
void ServerTest::tellsOldClientsWhenToComeBack()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto old = server.initialized(u"2025-06-18"_s);
    const auto stream = old.start("GET", {}, {{"Accept", "text/event-stream"}});
    QTRY_VERIFY(stream->bytesAvailable() > 0);
    QCOMPARE(stream->readAll(), QByteArray("retry: 2000\n\n"));
    auto primed = server.initialized(u"2025-11-25"_s);
    const auto other = primed.start("GET", {}, {{"Accept", "text/event-stream"}});
    QTRY_VERIFY(other->bytesAvailable() > 0);
    const auto first = other->readAll();
    QVERIFY2(first.startsWith("id: ") && first.endsWith("retry: 2000\ndata: \n\n"), first.constData());
}

void ServerTest::listsToolsWhileTheModelIsHeldBack()
{
    test::FakeProvider provider([](const auto &) { return QByteArray(); }); // takes every text and never answers
    test::TestServer server;
    server.overrides = {{"embedding", "enabled", true}, {"embedding", "model", u"slow"_s},
        {"embedding", "baseUrl", provider.baseUrl()}, {"embedding", "queryDeadlineMs", 60'000}};
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QCOMPARE(client.tool(u"remember"_s, memory(u"Something that waits for its vector"_s)).value(u"isError"_s),
        QJsonValue(false));
    QTRY_VERIFY(!provider.requests().isEmpty());
    auto other = server.initialized();
    QCOMPARE(other.call(u"tools/list"_s).value(u"result"_s)[u"tools"_s].toArray().size(), 20);
    QVERIFY(!other.call(u"resources/list"_s).value(u"result"_s)[u"resources"_s].toArray().isEmpty());
    QCOMPARE(provider.requests().size(), 1); // still the one without an answer
}

void ServerTest::completesTopics()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    for (const auto &topic : {u"deploy"_s, u"re-deploy"_s, u"tests"_s})
        client.tool(u"remember"_s,
            {{u"content"_s, u"Something about %1 that is worth keeping"_s.arg(topic)}, {u"topic"_s, topic},
                {u"type"_s, u"fact"_s}});
    const auto complete = [&](const QString &prompt, const QString &argument) {
        return client.call(u"completion/complete"_s,
            {{u"ref"_s, QJsonObject {{u"type"_s, u"ref/prompt"_s}, {u"name"_s, prompt}}},
                {u"argument"_s, QJsonObject {{u"name"_s, argument}, {u"value"_s, u"dep"_s}}}});
    };
    const auto found = complete(u"retrieve-relevant-memory"_s, u"topic"_s)[u"result"_s][u"completion"_s];
    QCOMPARE(found[u"values"_s].toArray(), QJsonArray({u"deploy"_s, u"re-deploy"_s}));
    QCOMPARE(found[u"total"_s].toInt(), 2);
    QCOMPARE(found[u"hasMore"_s].toBool(true), false);
    QVERIFY(complete(u"analyze-session"_s, u"focus"_s)[u"result"_s][u"completion"_s][u"values"_s].toArray().isEmpty());
    QCOMPARE(complete(u"no-such-prompt"_s, u"topic"_s)[u"error"_s][u"code"_s].toInt(), -32602);
}

void ServerTest::completesWorkspacesAndIds()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QStringList ids;
    for (const auto &workspace : {u"web"_s, u"webshop"_s, u"intraweb"_s, u"games"_s}) {
        auto one = memory(u"Something about %1 that is worth keeping"_s.arg(workspace));
        one.insert(u"workspace"_s, workspace);
        ids.prepend(client.tool(u"remember"_s, one).value(u"structuredContent"_s)[u"id"_s].toString());
    }
    const auto complete = [&](const QString &uri, const QString &argument, const QString &begun) {
        return client
            .call(u"completion/complete"_s,
                {{u"ref"_s, QJsonObject {{u"type"_s, u"ref/resource"_s}, {u"uri"_s, uri}}},
                    {u"argument"_s, QJsonObject {{u"name"_s, argument}, {u"value"_s, begun}}}})
            .value(u"result"_s)[u"completion"_s]
            .toObject();
    };
    const auto workspaces = u"memory://workspaces/{workspace}/topics"_s;
    const auto fragments = u"memory://fragments/{id}"_s;
    QCOMPARE(complete(workspaces, u"workspace"_s, u"WEB"_s)[u"values"_s].toArray(),
        QJsonArray({u"web"_s, u"webshop"_s, u"intraweb"_s}));
    const auto all = complete(fragments, u"id"_s, u"fr"_s);
    QCOMPARE(all[u"values"_s].toArray().size(), 4);
    QCOMPARE(all[u"total"_s], QJsonValue(4));
    QCOMPARE(complete(fragments, u"id"_s, ids[2].first(12))[u"values"_s].toArray(), QJsonArray {ids[2]});
    QCOMPARE(complete(fragments, u"id"_s, ids[2].sliced(5, 8))[u"values"_s].toArray(), QJsonArray {ids[2]});
    QVERIFY(complete(fragments, u"id"_s, u"frag-none"_s)[u"values"_s].toArray().isEmpty());
    QVERIFY(complete(u"memory://nothing/{id}"_s, u"id"_s, u"fr"_s).isEmpty());
}

void ServerTest::readsWhatTemplatesName()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    auto one = memory(u"Something about the shop that is worth keeping"_s);
    one.insert(u"workspace"_s, u"web shop/2"_s);
    const auto id = client.tool(u"remember"_s, one).value(u"structuredContent"_s)[u"id"_s].toString();
    const auto templates
        = client.call(u"resources/templates/list"_s).value(u"result"_s)[u"resourceTemplates"_s].toArray();
    QCOMPARE(templates.size(), 2);
    const auto read = [&](const QString &uri) {
        const auto answer = client.call(u"resources/read"_s, {{u"uri"_s, uri}});
        return QJsonDocument::fromJson(answer.value(u"result"_s)[u"contents"_s][0][u"text"_s].toString().toUtf8())
            .object();
    };
    QCOMPARE(read(u"memory://fragments/"_s + id)[u"text"_s], one[u"content"_s]);
    QCOMPARE(read(u"memory://workspaces/web%20shop%2F2/topics"_s),
        QJsonObject({{u"workspace"_s, u"web shop/2"_s}, {u"count"_s, 1}, {u"topics"_s, QJsonArray {u"tests"_s}}}));
    for (const auto &uri : {u"memory://fragments/"_s, u"memory://fragments/frag-none"_s, u"memory://fragments/a/b"_s,
             u"memory://workspaces/none/topics"_s, u"memory://workspaces//topics"_s})
        QCOMPARE(client.call(u"resources/read"_s, {{u"uri"_s, uri}}).value(u"error"_s)[u"code"_s], QJsonValue(-32002));
}

void ServerTest::speaksTheLanguageOfTheSettings()
{
    for (const auto &[locale, word] : {std::pair(u"en"_s, u"session"_s), std::pair(u"ko"_s, u"세션"_s)}) {
        test::TestServer server;
        server.overrides = {{"general", "locale", locale}};
        VERIFY_OK(server.start());
        auto client = server.client();
        const auto result = client.initialize().json().value(u"result"_s).toObject();
        QVERIFY(result.value(u"instructions"_s).toString().contains(word));
        QCOMPARE(result.value(u"serverInfo"_s)[u"name"_s], QJsonValue(u"anchorhold"_s));
    }
}

QTEST_GUILESS_MAIN(ServerTest)
#include "tst_server.moc"
