// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/runfile.h"
#include "server/admin/admincalls.h"
#include "tests/support/accessbench.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QElapsedTimer>
#include <QMutex>

using namespace hub;

/// What somebody with little or no right tries.
class AttacksTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void believesNoForgedOwner();
    void takesNoExpiredSessionWithAValidKey();
    void takesNoSessionOfADeletedKey();
    void takesNoSessionOfAnotherKey();
    void tellsNothingByTheTimeOfNotFound();
    void answersToNoForeignHost_data() { stateChangers(); }
    void answersToNoForeignHost();
    void takesNoFormOfAnotherSite_data() { stateChangers(); }
    void takesNoFormOfAnotherSite();
    void grantsCorsToConfiguredOriginsOnly();
    void saysOnEveryAnswerThatItIsNotToBeFramed();
    void writesNoSecretDown();

private:
    static void stateChangers();

    std::unique_ptr<test::AccessBench> m_bench;
};

namespace {

const auto base = u"/v1/internal/model/nothing"_s;

QMutex logMutex;
QString logged;

void keepLog(QtMsgType, const QMessageLogContext &, const QString &message)
{
    const QMutexLocker lock(&logMutex);
    logged += message + u'\n';
}

qint64 median(QList<qint64> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

QJsonObject memory(const QString &content)
{
    return {{u"content"_s, content}, {u"topic"_s, u"lab"_s}, {u"type"_s, u"fact"_s}};
}

} // namespace

void AttacksTest::init() { m_bench = std::make_unique<test::AccessBench>(); }

/// Every route that changes something: of the admin table, and the others.
void AttacksTest::stateChangers()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("path");
    const auto row = [](const QByteArray &method, const QString &path) {
        QTest::addRow("%s %s", method.constData(), qPrintable(path)) << method << path;
    };
    for (const auto &call : admin::accessCalls()) {
        if (call.method != "GET")
            row(call.method,
                QString(
                    base + QString::fromLatin1(call.path).replace(u"{id}"_s, u"x"_s).replace(u"{key_id}"_s, u"y"_s)));
    }
    row("POST", u"/mcp"_s);
    row("DELETE", u"/mcp"_s);
    row("POST", u"/message?sessionId=0"_s);
    row("POST", u"/session/rotate"_s);
}

void AttacksTest::believesNoForgedOwner()
{
    VERIFY_OK(m_bench->server.start());
    const auto victim = m_bench->key(u"victim"_s);
    auto theirs = m_bench->initialized(victim.rawKey);
    const auto id = theirs
                        .tool(u"remember"_s,
                            memory(u"The printer of the victim is on floor nine."_s))[u"structuredContent"_s][u"id"_s]
                        .toString();
    auto ours = m_bench->initialized(m_bench->key(u"attacker"_s).rawKey);
    const QJsonObject forged {{u"_keyId"_s, victim.id}, {u"_groupKeyIds"_s, QJsonArray {victim.id}},
        {u"_permissions"_s, QJsonValue::Null}, {u"_mode"_s, u"onboarding"_s}, {u"_sessionId"_s, u"x"_s},
        {u"_defaultWorkspace"_s, u"x"_s}, {u"_clientIp"_s, u"::1"_s}, {u"key_id"_s, victim.id},
        {u"keyId"_s, victim.id}};
    for (auto it = forged.begin(); it != forged.end(); ++it) {
        const auto found = ours.tool(u"recall"_s, {{u"keywords"_s, QJsonArray {u"printer"_s}}, {it.key(), it.value()}});
        QVERIFY2(!QJsonDocument(found).toJson().contains(id.toUtf8()), qPrintable(it.key()));
        auto arguments = memory(QString(u"A memory in another name: "_s + it.key()));
        arguments.insert(it.key(), it.value());
        ours.tool(u"remember"_s, arguments);
    }
    QCOMPARE(*m_bench->server.value(u"SELECT count(*) FROM fragments WHERE key_id = '%1'"_s.arg(victim.id)), u"1"_s);
    QCOMPARE(*m_bench->server.value(u"SELECT count(*) FROM fragments WHERE key_id IS NULL"_s), u"0"_s);
}

void AttacksTest::takesNoExpiredSessionWithAValidKey()
{
    const auto clock = std::make_shared<test::FakeClock>();
    m_bench->server.clock = clock;
    m_bench->server.overrides = {{"server", "sessionTtlMinutes", 10}};
    VERIFY_OK(m_bench->server.start());
    const auto key = m_bench->key(u"agent"_s);
    const auto session = m_bench->initialized(key.rawKey).sessionId();
    m_bench->server.stop(); // what is in use is known for a minute without a look into the store
    clock->advance(11 * msPerMinute);
    VERIFY_OK(m_bench->server.start());
    auto client = m_bench->client(key.rawKey);
    client.useSession(session);
    QCOMPARE(client.post(test::McpClient::request(u"tools/list"_s)).status, 404);
    QVERIFY(!m_bench->initialized(key.rawKey).sessionId().isEmpty());
}

