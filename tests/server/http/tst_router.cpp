// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/router.h"
#include "tests/server/http/livehttp.h"

using namespace hub;
using namespace hub::http;

class RouterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decidesBeforeTheBody_data();
    void decidesBeforeTheBody();
    void fillsInParamsAndPrincipal();
    void prefersTheLiteralPath();
    void knowsAGuestWhoHasAKey();
    void challengesThoseWithoutKey_data();
    void challengesThoseWithoutKey();
    void passesOnWhyAuthenticationFailed();
    void answersAPreflight();
    void asksForMoreThanAPermission_data();
    void asksForMoreThanAPermission();
    void turnsAwayWhoCallsTooOften();
};

namespace {

Router sampleRouter(Authenticate authenticate = test::authenticate)
{
    const Handler handler = [](const Request &) { return Response::empty(204); };
    Router router(std::move(authenticate));
    router.add({.method = "GET", .path = "/v1/memories/{id}", .access = Permission::Read, .handler = handler});
    router.add({.method = "GET",
        .path = "/v1/memories/search",
        .access = Permission::Read,
        .bodyLimit = 7,
        .handler = handler});
    router.add({.method = "DELETE", .path = "/v1/memories/{id}", .access = Permission::Admin, .handler = handler});
    router.add(
        {.method = "POST", .path = "/mcp", .access = Permission::Read, .body = BodyKind::Json, .handler = handler});
    router.add({.method = "POST", .path = "/token", .access = openToAll, .body = BodyKind::Form, .handler = handler});
    router.add({.method = "GET", .path = "/health", .access = openToAll, .handler = handler});
    return router;
}

Request requestFor(const QByteArray &method, const QByteArray &path, const Headers &headers = {})
{
    Request request;
    request.method = method;
    request.path = path;
    request.host = "127.0.0.1:57332";
    request.headers = headers;
    return request;
}

QByteArray headerOf(const Response &response, const QByteArray &name)
{
    for (const auto &[key, value] : response.headers) {
        if (key == name)
            return value;
    }
    return {};
}

const std::pair<QByteArray, QByteArray> good {"authorization", "Bearer good"};
const std::pair<QByteArray, QByteArray> some {"content-length", "2"};

} // namespace

void RouterTest::decidesBeforeTheBody_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const char *method, const char *path, const Headers &headers, int status) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(path) << headers << status;
    };
    row("a route", "GET", "/health", {}, 0);
    row("HEAD is GET", "HEAD", "/health", {}, 0);
    row("unknown path", "GET", "/nowhere", {good}, 404);
    row("too short", "GET", "/v1/memories", {good}, 404);
    row("empty part", "GET", "/v1/memories/", {good}, 404);
    row("too long", "GET", "/v1/memories/1/", {good}, 404);
    row("capitals", "GET", "/Health", {}, 404);
    row("escaped slash", "GET", "/v1%2Fmemories/1", {good}, 404);
    row("wrong method", "PUT", "/health", {}, 405);
    row("HEAD of POST", "HEAD", "/mcp", {good}, 405);
    row("no key", "GET", "/v1/memories/1", {}, 401);
    row("wrong key", "GET", "/v1/memories/1", {{"authorization", "Bearer bad"}}, 401);
    row("key", "GET", "/v1/memories/1", {good}, 0);
    row("not enough permission", "DELETE", "/v1/memories/1", {good}, 403);
    row("no key comes before the type", "POST", "/mcp", {some, {"content-type", "text/plain"}}, 401);
    row("JSON", "POST", "/mcp", {good, some, {"content-type", "application/json"}}, 0);
    row("JSON with charset", "POST", "/mcp", {good, some, {"content-type", "Application/JSON ; charset=utf-8"}}, 0);
    row("no body needs no type", "POST", "/mcp", {good}, 0);
    row("text", "POST", "/mcp", {good, some, {"content-type", "text/plain"}}, 415);
    row("no type", "POST", "/mcp", {good, some}, 415);
    row("chunks of no type", "POST", "/mcp", {good, {"transfer-encoding", "chunked"}}, 415);
    row("longer type", "POST", "/mcp", {good, some, {"content-type", "application/jsonx"}}, 415);
    row("form", "POST", "/token", {some, {"content-type", "application/x-www-form-urlencoded"}}, 0);
    row("JSON for a form", "POST", "/token", {some, {"content-type", "application/json"}}, 415);
}

void RouterTest::decidesBeforeTheBody()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(Headers, headers);
    const auto router = sampleRouter();
    auto request = requestFor(method, path, headers);
    const auto admission = router.admit(request);
    QTEST(admission.refusal ? admission.refusal->status : 0, "status");
    QCOMPARE(!admission.handler, admission.refusal.has_value());
    if (admission.refusal)
        QVERIFY(!QJsonDocument::fromJson(admission.refusal->body)[u"error"_s].toString().isEmpty());
    if (admission.refusal && admission.refusal->status == 405)
        QVERIFY(headerOf(*admission.refusal, "Allow").endsWith("OPTIONS"));
}

void RouterTest::fillsInParamsAndPrincipal()
{
    const auto router = sampleRouter();
    auto request = requestFor("GET", "/v1/memories/%ED%95%9C%2F", {good});
    QCOMPARE(router.admit(request).bodyLimit, defaultBodyLimit);
    QCOMPARE(request.params["id"], u"한/"_s);
    QVERIFY(request.principal);
    QCOMPARE(request.principal->keyId, u"key-1"_s);
}

void RouterTest::prefersTheLiteralPath()
{
    const auto router = sampleRouter();
    auto request = requestFor("GET", "/v1/memories/search", {good});
    QCOMPARE(router.admit(request).bodyLimit, 7);
    QVERIFY(request.params.isEmpty());
}

