// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/httpembedder.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>

using namespace hub;
using namespace std::chrono_literals;
using test::FakeProvider;

class HttpEmbedderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesSettingsThatCannotWork_data();
    void refusesSettingsThatCannotWork();
    void embedsInTheOrderOfTheTexts();
    void learnsTheDimensionAndInsistsOnIt();
    void sendsTheKeyAndNoCookies();
    void namesAnotherSpaceForOtherPrefixes();
    void triesAgainWhenTheProviderIsBusy_data();
    void triesAgainWhenTheProviderIsBusy();
    void triesAgainAfterASilence();
    void givesUpAfterThreeAttempts();
    void doesNotWaitLongerThanItsDeadline();
    void turnsFailuresIntoErrors_data();
    void turnsFailuresIntoErrors();
    void stopsReadingAHugeAnswer();
    void doesNotFollowARedirect();
    void failsAtOnceWhenNobodyListens();
};

namespace {

EmbeddingSettings settingsFor(const FakeProvider &provider)
{
    EmbeddingSettings settings;
    settings.baseUrl = provider.baseUrl();
    settings.model = u"m"_s;
    settings.timeoutMs = 60'000;
    return settings;
}

} // namespace

void HttpEmbedderTest::refusesSettingsThatCannotWork_data()
{
    QTest::addColumn<QString>("baseUrl");
    QTest::addColumn<QString>("model");
    QTest::newRow("no address") << QString() << u"m"_s;
    QTest::newRow("a file") << u"file:///etc/passwd"_s << u"m"_s;
    QTest::newRow("no host") << u"http:///v1"_s << u"m"_s;
    QTest::newRow("a password") << u"http://me:secret@localhost/v1"_s << u"m"_s;
    QTest::newRow("a query") << u"http://localhost/v1?key=1"_s << u"m"_s;
    QTest::newRow("no model") << u"http://localhost/v1"_s << u" "_s;
}

void HttpEmbedderTest::refusesSettingsThatCannotWork()
{
    QFETCH(QString, baseUrl);
    QFETCH(QString, model);
    EmbeddingSettings settings;
    settings.baseUrl = baseUrl;
    settings.model = model;
    const auto embedder = HttpEmbedder::create(settings);
    QVERIFY(!embedder);
    QCOMPARE(embedder.error().code, ErrorCode::InvalidArgument);
}

