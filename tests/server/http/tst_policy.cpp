// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/policy.h"

#include <QTest>

using namespace hub;
using namespace hub::http;

class PolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void letsInOnlyOurHostsAndOrigins_data();
    void letsInOnlyOurHostsAndOrigins();
};

void PolicyTest::letsInOnlyOurHostsAndOrigins_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<bool>("isLetIn");
    const auto row = [](const char *name, const char *host, const char *origin, bool isLetIn) {
        QTest::newRow(name) << QByteArray(host) << QByteArray(origin) << isLetIn;
    };
    row("plain", "127.0.0.1", "", true);
    row("with a port", "localhost:57332", "", true);
    row("capitals", "LocalHost:1", "", true);
    row("IPv6", "[::1]", "", true);
    row("IPv6 with a port", "[::1]:57332", "", true);
    row("allowed origin", "localhost", "http://app.example:6274", true);
    row("our own page", "127.0.0.1:57332", "http://127.0.0.1:57332", true);
    row("our own page by another name", "127.0.0.1:57332", "http://localhost:57332", true);
    row("our own page, IPv6", "[::1]:57332", "http://127.0.0.1:57332", true);
    row("another port by another name", "127.0.0.1:57332", "http://localhost:57333", false);
    row("a longer name at our port", "127.0.0.1:57332", "http://localhost.evil.example:57332", false);
    row("our name as a user", "127.0.0.1:57332", "http://localhost:57332@evil.example:57332", false);
    row("rebound name", "evil.example:57332", "", false);
    row("rebound page", "evil.example:57332", "http://evil.example:57332", false);
    row("longer name", "localhost.evil.example", "", false);
    row("user before the host", "localhost@evil.example", "", false);
    row("empty", "", "", false);
    row("empty port", "localhost:", "", false);
    row("port of letters", "localhost:http", "", false);
    row("port 0", "localhost:0", "", false);
    row("port 65536", "localhost:65536", "", false);
    row("two ports", "localhost:1:2", "", false);
    row("IPv6 without brackets", "::1", "", false);
    row("another origin", "localhost", "https://evil.example", false);
    row("null origin", "localhost", "null", false);
    row("another port of ours", "127.0.0.1:57332", "http://127.0.0.1:8080", false);
    row("another scheme", "127.0.0.1:57332", "https://127.0.0.1:57332", false);
}

void PolicyTest::letsInOnlyOurHostsAndOrigins()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, origin);
    const Policy policy {.origins = {"http://app.example:6274"}};
    Request request;
    request.host = host;
    request.origin = origin;
    const auto refusal = refuseStranger(policy, request);
    QTEST(!refusal, "isLetIn");
    if (refusal)
        QCOMPARE(refusal->status, 403);
}

QTEST_GUILESS_MAIN(PolicyTest)
#include "tst_policy.moc"
