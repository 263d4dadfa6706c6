// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "server/http/server.h"
#include "server/later.h"
#include "server/ops/health.h"
#include "tests/support/fakeprotocol.h"
#include "tests/support/httpclient.h"
#include "tests/support/verify.h"

using namespace hub;

class HealthTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void saysLittleWithoutAKey();
    void saysMoreWithAKey();
    void asksTheStoreOnceASecondForEverybody();
    void asksTheStoreEachTimeForAKey();
    void isDegradedWhenTheStoreFails();
    void isDegradedWhenTheStoreDoesNotAnswerInTime();
    void answersHeadWithoutABody();
    void warnsOfAnEmbeddingProviderThatIsDown();

private:
    test::HttpAnswer get(const test::HeaderList &headers = {})
    {
        return test::HttpClient(m_url).send("GET", u"/health"_s, headers);
    }

    std::function<QFuture<Result<StoreReport>>()> m_probe;
    int m_asked = 0;
    std::unique_ptr<Health> m_health;
    std::unique_ptr<http::Server> m_server;
    QString m_url;
    const test::HeaderList m_key {{"Authorization", "Bearer key"}};
};

void HealthTest::init()
{
    m_asked = 0;
    m_probe = [] { return readyFuture<Result<StoreReport>>(StoreReport {.sessions = 3, .embedding = u"disabled"_s}); };
    m_health = std::make_unique<Health>(
        [this] {
            ++m_asked;
            return m_probe();
        },
        std::chrono::milliseconds(200));
    m_health->countStreamsWith([] { return 2; });
    http::Router router([](const http::Request &request) -> Result<Principal> {
        if (request.header("authorization") == "Bearer key")
            return Principal {};
        return Error {ErrorCode::Denied, u"no"_s};
    });
    m_health->addRoutes(router);
    m_server = std::make_unique<http::Server>(http::Policy {}, std::move(router));
    VERIFY_OK(m_server->start({QHostAddress(QHostAddress::LocalHost)}, 0));
    m_url = u"http://127.0.0.1:%1"_s.arg(m_server->port());
}

void HealthTest::cleanup()
{
    m_server.reset();
    m_health.reset();
}

void HealthTest::saysLittleWithoutAKey()
{
    for (const auto &headers : {test::HeaderList {}, test::HeaderList {{"Authorization", "Bearer wrong"}}}) {
        const auto answer = get(headers);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.json().keys(), QStringList({u"status"_s, u"timestamp"_s}));
        QCOMPARE(answer.json().value(u"status"_s), QJsonValue(u"healthy"_s));
        QCOMPARE(answer.headers.value("cache-control"), QByteArray("no-store"));
    }
}

void HealthTest::saysMoreWithAKey()
{
    const auto json = get(m_key).json();
    QCOMPARE(json.value(u"status"_s), QJsonValue(u"healthy"_s));
    const auto checks = json.value(u"checks"_s);
    QCOMPARE(checks[u"database"_s][u"status"_s], QJsonValue(u"up"_s));
    QCOMPARE(checks[u"redis"_s][u"status"_s], QJsonValue(u"disabled"_s));
    QCOMPARE(checks[u"embedding"_s][u"status"_s], QJsonValue(u"disabled"_s));
    QCOMPARE(checks[u"sessions"_s][u"total"_s], QJsonValue(3));
    QCOMPARE(checks[u"sessions"_s][u"streams"_s], QJsonValue(2));
    QVERIFY(json.value(u"warnings"_s).toArray().isEmpty());
}

void HealthTest::asksTheStoreOnceASecondForEverybody()
{
    for (int i = 0; i < 5; ++i)
        get();
    QCOMPARE(m_asked, 1);
    QTest::qWait(1050);
    get();
    QCOMPARE(m_asked, 2);
}

void HealthTest::asksTheStoreEachTimeForAKey()
{
    get(m_key);
    get(m_key);
    QCOMPARE(m_asked, 2);
}

void HealthTest::isDegradedWhenTheStoreFails()
{
    m_probe = [] { return readyFuture<Result<StoreReport>>(Error {ErrorCode::Storage, u"gone"_s}); };
    for (const auto &headers : {test::HeaderList {}, m_key}) {
        const auto answer = get(headers);
        QCOMPARE(answer.status, 503);
        QCOMPARE(answer.json().value(u"status"_s), QJsonValue(u"degraded"_s));
    }
}

void HealthTest::isDegradedWhenTheStoreDoesNotAnswerInTime()
{
    QPromise<Result<StoreReport>> never;
    never.start();
    m_probe = [&never] { return never.future(); };
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(get().status, 503);
    QVERIFY(timer.elapsed() < 2000);
    m_probe = [] { return readyFuture<Result<StoreReport>>(StoreReport {}); };
    never.addResult(StoreReport {});
    never.finish(); // too late to count
    QCOMPARE(get(m_key).status, 200);
}

void HealthTest::answersHeadWithoutABody()
{
    const auto answer = test::HttpClient(m_url).send("HEAD", u"/health"_s, {});
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.body.isEmpty());
}

void HealthTest::warnsOfAnEmbeddingProviderThatIsDown()
{
    m_probe
        = [] { return readyFuture<Result<StoreReport>>(StoreReport {.embedding = u"down"_s, .embeddingBacklog = 7}); };
    const auto answer = get(m_key);
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json().value(u"warnings"_s).toArray().size(), 1);
    QCOMPARE(answer.json().value(u"checks"_s)[u"embedding"_s][u"backlog"_s], QJsonValue(7));
}

QTEST_GUILESS_MAIN(HealthTest)
#include "tst_health.moc"