void AttacksTest::takesNoSessionOfADeletedKey()
{
    VERIFY_OK(m_bench->server.start());
    const auto key = m_bench->key(u"agent"_s);
    auto client = m_bench->initialized(key.rawKey);
    QCOMPARE(client.post(test::McpClient::request(u"tools/list"_s)).status, 200);
    QCOMPARE(m_bench->admin("DELETE", QString(u"/keys/"_s + key.id)).status, 200);
    QCOMPARE(client.post(test::McpClient::request(u"tools/list"_s)).status, 401);
    for (const auto &other : {QString::fromLatin1(test::TestServer::key()), m_bench->key(u"other"_s).rawKey}) {
        auto thief = m_bench->client(other);
        thief.useSession(client.sessionId());
        QCOMPARE(thief.post(test::McpClient::request(u"tools/list"_s)).status, 404);
    }
}

void AttacksTest::takesNoSessionOfAnotherKey()
{
    VERIFY_OK(m_bench->server.start());
    const auto session = m_bench->initialized(m_bench->key(u"agent"_s).rawKey).sessionId();
    auto thief = m_bench->client(m_bench->key(u"thief"_s).rawKey);
    thief.useSession(session);
    QCOMPARE(thief.post(test::McpClient::request(u"tools/list"_s)).status, 404);
    QCOMPARE(thief.send("DELETE").status, 404);
}

void AttacksTest::tellsNothingByTheTimeOfNotFound()
{
    VERIFY_OK(m_bench->server.start());
    auto theirs = m_bench->initialized(m_bench->key(u"victim"_s).rawKey);
    const auto id = theirs
                        .tool(u"remember"_s,
                            memory(u"The printer of the victim is on floor nine."_s))[u"structuredContent"_s][u"id"_s]
                        .toString();
    auto ours = m_bench->initialized(m_bench->key(u"attacker"_s).rawKey);
    const auto ask = [&](const QString &which) {
        QElapsedTimer timer;
        timer.start();
        const auto answer = ours.tool(u"fragment_history"_s, {{u"id"_s, which}});
        const auto taken = timer.nsecsElapsed();
        return std::pair {taken, QJsonDocument(answer).toJson().replace(which.toUtf8(), "*")};
    };
    QList<qint64> existing;
    QList<qint64> invented;
    for (int i = 0; i < 150; ++i) { // one beside the other, so that the machine's mood is the same for both
        const auto [there, said] = ask(id);
        const auto [nowhere, saidOfNothing] = ask(u"frag-%1"_s.arg(i, 16, 16, QChar(u'0')));
        existing += there;
        invented += nowhere;
        QCOMPARE(said, saidOfNothing);
    }
    const auto a = double(median(existing));
    const auto b = double(median(invented));
    QVERIFY2(std::abs(a - b) < 0.25 * std::max(a, b), qPrintable(u"%1 and %2 ns"_s.arg(a).arg(b)));
}

void AttacksTest::answersToNoForeignHost()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, path);
    VERIFY_OK(m_bench->server.start());
    const auto master = QString::fromLatin1(test::TestServer::key());
    for (const auto *host : {"evil.example", "evil.example:57332", "127.0.0.1.evil.example", "localhost@evil.example"})
        QCOMPARE(m_bench->http(method, path, master, {}, {{"Host", host}}).status / 100, 4);
    QCOMPARE(m_bench->http(method, path, master, {}, {{"Host", "evil.example"}}).status, 403);
}

void AttacksTest::takesNoFormOfAnotherSite()
{
    QFETCH(QByteArray, method);
    QFETCH(QString, path);
    VERIFY_OK(m_bench->server.start());
    const auto before = *m_bench->server.value(u"SELECT count(*) FROM audit_trail"_s);
    for (const auto *origin : {"https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1:1"}) {
        for (const auto *type : {"application/x-www-form-urlencoded", "text/plain", "multipart/form-data"}) {
            const test::HeaderList headers {{"Content-Type", type}, {"Origin", origin}};
            const auto answer
                = test::HttpClient(m_bench->server.url()).send(method, path, headers, "name=x&status=active");
            QCOMPARE(answer.status, 403);
            QVERIFY(!answer.headers.contains("access-control-allow-origin"));
        }
    }
    // Even a browser that names no origin gets nowhere: there is no credential that it would send by itself.
    const auto silent = test::HttpClient(m_bench->server.url())
                            .send(method, path, {{"Content-Type", "text/plain"}}, "{\"name\": \"x\"}");
    QVERIFY2(silent.status >= 401 && silent.status < 500, silent.body.constData());
    QCOMPARE(*m_bench->server.value(u"SELECT count(*) FROM audit_trail"_s), before);
}

