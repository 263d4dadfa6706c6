// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/accessbench.h"
#include "tests/support/verify.h"

using namespace hub;

/// The documented admin routes for keys and groups.
class AdminRoutesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void areForTheMasterKeyAlone_data();
    void areForTheMasterKeyAlone();
    void makesAndListsKeys();
    void refusesWhatIsNoKey_data();
    void refusesWhatIsNoKey();
    void changesOneThingOfAKey();
    void handsFragmentsToTheMasterKeyAndSaysHowMany();
    void handsFragmentsToWhomItIsTold();
    void managesGroups();
    void tellsWhoDidWhat();
    void replacesTheMasterKey();

private:
    QJsonObject created(const QString &name, const QJsonObject &more = {})
    {
        auto body = more;
        body.insert(u"name"_s, name);
        return m_bench.admin("POST", u"/keys"_s, body).json();
    }
    QJsonObject listed(const QString &id)
    {
        const auto keys = QJsonDocument::fromJson(m_bench.admin("GET", u"/keys"_s).body).array();
        for (const auto &key : keys) {
            if (key[u"id"_s] == id)
                return key.toObject();
        }
        return {};
    }
    QString remembered(const QString &secret, const QString &content)
    {
        auto client = m_bench.initialized(secret);
        return client
            .tool(u"remember"_s,
                {{u"content"_s, content}, {u"topic"_s, u"lab"_s},
                    {u"type"_s, u"fact"_s}})[u"structuredContent"_s][u"id"_s]
            .toString();
    }

    test::AccessBench m_bench;
};

void AdminRoutesTest::initTestCase() { VERIFY_OK(m_bench.server.start()); }

void AdminRoutesTest::areForTheMasterKeyAlone_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("path");
    QTest::newRow("list keys") << QByteArray("GET") << u"/keys"_s;
    QTest::newRow("make a key") << QByteArray("POST") << u"/keys"_s;
    QTest::newRow("make an identity") << QByteArray("POST") << u"/identities"_s;
    QTest::newRow("switch a key") << QByteArray("PUT") << u"/keys/x"_s;
    QTest::newRow("change a key") << QByteArray("PATCH") << u"/keys/x"_s;
    QTest::newRow("daily limit") << QByteArray("PUT") << u"/keys/x/daily-limit"_s;
    QTest::newRow("workspace") << QByteArray("PATCH") << u"/keys/x/workspace"_s;
    QTest::newRow("delete a key") << QByteArray("DELETE") << u"/keys/x"_s;
    QTest::newRow("usage") << QByteArray("GET") << u"/keys/x/usage"_s;
    QTest::newRow("master key") << QByteArray("POST") << u"/master-key/reset"_s;
    QTest::newRow("list groups") << QByteArray("GET") << u"/groups"_s;
    QTest::newRow("make a group") << QByteArray("POST") << u"/groups"_s;
    QTest::newRow("delete a group") << QByteArray("DELETE") << u"/groups/x"_s;
    QTest::newRow("members") << QByteArray("GET") << u"/groups/x/members"_s;
    QTest::newRow("add a member") << QByteArray("POST") << u"/groups/x/members"_s;
    QTest::newRow("remove a member") << QByteArray("DELETE") << u"/groups/x/members/y"_s;
    QTest::newRow("audit") << QByteArray("GET") << u"/audit"_s;
}

void AdminRoutesTest::areForTheMasterKeyAlone()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, path);
    const auto secret = m_bench.key(QString(u"admin of "_s + QString::fromUtf8(QTest::currentDataTag()))).rawKey;
    const QString whole = u"/v1/internal/model/nothing"_s + path;
    QCOMPARE(m_bench.http(method, whole, {}).status, 401);
    QCOMPARE(m_bench.http(method, whole, u"mmcp_nobody"_s).status, 401);
    QCOMPARE(m_bench.http(method, whole, secret).status, 403); // even with every permission
}