void RouterTest::knowsAGuestWhoHasAKey()
{
    const auto router = sampleRouter();
    auto guest = requestFor("GET", "/health");
    QVERIFY(router.admit(guest).handler);
    QVERIFY(!guest.principal);
    auto stranger = requestFor("GET", "/health", {{"authorization", "Bearer bad"}});
    QVERIFY(router.admit(stranger).handler);
    QVERIFY(!stranger.principal);
    auto member = requestFor("GET", "/health", {good});
    QVERIFY(router.admit(member).handler);
    QVERIFY(member.principal);
}

void RouterTest::challengesThoseWithoutKey_data()
{
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<bool>("isInvalidToken");
    QTest::newRow("nothing sent") << Headers() << QByteArray() << false;
    QTest::newRow("header sent") << Headers {{"authorization", "Bearer bad"}} << QByteArray() << true;
    QTest::newRow("query sent") << Headers() << QByteArray("accessKey=bad") << true;
}

void RouterTest::challengesThoseWithoutKey()
{
    QFETCH(Headers, headers);
    QFETCH(QByteArray, query);
    const auto router = sampleRouter();
    auto request = requestFor("POST", "/mcp", headers);
    request.query = query;
    const auto admission = router.admit(request);
    const auto challenge = headerOf(*admission.refusal, "WWW-Authenticate");
    QVERIFY(challenge.startsWith(
        "Bearer resource_metadata=\"http://127.0.0.1:57332/.well-known/oauth-protected-resource\""));
    QTEST(challenge.endsWith(", error=\"invalid_token\""), "isInvalidToken");
}

void RouterTest::passesOnWhyAuthenticationFailed()
{
    const auto router = sampleRouter([](const Request &) -> Result<Principal> {
        return Error {ErrorCode::LimitExceeded, u"Too many wrong keys"_s};
    });
    auto request = requestFor("POST", "/mcp");
    QCOMPARE(router.admit(request).refusal->status, 429);
}

void RouterTest::answersAPreflight()
{
    const auto router = sampleRouter();
    auto request = requestFor("OPTIONS", "/v1/memories/1");
    auto response = *router.admit(request).refusal;
    QCOMPARE(response.status, 204);
    QCOMPARE(headerOf(response, "Allow"), "GET, DELETE, HEAD, OPTIONS");
    QVERIFY(headerOf(response, "Access-Control-Allow-Headers").isEmpty());
    request.origin = "http://page.example";
    response = *router.admit(request).refusal;
    QCOMPARE(headerOf(response, "Access-Control-Allow-Methods"), "GET, DELETE, HEAD, OPTIONS");
    QVERIFY(headerOf(response, "Access-Control-Allow-Headers").contains("Mcp-Session-Id"));
    request.path = "/nowhere";
    QCOMPARE(router.admit(request).refusal->status, 404);
}

void RouterTest::asksForMoreThanAPermission_data()
{
    QTest::addColumn<QString>("caller");
    QTest::addColumn<int>("anyKeyStatus");
    QTest::addColumn<int>("masterStatus");
    QTest::newRow("nobody") << u"nobody"_s << 401 << 401;
    QTest::newRow("a key that may only write") << u"writer"_s << 0 << 403;
    QTest::newRow("a key with every permission") << u"admin"_s << 0 << 403;
    QTest::newRow("the master key") << u"master"_s << 0 << 0;
}

void RouterTest::asksForMoreThanAPermission()
{
    QFETCH(QString, caller);
    Router router([&](const Request &) -> Result<Principal> {
        if (caller == u"nobody")
            return Error {ErrorCode::Denied, u"A valid access key is needed"_s};
        Principal principal;
        principal.keyId = caller == u"master" ? QString() : caller;
        principal.permissions = {caller == u"admin" ? Permission::Admin : Permission::Write};
        return principal;
    });
    const Handler handler = [](const Request &) { return Response::empty(204); };
    router.add({.method = "GET", .path = "/any", .access = anyKey, .handler = handler});
    router.add({.method = "GET", .path = "/master", .access = masterOnly, .handler = handler});
    for (const auto &[path, column] : {std::pair {"/any", "anyKeyStatus"}, {"/master", "masterStatus"}}) {
        auto request = requestFor("GET", path);
        const auto admission = router.admit(request);
        const auto status = admission.refusal ? admission.refusal->status : 0;
        QTEST(status, column);
    }
}

void RouterTest::turnsAwayWhoCallsTooOften()
{
    QStringList asked;
    Router router(test::authenticate, [&](const Request &, const Principal *caller) -> std::optional<Response> {
        asked += caller ? caller->keyId : u"nobody"_s;
        return caller ? std::nullopt : std::optional(Response::error(429, u"Too many"_s));
    });
    const Handler handler = [](const Request &) { return Response::empty(204); };
    router.add({.method = "GET", .path = "/open", .access = openToAll, .handler = handler});
    router.add({.method = "GET", .path = "/kept", .access = anyKey, .handler = handler});
    router.add({.method = "GET", .path = "/own", .access = openToAll, .countsItself = true, .handler = handler});
    for (const auto *path : {"/open", "/kept"}) {
        auto guest = requestFor("GET", path);
        QCOMPARE(router.admit(guest).refusal->status, 429); // ahead of the 401
        auto member = requestFor("GET", path, {good});
        QVERIFY(!router.admit(member).refusal);
    }
    auto own = requestFor("GET", "/own");
    QVERIFY(!router.admit(own).refusal);
    QCOMPARE(asked, QStringList({u"nobody"_s, u"key-1"_s, u"nobody"_s, u"key-1"_s}));
}

QTEST_GUILESS_MAIN(RouterTest)
#include "tst_router.moc"
