// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/tool.h"

#include <QJsonArray>
#include <QTest>

using namespace hub;
using namespace hub::mcp;

class ToolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesAnAnswerOn();
    void marksAnAnswerThatNamesAnError();
    void letsTheModelReadWhatItCanRepair_data();
    void letsTheModelReadWhatItCanRepair();
    void answersDocumentedLimitsAsErrorsOfTheProtocol_data();
    void answersDocumentedLimitsAsErrorsOfTheProtocol();
};

void ToolTest::passesAnAnswerOn()
{
    const auto outcome = toolOutcome(QJsonObject {{u"success"_s, true}});
    QVERIFY(!std::get<ToolResult>(outcome).isError);
    QCOMPARE(std::get<ToolResult>(outcome).payload, QJsonObject({{u"success"_s, true}}));
}

void ToolTest::marksAnAnswerThatNamesAnError()
{
    const auto outcome = toolOutcome(QJsonObject {{u"success"_s, true}, {u"deleted"_s, 0}, {u"error"_s, u"no"_s}});
    QVERIFY(std::get<ToolResult>(outcome).isError);
    QCOMPARE(std::get<ToolResult>(outcome).payload.size(), 3);
}

void ToolTest::letsTheModelReadWhatItCanRepair_data()
{
    QTest::addColumn<ErrorCode>("error");
    QTest::newRow("a wrong value") << ErrorCode::InvalidArgument;
    QTest::newRow("not there") << ErrorCode::NotFound;
    QTest::newRow("over quota") << ErrorCode::LimitExceeded;
    QTest::newRow("store in trouble") << ErrorCode::Storage;
}

void ToolTest::letsTheModelReadWhatItCanRepair()
{
    QFETCH(ErrorCode, error);
    const auto outcome = toolOutcome(Error {error, u"topic is required"_s, u"secret detail"_s});
    const auto &result = std::get<ToolResult>(outcome);
    QVERIFY(result.isError);
    QCOMPARE(result.payload, QJsonObject({{u"success"_s, false}, {u"error"_s, u"topic is required"_s}}));
}

void ToolTest::answersDocumentedLimitsAsErrorsOfTheProtocol_data()
{
    QTest::addColumn<ErrorCode>("error");
    QTest::addColumn<int>("expectedCode");
    QTest::newRow("text over its hard limit") << ErrorCode::TooLong << -32602;
    QTest::newRow("policy violation") << ErrorCode::PolicyViolation << -32003;
}

void ToolTest::answersDocumentedLimitsAsErrorsOfTheProtocol()
{
    QFETCH(ErrorCode, error);
    QFETCH(int, expectedCode);
    const QJsonObject data {
        {u"violations"_s, QJsonArray {u"decisionHasRationale"_s}}, {u"fragmentType"_s, u"decision"_s}};
    const auto outcome = toolOutcome(Error {error, u"policy_violation: decisionHasRationale"_s, {}, data});
    const auto &refusal = std::get<RpcError>(outcome);
    QCOMPARE(refusal.code, expectedCode);
    QCOMPARE(refusal.message, u"policy_violation: decisionHasRationale"_s);
    QCOMPARE(refusal.data, data);
}

QTEST_GUILESS_MAIN(ToolTest)
#include "tst_tool.moc"