void AdminRoutesTest::makesAndListsKeys()
{
    const auto answer = m_bench.admin("POST", u"/keys"_s,
        {{u"name"_s, u"probe-key"_s}, {u"permissions"_s, QJsonArray {u"read"_s, u"write"_s}},
            {u"daily_limit"_s, 1000}});
    QCOMPARE(answer.status, 201);
    const auto made = answer.json();
    QVERIFY(made[u"raw_key"_s].toString().startsWith(u"mmcp_probekey_"_s));
    QCOMPARE(made[u"key_prefix"_s].toString(), u"mmcp_probekey_"_s);
    QCOMPARE(made[u"daily_limit"_s], QJsonValue(1000));
    QCOMPARE(made[u"fragment_limit"_s], QJsonValue(QJsonValue::Null));
    QCOMPARE(made[u"status"_s], QJsonValue(u"active"_s));
    remembered(made[u"raw_key"_s].toString(), u"A memory that is counted."_s);
    const auto key = listed(made[u"id"_s].toString());
    for (const auto &name : {u"id"_s, u"name"_s, u"key_prefix"_s, u"permissions"_s, u"status"_s, u"daily_limit"_s,
             u"fragment_limit"_s, u"last_used_at"_s, u"created_at"_s, u"default_workspace"_s, u"default_mode"_s,
             u"usage_today"_s, u"fragment_count"_s, u"groups"_s})
        QVERIFY2(key.contains(name), qPrintable(name));
    QCOMPARE(key[u"usage_today"_s], QJsonValue(1));
    QCOMPARE(key[u"fragment_count"_s], QJsonValue(1));
    QVERIFY(!m_bench.admin("GET", u"/keys"_s).body.contains(made[u"raw_key"_s].toString().mid(14).toUtf8()));
}

void AdminRoutesTest::refusesWhatIsNoKey_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("error");
    const auto row
        = [](const char *name, const QByteArray &method, const QString &path, const QString &body, int status,
              const QString &error) { QTest::newRow(name) << method << path << body << status << error; };
    row("no name", "POST", u"/keys"_s, u"{}"_s, 400, u"name is required"_s);
    row("a taken name", "POST", u"/keys"_s, u"{\"name\": \"taken\"}"_s, 409, u"taken"_s);
    row("a permission that does not exist", "POST", u"/keys"_s, u"{\"name\": \"x\", \"permissions\": [\"root\"]}"_s,
        400, u"permissions"_s);
    row("a limit below one", "PUT", u"/keys/taken/daily-limit"_s, u"{\"daily_limit\": -1}"_s, 400, u"daily_limit"_s);
    row("no limit", "PUT", u"/keys/taken/daily-limit"_s, u"{}"_s, 400, u"daily_limit is required"_s);
    row("a status that does not exist", "PUT", u"/keys/taken"_s, u"{\"status\": \"banana\"}"_s, 400, u"status"_s);
    row("no status", "PUT", u"/keys/taken"_s, u"{}"_s, 400, u"status is required"_s);
    row("an unknown key", "PUT", u"/keys/00000000-0000-0000-0000-000000000000"_s, u"{\"status\": \"active\"}"_s, 404,
        u"Key not found"_s);
    row("an unknown group", "GET", u"/groups/nowhere/members"_s, {}, 404, u"Group not found"_s);
    row("a group without a name", "POST", u"/groups"_s, u"{}"_s, 400, u"name is required"_s);
    row("no object", "POST", u"/keys"_s, u"[]"_s, 400, u"JSON object"_s);
}

void AdminRoutesTest::refusesWhatIsNoKey()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, path);
    QFETCH(QString, body);
    created(u"taken"_s);
    const test::HeaderList headers {
        {"Content-Type", "application/json"}, {"Authorization", "Bearer " + test::TestServer::key()}};
    const auto answer = test::HttpClient(m_bench.server.url())
                            .send(method, QString(u"/v1/internal/model/nothing"_s + path), headers, body.toUtf8());
    QTEST(answer.status, "status");
    QFETCH(QString, error);
    QVERIFY2(answer.json()[u"error"_s].toString().contains(error), answer.body.constData());
}