void HttpEmbedderTest::embedsInTheOrderOfTheTexts()
{
    FakeProvider provider([](const auto &) { return FakeProvider::vectors({"[1,0]", "[0,1]", "[3,4]"}, {2, 0, 1}); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    const auto vectors = (*embedder)->embed({u"a"_s, u"b"_s, u"c"_s}, EmbedPurpose::Passage, 60s);
    VERIFY_OK(vectors);
    QCOMPARE(*vectors, (QList<Vector> {{1, 0}, {0, 1}, {0.6F, 0.8F}}));
    QCOMPARE(provider.requests().size(), 1);
    QVERIFY(provider.requests()[0].head.startsWith("POST /v1/embeddings HTTP/1.1"));
    QCOMPARE(provider.requests()[0].body[u"input"_s].toArray().size(), 3);
}

void HttpEmbedderTest::learnsTheDimensionAndInsistsOnIt()
{
    int requests = 0;
    FakeProvider provider([&](const auto &) { return FakeProvider::vectors({++requests == 1 ? "[1,0]" : "[1,0,0]"}); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    QVERIFY(!(*embedder)->isReady());
    VERIFY_OK((*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s));
    QVERIFY((*embedder)->isReady());
    QCOMPARE((*embedder)->space().dimension, 2);
    const auto other = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s);
    QVERIFY(!other);
    QCOMPARE(other.error().code, ErrorCode::Conflict);
    QCOMPARE((*embedder)->space().dimension, 2);
}

void HttpEmbedderTest::sendsTheKeyAndNoCookies()
{
    FakeProvider provider([](const auto &) {
        return FakeProvider::vectors({"[1,0]"}).replace("\r\n\r\n", "\r\nSet-Cookie: a=b\r\n\r\n");
    });
    auto settings = settingsFor(provider);
    settings.apiKey = u"sk-test"_s;
    const auto embedder = HttpEmbedder::create(settings);
    VERIFY_OK(embedder);
    for (int i = 0; i < 2; ++i)
        VERIFY_OK((*embedder)->embed({u"a"_s}, EmbedPurpose::Query, 60s));
    const auto head = provider.requests()[1].head.toLower(); // names have no case
    QVERIFY(head.contains("\r\nauthorization: bearer sk-test"));
    QVERIFY(!head.contains("cookie"));
}

void HttpEmbedderTest::namesAnotherSpaceForOtherPrefixes()
{
    EmbeddingSettings settings;
    settings.model = u"m"_s;
    settings.dimension = 8;
    const auto plain = (*HttpEmbedder::create(settings))->space();
    QCOMPARE(plain.id(), u"127.0.0.1:11434|m|8|1"_s);
    settings.passagePrefix = u"passage: "_s;
    const auto prefixed = (*HttpEmbedder::create(settings))->space();
    settings.passagePrefix.clear();
    settings.queryPrefix = u"passage: "_s;
    const auto swapped = (*HttpEmbedder::create(settings))->space();
    QVERIFY(plain != prefixed);
    QVERIFY(prefixed != swapped);
}

void HttpEmbedderTest::triesAgainWhenTheProviderIsBusy_data()
{
    QTest::addColumn<int>("status");
    QTest::newRow("too many requests") << 429;
    QTest::newRow("loading") << 503;
}

void HttpEmbedderTest::triesAgainWhenTheProviderIsBusy()
{
    QFETCH(int, status);
    int requests = 0;
    FakeProvider provider([&](const auto &) {
        return ++requests == 1 ? FakeProvider::response(status, "{}", "Retry-After: 1\r\n")
                               : FakeProvider::vectors({"[1,0]"});
    });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    QElapsedTimer watch;
    watch.start();
    VERIFY_OK((*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s));
    QCOMPARE(requests, 2);
    QVERIFY(watch.elapsed() >= 950); // as it was asked to
}

void HttpEmbedderTest::triesAgainAfterASilence()
{
    int requests = 0;
    FakeProvider provider(
        [&](const auto &) { return ++requests == 1 ? QByteArray() : FakeProvider::vectors({"[1,0]"}); });
    auto settings = settingsFor(provider);
    settings.timeoutMs = 400;
    const auto embedder = HttpEmbedder::create(settings);
    VERIFY_OK(embedder);
    VERIFY_OK((*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s));
    QCOMPARE(requests, 2);
}

void HttpEmbedderTest::givesUpAfterThreeAttempts()
{
    FakeProvider provider([](const auto &) { return FakeProvider::response(429, "{}"); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    const auto vectors = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s);
    QVERIFY(!vectors);
    QCOMPARE(vectors.error().code, ErrorCode::Busy);
    QCOMPARE(provider.requests().size(), 3);
}

void HttpEmbedderTest::doesNotWaitLongerThanItsDeadline()
{
    FakeProvider provider([](const auto &) { return QByteArray(); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    QElapsedTimer watch;
    watch.start();
    const auto vectors = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 200ms);
    QVERIFY(!vectors);
    QCOMPARE(vectors.error().code, ErrorCode::Busy);
    QVERIFY(watch.elapsed() < 30'000);
}

void HttpEmbedderTest::turnsFailuresIntoErrors_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("internal server error")
        << FakeProvider::response(500, R"({"error":"out of memory"})") << ErrorCode::Internal;
    QTest::newRow("bad gateway") << FakeProvider::response(502, "{}") << ErrorCode::Busy;
    QTest::newRow("bad request") << FakeProvider::response(400, R"({"error":"too long"})")
                                 << ErrorCode::InvalidArgument;
    QTest::newRow("too large") << FakeProvider::response(413, "{}") << ErrorCode::TooLong;
    QTest::newRow("key refused") << FakeProvider::response(401, "{}", "WWW-Authenticate: Bearer\r\n")
                                 << ErrorCode::Denied;
    QTest::newRow("no such model") << FakeProvider::response(404, R"({"error":"model not found"})")
                                   << ErrorCode::NotFound;
    QTest::newRow("garbage") << FakeProvider::response(200, "\x01\x02garbage") << ErrorCode::Internal;
    QTest::newRow("not HTTP") << QByteArray("SSH-2.0-OpenSSH\r\n\r\n") << ErrorCode::Busy;
    QTest::newRow("NaN") << FakeProvider::vectors({"[NaN,0]"}) << ErrorCode::Internal;
    QTest::newRow("null for NaN") << FakeProvider::vectors({"[null,0]"}) << ErrorCode::InvalidArgument;
    QTest::newRow("wrong length") << FakeProvider::vectors({"[1,0,0]"}) << ErrorCode::Conflict;
    QTest::newRow("connection closed") << FakeProvider::hangUp() << ErrorCode::Busy;
}

void HttpEmbedderTest::turnsFailuresIntoErrors()
{
    QFETCH(QByteArray, answer);
    FakeProvider provider([&](const auto &) { return answer; });
    auto settings = settingsFor(provider);
    settings.dimension = 2;
    const auto embedder = HttpEmbedder::create(settings);
    VERIFY_OK(embedder);
    const auto vectors = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s);
    QVERIFY(!vectors);
    QTEST(vectors.error().code, "code");
    QVERIFY(!vectors.error().message.contains(u"out of memory"_s)); // a stranger's words are for the log only
}

void HttpEmbedderTest::stopsReadingAHugeAnswer()
{
    FakeProvider provider([](const auto &) { return FakeProvider::response(200, QByteArray(8 << 20, ' ')); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    const auto vectors = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s);
    QVERIFY(!vectors);
    QCOMPARE(vectors.error().code, ErrorCode::Internal);
    QVERIFY(vectors.error().message.contains(u"larger than"_s));
}

void HttpEmbedderTest::doesNotFollowARedirect()
{
    FakeProvider elsewhere([](const auto &) { return FakeProvider::vectors({"[1,0]"}); });
    FakeProvider provider([&](const auto &) {
        return FakeProvider::response(307, "{}", "Location: " + elsewhere.baseUrl().toUtf8() + "embeddings\r\n");
    });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    QVERIFY(!(*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s));
    QVERIFY(elsewhere.requests().isEmpty());
}

void HttpEmbedderTest::failsAtOnceWhenNobodyListens()
{
    FakeProvider provider([](const auto &) { return QByteArray(); });
    const auto embedder = HttpEmbedder::create(settingsFor(provider));
    VERIFY_OK(embedder);
    provider.close();
    QElapsedTimer watch;
    watch.start();
    const auto vectors = (*embedder)->embed({u"a"_s}, EmbedPurpose::Passage, 60s);
    QVERIFY(!vectors);
    QCOMPARE(vectors.error().code, ErrorCode::Busy);
    QVERIFY(watch.elapsed() < 30'000);
}

QTEST_GUILESS_MAIN(HttpEmbedderTest)
#include "tst_httpembedder.moc"
