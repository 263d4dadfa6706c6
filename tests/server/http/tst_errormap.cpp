// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/errormap.h"

#include <QJsonDocument>
#include <QTest>

using namespace hub;
using namespace hub::http;

class ErrorMapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsEveryCode_data();
    void mapsEveryCode();
    void showsTheMessageAndHidesTheDetail();
};

void ErrorMapTest::mapsEveryCode_data()
{
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("rpc");
    QTest::newRow("invalid argument") << ErrorCode::InvalidArgument << 400 << -32602;
    QTest::newRow("too long") << ErrorCode::TooLong << 400 << -32602;
    QTest::newRow("not found") << ErrorCode::NotFound << 404 << -32001;
    QTest::newRow("denied") << ErrorCode::Denied << 403 << -32600;
    QTest::newRow("conflict") << ErrorCode::Conflict << 409 << -32000;
    QTest::newRow("limit exceeded") << ErrorCode::LimitExceeded << 429 << -32000;
    QTest::newRow("policy violation") << ErrorCode::PolicyViolation << 422 << -32003;
    QTest::newRow("busy") << ErrorCode::Busy << 503 << -32000;
    QTest::newRow("cancelled") << ErrorCode::Cancelled << 499 << -32800;
    QTest::newRow("storage") << ErrorCode::Storage << 503 << -32603;
    QTest::newRow("internal") << ErrorCode::Internal << 500 << -32603;
}

void ErrorMapTest::mapsEveryCode()
{
    QFETCH(ErrorCode, code);
    QTEST(httpStatus(code), "status");
    QTEST(jsonRpcCode(code), "rpc");
}

void ErrorMapTest::showsTheMessageAndHidesTheDetail()
{
    const auto response = errorResponse({ErrorCode::NotFound, u"No fragment \"x\""_s, u"SELECT"_s});
    QCOMPARE(response.status, 404);
    QCOMPARE(response.body, R"({"error":"No fragment \"x\""})");
    QCOMPARE(response.headers, (Headers {{"Content-Type", "application/json"}}));
}

QTEST_GUILESS_MAIN(ErrorMapTest)
#include "tst_errormap.moc"