void AdminRoutesTest::changesOneThingOfAKey()
{
    const auto id = created(u"changed"_s)[u"id"_s].toString();
    const auto change = [&](const QByteArray &method, const QString &what, const QJsonObject &body) {
        return m_bench.admin(method, QString(u"/keys/"_s + id + what), body).json();
    };
    QCOMPARE(change("PUT", u"/daily-limit"_s, {{u"daily_limit"_s, 50000}}),
        QJsonObject({{u"success"_s, true}, {u"daily_limit"_s, 50000}}));
    QCOMPARE(change("PATCH", u"/workspace"_s, {{u"workspace"_s, u"infra"_s}}),
        QJsonObject({{u"success"_s, true}, {u"default_workspace"_s, u"infra"_s}}));
    QCOMPARE(listed(id)[u"default_workspace"_s], QJsonValue(u"infra"_s));
    QCOMPARE(change("PATCH", u"/workspace"_s, {{u"workspace"_s, QJsonValue::Null}}),
        QJsonObject({{u"success"_s, true}, {u"default_workspace"_s, QJsonValue::Null}}));
    QCOMPARE(change("PUT", u"/fragment-limit"_s, {{u"fragment_limit"_s, 3}}),
        QJsonObject({{u"success"_s, true}, {u"fragment_limit"_s, 3}}));
    QCOMPARE(change("PUT", u"/permissions"_s, {{u"permissions"_s, QJsonArray {u"read"_s}}}),
        QJsonObject({{u"success"_s, true}, {u"permissions"_s, QJsonArray {u"read"_s}}}));
    QCOMPARE(change("PUT", {}, {{u"status"_s, u"inactive"_s}}),
        QJsonObject({{u"id"_s, id}, {u"name"_s, u"changed"_s}, {u"status"_s, u"inactive"_s}}));
    QCOMPARE(change("PATCH", {}, {{u"default_mode"_s, u"audit"_s}})[u"default_mode"_s], QJsonValue(u"audit"_s));
    const auto key = listed(id);
    QCOMPARE(key[u"daily_limit"_s], QJsonValue(50000));
    QCOMPARE(key[u"fragment_limit"_s], QJsonValue(3));
    QCOMPARE(key[u"status"_s], QJsonValue(u"inactive"_s));
}

void AdminRoutesTest::handsFragmentsToTheMasterKeyAndSaysHowMany()
{
    const auto key = created(u"leaving"_s);
    const auto fragment = remembered(key[u"raw_key"_s].toString(), u"A memory that outlives its key."_s);
    const auto answer = m_bench.admin("DELETE", QString(u"/keys/"_s + key[u"id"_s].toString()));
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json()[u"handed_over"_s], QJsonValue(1));
    QCOMPARE(answer.json()[u"to"_s], QJsonValue(u"master"_s));
    QCOMPARE(*m_bench.server.value(u"SELECT ifnull(key_id, 'none') FROM fragments WHERE id = '%1'"_s.arg(fragment)),
        u"none"_s);
    QCOMPARE(m_bench.http("POST", u"/mcp"_s, key[u"raw_key"_s].toString()).status, 401);
    QVERIFY(listed(key[u"id"_s].toString()).isEmpty());
    QCOMPARE(m_bench.admin("DELETE", QString(u"/keys/"_s + key[u"id"_s].toString())).status, 404);
}

void AdminRoutesTest::handsFragmentsToWhomItIsTold()
{
    const auto key = created(u"leaving too"_s);
    const auto heir = created(u"heir"_s);
    const auto fragment = remembered(key[u"raw_key"_s].toString(), u"A memory that goes to the heir."_s);
    const auto answer
        = m_bench.admin("DELETE", QString(u"/keys/"_s + key[u"id"_s].toString() + u"?hand_over=heir"_s)).json();
    QCOMPARE(answer[u"to"_s], heir[u"id"_s]);
    QCOMPARE(*m_bench.server.value(u"SELECT key_id FROM fragments WHERE id = '%1'"_s.arg(fragment)),
        heir[u"id"_s].toString());
}

void AdminRoutesTest::managesGroups()
{
    const auto answer
        = m_bench.admin("POST", u"/groups"_s, {{u"name"_s, u"team-a"_s}, {u"description"_s, u"Team A"_s}});
    QCOMPARE(answer.status, 201);
    const auto group = answer.json()[u"id"_s].toString();
    QCOMPARE(m_bench.admin("POST", u"/groups"_s, {{u"name"_s, u"team-a"_s}}).status, 409);
    const auto key = created(u"member"_s)[u"id"_s].toString();
    const QString members = u"/groups/"_s + group + u"/members"_s;
    QCOMPARE(m_bench.admin("POST", members, {{u"key_id"_s, key}}).json(),
        QJsonObject({{u"keyId"_s, key}, {u"groupId"_s, group}, {u"added"_s, true}}));
    QCOMPARE(m_bench.admin("POST", members, {{u"key_id"_s, u"nobody"_s}}).status, 404);
    const auto listedMembers = QJsonDocument::fromJson(m_bench.admin("GET", members).body).array();
    QCOMPARE(listedMembers.size(), 1);
    for (const auto &name : {u"id"_s, u"name"_s, u"key_prefix"_s, u"status"_s, u"joined_at"_s})
        QVERIFY(listedMembers[0].toObject().contains(name));
    QCOMPARE(
        listed(key)[u"groups"_s], QJsonValue(QJsonArray {QJsonObject {{u"id"_s, group}, {u"name"_s, u"team-a"_s}}}));
    const auto groups = QJsonDocument::fromJson(m_bench.admin("GET", u"/groups"_s).body).array();
    QCOMPARE(groups[0][u"member_count"_s], QJsonValue(1));
    QCOMPARE(m_bench.admin("DELETE", QString(members + u'/' + key)).json(),
        QJsonObject({{u"keyId"_s, key}, {u"groupId"_s, group}, {u"removed"_s, true}}));
    QCOMPARE(m_bench.admin("DELETE", QString(u"/groups/"_s + group)).json()[u"deleted"_s], QJsonValue(true));
    QCOMPARE(QJsonDocument::fromJson(m_bench.admin("GET", u"/groups"_s).body).array().size(), 0);
}