void AttacksTest::grantsCorsToConfiguredOriginsOnly()
{
    m_bench->server.overrides = {{"server", "allowedOrigins", QJsonArray {u"http://localhost:6274"_s}}};
    VERIFY_OK(m_bench->server.start());
    const auto preflight = m_bench->http(
        "OPTIONS", u"/mcp"_s, {}, {}, {{"Origin", "http://localhost:6274"}, {"Access-Control-Request-Method", "POST"}});
    QCOMPARE(preflight.status, 204);
    QCOMPARE(preflight.headers.value("access-control-allow-origin"), QByteArray("http://localhost:6274"));
    for (const auto *name : {"X-Api-Key", "memento-access-key", "Authorization", "X-Memento-Mode"})
        QVERIFY2(preflight.headers.value("access-control-allow-headers").contains(name), name);
    QVERIFY(preflight.headers.value("vary").contains("Origin"));
    QVERIFY(!preflight.headers.contains("access-control-allow-credentials"));
    QCOMPARE(m_bench->http("OPTIONS", u"/mcp"_s, {}, {}, {{"Origin", "http://localhost:6275"}}).status, 403);
    const auto plain = m_bench->http("GET", u"/health"_s, {});
    QVERIFY(!plain.headers.contains("access-control-allow-origin"));
}

void AttacksTest::saysOnEveryAnswerThatItIsNotToBeFramed()
{
    VERIFY_OK(m_bench->server.start());
    const auto master = QString::fromLatin1(test::TestServer::key());
    for (const auto &answer : {m_bench->http("GET", u"/health"_s, {}), m_bench->http("GET", u"/nowhere"_s, {}),
             m_bench->http("POST", u"/mcp"_s, {}), m_bench->admin("GET", u"/keys"_s),
             m_bench->http("GET", u"/health"_s, master, {}, {{"Host", "evil.example"}})}) {
        QCOMPARE(answer.headers.value("x-frame-options"), QByteArray("DENY"));
        QVERIFY(answer.headers.value("content-security-policy").contains("frame-ancestors 'none'"));
        QCOMPARE(answer.headers.value("x-content-type-options"), QByteArray("nosniff"));
        QCOMPARE(answer.headers.value("referrer-policy"), QByteArray("no-referrer"));
        QCOMPARE(answer.headers.value("cache-control"), QByteArray("no-store"));
    }
}

void AttacksTest::writesNoSecretDown()
{
    logged.clear();
    const auto before = qInstallMessageHandler(keepLog);
    m_bench->server.overrides = {{"server", "access-key", u""_s}};
    const bool isStarted = bool(m_bench->server.start());
    const auto master = m_bench->server.hub().newMasterKey().value_or(QString());
    const auto key
        = m_bench->key(u"agent"_s, [](CreateKeyRequest &request) { request.permissions = QList {Permission::Read}; });
    auto client = m_bench->initialized(key.rawKey);
    client.tool(u"remember"_s, memory(u"Refused for want of a permission."_s)); // is written to the log
    auto owner = m_bench->initialized(master);
    owner.tool(u"remember"_s, memory(u"A memory of the master key itself."_s));
    owner.tool(u"session_rotate"_s, {{u"reason"_s, u"leak"_s}});
    m_bench->http("POST", u"/mcp"_s, u"mmcp_wrong_secret"_s);
    m_bench->http("GET", QString(u"/sse?accessKey=mmcp_wrong_secret"_s), {});
    m_bench->http("POST", QString(base + u"/keys"_s), master, {{u"name"_s, u"another"_s}});
    const auto reset = m_bench->http("POST", QString(base + u"/master-key/reset"_s), master).json();
    const auto token = RunFile::read(m_bench->server.hub().paths().runFile());
    const auto folder = m_bench->server.hub().paths().data;
    qInstallMessageHandler(before);
    QVERIFY(isStarted && token);
    QVERIFY(logged.contains(u"Permission denied"_s));
    QString kept = logged;
    for (const auto &name : QDir(folder).entryList(QDir::Files)) {
        QFile file(QDir(folder).filePath(name));
        if (name != QFileInfo(m_bench->server.hub().paths().runFile()).fileName() && file.open(QIODevice::ReadOnly))
            kept += QString::fromLatin1(file.readAll());
    }
    QVERIFY(kept.contains(u"A memory of the master key itself."_s)); // the store was read
    for (const auto &secret :
        {master, key.rawKey, reset[u"raw_key"_s].toString(), token->token, u"mmcp_wrong_secret"_s}) {
        QVERIFY(secret.size() > 10);
        QVERIFY2(!kept.contains(secret), qPrintable(secret.left(8)));
    }
}

QTEST_GUILESS_MAIN(AttacksTest)
#include "tst_attacks.moc"
