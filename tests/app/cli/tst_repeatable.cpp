// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/repeatable.h"

#include <QTest>

using namespace hub::stdio;

class RepeatableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void repeatsOnlyWhatDoesNoHarm_data();
    void repeatsOnlyWhatDoesNoHarm();
};

namespace {

QByteArray call(const QByteArray &tool, const QByteArray &arguments = "{}")
{
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)"
        + arguments + "}}";
}

} // namespace

void RepeatableTest::repeatsOnlyWhatDoesNoHarm_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("expected");
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    QTest::newRow("no call") << ping << true;
    QTest::newRow("a list of tools") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})") << true;
    QTest::newRow("a tool that reads") << call("recall") << true;
    QTest::newRow("a change that is the same twice") << call("amend") << true;
    QTest::newRow("a new memory") << call("remember") << false;
    QTest::newRow("a new memory with a key") << call("remember", R"({"idempotencyKey":"k"})") << true;
    QTest::newRow("a new memory with a blank key") << call("remember", R"({"idempotencyKey":" "})") << false;
    QTest::newRow("a list with a key that means nothing there")
        << call("batch_remember", R"({"idempotencyKey":"k"})") << false;
    QTest::newRow("feedback that is counted") << call("tool_feedback") << false;
    QTest::newRow("a new session id") << call("session_rotate") << false;
    QTest::newRow("a tool nobody knows") << call("launch") << false;
    QTest::newRow("a harmless batch") << QByteArray("[" + ping + "," + call("recall") + "]") << true;
    QTest::newRow("a batch with one change") << QByteArray("[" + ping + "," + call("remember") + "]") << false;
}

void RepeatableTest::repeatsOnlyWhatDoesNoHarm()
{
    QFETCH(QByteArray, body);
    QTEST(mayRepeat(body), "expected");
}

QTEST_GUILESS_MAIN(RepeatableTest)
#include "tst_repeatable.moc"