void AdminRoutesTest::tellsWhoDidWhat()
{
    const auto key = created(u"watched"_s);
    const auto fragment = remembered(key[u"raw_key"_s].toString(), u"A memory whose story is told."_s);
    auto client = m_bench.initialized(key[u"raw_key"_s].toString());
    client.tool(u"amend"_s, {{u"id"_s, fragment}, {u"content"_s, u"A memory whose story is told again."_s}});
    client.tool(u"forget"_s, {{u"id"_s, fragment}});
    const auto trail = m_bench.admin("GET", QString(u"/audit?target="_s + fragment)).json()[u"entries"_s].toArray();
    QStringList actions;
    for (const auto &line : trail) {
        actions += line[u"action"_s].toString();
        QCOMPARE(line[u"key_id"_s], key[u"id"_s]);
        QCOMPARE(line[u"key_name"_s], QJsonValue(u"watched"_s));
        QCOMPARE(line[u"client"_s], QJsonValue(u"tests"_s));
        QVERIFY(line[u"address"_s].toString().contains(u"127.0.0.1"_s));
    }
    QCOMPARE(actions, QStringList({u"forgotten"_s, u"amended"_s, u"stored"_s}));
    m_bench.admin("DELETE", QString(u"/keys/"_s + key[u"id"_s].toString()));
    const auto page = m_bench.admin("GET", u"/audit?key=watched&limit=2"_s).json();
    QCOMPARE(page[u"entries"_s].toArray().size(), 2); // by the name of a key that is gone
    const auto next = m_bench.admin("GET", u"/audit?key=watched&before=%1"_s.arg(page[u"nextBefore"_s].toInt())).json();
    QCOMPARE(next[u"entries"_s].toArray().size(), 1);
    const auto deleted = m_bench.admin("GET", u"/audit?key=master&action=key_deleted&limit=1"_s).json();
    QCOMPARE(deleted[u"entries"_s][0][u"target"_s], key[u"id"_s]);
    const auto changed = m_bench.server.hub()
                             .write(Hub::person(),
                                 [](UnitOfWork &work) {
                                     return work.database().runScript(u"UPDATE audit_trail SET action = 'stored'"_s);
                                 })
                             .result();
    QVERIFY(!changed);
}

void AdminRoutesTest::replacesTheMasterKey()
{
    const auto refused = m_bench.admin("POST", u"/master-key/reset"_s);
    QCOMPARE(refused.status, 409); // this one is given by a setting
    QVERIFY(refused.json()[u"error"_s].toString().contains(u"MEMENTO_ACCESS_KEY"_s));

    test::AccessBench own;
    own.server.overrides = {{"server", "access-key", u""_s}};
    VERIFY_OK(own.server.start());
    const auto old = own.server.hub().newMasterKey().value_or(QString());
    auto client = own.initialized(old);
    QVERIFY(!client.sessionId().isEmpty());
    const auto stream = client.start("GET");
    QTRY_VERIFY(stream->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt() == 200);
    const auto reset = own.http("POST", u"/v1/internal/model/nothing/master-key/reset"_s, old);
    QCOMPARE(reset.status, 200);
    QCOMPARE(reset.json()[u"agents"_s][0][u"client"_s], QJsonValue(u"tests"_s));
    QTRY_VERIFY(stream->isFinished());
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 401);
    QVERIFY(!own.initialized(reset.json()[u"raw_key"_s].toString()).sessionId().isEmpty());
}

QTEST_GUILESS_MAIN(AdminRoutesTest)
#include "tst_adminroutes.moc"
