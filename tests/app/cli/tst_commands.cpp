// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>

using namespace hub;

/// The program as a person and a script use it.
class CommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void remembersAndFindsAgain();
    void showsOneMemoryAndItsHistory();
    void linksTwo();
    void callsAnyTool();
    void speaksThreeFormats();
    void readsStandardInput();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void helpsWithoutACommand();
    void asksTheHubThatRuns();
    void showsSessionsOfAHubThatRuns();
    void showsSessionsWithoutAHub();
    void managesKeys();
    void managesGroups();
    void showsTheAuditTrail();
    void resetsTheMasterKeyWithoutTheOldOne();
    void managesTheKeysOfAHubThatRuns();

private:
    struct Outcome {
        QString out;
        QString error;
        int code = -1;

        QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
    };

    Outcome run(const QStringList &arguments, const QByteArray &input = {}, const QString &data = {})
    {
        QProcess process;
        process.setProgram(QStringLiteral(HUB_CLI));
        process.setArguments(arguments + QStringList {u"--data"_s, data.isEmpty() ? m_folder->path() : data});
        process.start();
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(60'000)) {
            process.kill();
            return {};
        }
        return {QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError()),
            process.exitCode()};
    }
    Outcome runBeside(const QStringList &arguments, const QString &data);
    QString remembered(const QString &content)
    {
        return run({u"remember"_s, content, u"--topic"_s, u"nginx"_s}).json()[u"id"_s].toString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void CommandsTest::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void CommandsTest::remembersAndFindsAgain()
{
    const auto stored = run({u"remember"_s, u"The gateway listens on port 15001."_s, u"--topic=nginx"_s,
        u"--keywords"_s, u"port,gateway"_s, u"--keyword"_s, u"upstream"_s, u"--no-anchor"_s});
    QCOMPARE(stored.code, 0);
    const auto id = stored.json()[u"id"_s].toString();
    QVERIFY(id.startsWith(u"frag-"));
    QVERIFY(stored.json()[u"keywords"_s].toArray().contains(u"upstream"_s));
    const auto found = run(
        {u"recall"_s, u"which port does the gateway use"_s, u"--limit"_s, u"5"_s, u"--time-range"_s, u"yesterday"_s});
    QCOMPARE(found.json()[u"fragments"_s][0][u"id"_s].toString(), id);
    QCOMPARE(run({u"stats"_s}).json()[u"stats"_s][u"total"_s], QJsonValue(1));
    QCOMPARE(run({u"forget"_s, id}).json()[u"deleted"_s], QJsonValue(1));
    QCOMPARE(run({u"stats"_s}).json()[u"stats"_s][u"total"_s], QJsonValue(0));
}

void CommandsTest::showsOneMemoryAndItsHistory()
{
    const auto id = remembered(u"The gateway listens on port 8080."_s);
    run({u"tool"_s, u"amend"_s, u"--args"_s,
        u"{\"id\":\"%1\",\"content\":\"The gateway listens on port 9090.\"}"_s.arg(id)});
    const auto inspected = run({u"inspect"_s, id, u"--format"_s, u"table"_s});
    QCOMPARE(inspected.code, 0);
    QVERIFY(inspected.out.contains(u"The gateway listens on port 9090."));
    QVERIFY(inspected.out.contains(QRegularExpression(u"topic +nginx"_s)));
    const auto history = run({u"history"_s, id, u"--format"_s, u"csv"_s});
    QVERIFY(history.out.contains(u"until,"));
    QVERIFY(history.out.contains(u"port 8080."));
}

void CommandsTest::linksTwo()
{
    const auto a = remembered(u"The gateway answers 502 since noon."_s);
    const auto b = remembered(u"The upstream port was set right again."_s);
    QCOMPARE(run({u"link"_s, a, b, u"--relation"_s, u"resolved_by"_s}).json()[u"linked"_s], QJsonValue(true));
    const auto explored = run({u"tool"_s, u"graph_explore"_s, u"--args"_s, u"{\"startId\":\"%1\"}"_s.arg(a)});
    QCOMPARE(explored.json()[u"count"_s], QJsonValue(2));
}

void CommandsTest::callsAnyTool()
{
    remembered(u"The gateway listens on port 15001."_s);
    const auto found = run({u"tool"_s, u"search_traces"_s, u"--args"_s, u"-"_s}, R"({"keyword":"PORT"})");
    QCOMPARE(found.json()[u"count"_s], QJsonValue(1));
    const auto upkeep = run({u"tool"_s, u"memory_consolidate"_s});
    QCOMPARE(upkeep.json()[u"success"_s], QJsonValue(true));
    QVERIFY(run({u"tool"_s, u"get_skill_guide"_s}).json()[u"content"_s].toString().contains(u"## "));
}

void CommandsTest::speaksThreeFormats()
{
    remembered(u"The gateway listens on port 15001."_s);
    QVERIFY(!run({u"recall"_s, u"gateway"_s}).json().isEmpty()); // not on a terminal
    QVERIFY(!run({u"--json"_s, u"recall"_s, u"gateway"_s}).json().isEmpty());
    const auto table = run({u"recall"_s, u"gateway"_s, u"--format=table"_s}).out.split(u'\n');
    QVERIFY(table[0].startsWith(u"#"));
    for (const auto &line : table)
        QVERIFY(line.size() <= 80 || !line.startsWith(u"1"));
    QVERIFY(run({u"recall"_s, u"gateway"_s, u"--format"_s, u"csv"_s}).out.startsWith(u"#,id,content,"));
}

void CommandsTest::readsStandardInput()
{
    const QByteArray content = "게이트웨이는 15001 포트를 사용한다.";
    for (const auto &arguments : {QStringList {u"remember"_s, u"-"_s}, QStringList {u"remember"_s, u"--stdin"_s}})
        QCOMPARE(run(arguments, content).code, 0);
    QCOMPARE(run({u"stats"_s}).json()[u"stats"_s][u"total"_s], QJsonValue(1));
}

void CommandsTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("error");
    QTest::newRow("unknown command") << QStringList {u"remembr"_s} << u"[anchorhold-cli] "_s;
    QTest::newRow("unknown option") << QStringList {u"recall"_s, u"--limt"_s, u"3"_s} << u"[recall] "_s;
    QTest::newRow("missing argument") << QStringList {u"inspect"_s} << u"[inspect] "_s;
    QTest::newRow("wrong format") << QStringList {u"stats"_s, u"--format"_s, u"xml"_s} << u"[stats] --format"_s;
    QTest::newRow("refused") << QStringList {u"remember"_s, u"short"_s}
                             << u"[remember] Content too short: length < 10 and word count < 3"_s;
    QTest::newRow("not found") << QStringList {u"inspect"_s, u"frag-none"_s}
                               << u"[inspect] Fragment not found or no permission"_s;
    QTest::newRow("unknown key") << QStringList {u"keys"_s, u"delete"_s, u"nobody"_s}
                                 << u"[keys delete] Key not found"_s;
    QTest::newRow("no subcommand") << QStringList {u"groups"_s} << u"[groups] "_s;
    QTest::newRow("unknown tool") << QStringList {u"tool"_s, u"recal"_s} << u"[recal] Unknown tool: recal"_s;
    QTest::newRow("broken JSON") << QStringList {u"tool"_s, u"recall"_s, u"--args"_s, u"{"_s}
                                 << u"[tool] --args must be a JSON object: "_s;
    QTest::newRow("a list") << QStringList {u"tool"_s, u"recall"_s, u"--args"_s, u"[]"_s}
                            << u"[tool] --args must be a JSON object: it is a list"_s;
    QTest::newRow("unknown parameter") << QStringList {u"tool"_s, u"recall"_s, u"--args"_s, u"{\"txt\":1}"_s}
                                       << u"[recall] txt is not a known parameter"_s;
}

void CommandsTest::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, error);
    const auto outcome = run(arguments);
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.error.startsWith(error), qPrintable(outcome.error));
}

void CommandsTest::helpsWithoutACommand()
{
    const auto outcome = run({});
    QCOMPARE(outcome.code, 0);
    for (const auto *command : {"serve", "remember", "recall", "inspect", "history", "link", "reflect", "forget",
             "stats", "tool", "keys", "groups", "audit"})
        QVERIFY2(outcome.out.contains(QLatin1StringView(command)), command);
    QCOMPARE(run({u"link"_s, u"--help"_s}).code, 0);
}

void CommandsTest::asksTheHubThatRuns()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    VERIFY_OK(server.hub().announce(server.url() + u"/mcp"_s));
    const auto data = server.hub().paths().data;
    // The program must answer while this one owns the folder.
    QProcess process;
    process.start(QStringLiteral(HUB_CLI),
        {u"remember"_s, u"The gateway listens on port 15001."_s, u"--data"_s, data, u"--json"_s});
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 60'000);
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(QJsonDocument::fromJson(process.readAllStandardOutput()).object()[u"success"_s].toBool());
}

/// The program beside the hub of this process.
CommandsTest::Outcome CommandsTest::runBeside(const QStringList &arguments, const QString &data)
{
    QProcess process;
    process.start(QStringLiteral(HUB_CLI), arguments + QStringList {u"--data"_s, data});
    QEventLoop loop;
    connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    loop.exec();
    return {QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError()),
        process.exitCode()};
}

void CommandsTest::showsSessionsOfAHubThatRuns()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    VERIFY_OK(server.hub().announce(server.url() + u"/mcp"_s));
    const auto data = server.hub().paths().data;
    auto client = server.initialized();
    client.tool(u"memory_stats"_s, {});
    const auto id = QString::fromLatin1(client.sessionId());
    const auto list = runBeside({u"session"_s, u"list"_s}, data);
    QCOMPARE(list.json()[u"counts"_s][u"total"_s], QJsonValue(1));
    QCOMPARE(list.json()[u"sessions"_s][0][u"sessionId"_s].toString(), id);
    const auto table = runBeside({u"session"_s, u"list"_s, u"--format"_s, u"table"_s}, data).out;
    QVERIFY2(table.contains(id.first(8)) && table.contains(u"master") && table.contains(u"tests"), qPrintable(table));
    const auto shown = runBeside({u"session"_s, u"show"_s, id, u"--json"_s}, data);
    QCOMPARE(shown.json()[u"activity"_s][u"toolCalls"_s][u"memory_stats"_s], QJsonValue(1));

    const auto rotated = runBeside({u"session"_s, u"rotate"_s, id, u"--reason"_s, u"leaked"_s}, data);
    QCOMPARE(rotated.json()[u"oldSessionId"_s].toString(), id);
    QCOMPARE(rotated.json()[u"reason"_s].toString(), u"leaked"_s);
    const auto next = rotated.json()[u"newSessionId"_s].toString();
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
    client.useSession(next.toLatin1());
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 200);

    QCOMPARE(runBeside({u"session"_s, u"delete"_s, next}, data).code, 0);
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
    for (const auto *command : {"show", "rotate", "delete"}) {
        const auto gone = runBeside({u"session"_s, QString::fromLatin1(command), next}, data);
        QCOMPARE(gone.code, 1);
        QVERIFY2(gone.error.startsWith(u"[session] "), qPrintable(gone.error));
    }
}

void CommandsTest::showsSessionsWithoutAHub()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    const auto data = server.hub().paths().data;
    const auto id = QString::fromLatin1(server.initialized().sessionId());
    server.stop();
    QCOMPARE(run({u"session"_s, u"list"_s}, {}, data).json()[u"sessions"_s][0][u"sessionId"_s].toString(), id);
    QCOMPARE(run({u"session"_s, u"show"_s, id}, {}, data).json()[u"client"_s][u"name"_s].toString(), u"tests"_s);
    const auto next = run({u"session"_s, u"rotate"_s, id}, {}, data).json()[u"newSessionId"_s].toString();
    QVERIFY(!next.isEmpty());
    QCOMPARE(run({u"session"_s, u"show"_s, id}, {}, data).code, 1);
    QCOMPARE(run({u"session"_s, u"delete"_s, next}, {}, data).code, 0);
    QCOMPARE(run({u"session"_s, u"delete"_s, next}, {}, data).error, u"[session] Session not found\n"_s);
    QCOMPARE(run({u"session"_s, u"list"_s}, {}, data).json()[u"counts"_s][u"total"_s], QJsonValue(0));
}

void CommandsTest::managesKeys()
{
    const auto made = run({u"keys"_s, u"create"_s, u"claude"_s, u"--permissions"_s, u"read,write"_s, u"--daily-limit"_s,
        u"7"_s, u"--mode"_s, u"recall-only"_s, u"--workspace"_s, u"lab"_s});
    QCOMPARE(made.code, 0);
    const auto secret = made.json()[u"raw_key"_s].toString();
    QVERIFY(secret.startsWith(u"mmcp_claude_"_s));
    QCOMPARE(made.json()[u"daily_limit"_s], QJsonValue(7));
    const auto shown = run({u"keys"_s, u"create"_s, u"cursor"_s, u"--format"_s, u"table"_s}).out;
    QVERIFY2(QRegularExpression(u"raw_key +mmcp_cursor_[0-9a-f]{64}\\n"_s).match(shown).hasMatch(), qPrintable(shown));
    const auto listed = run({u"keys"_s, u"list"_s}).json()[u"keys"_s].toArray();
    QCOMPARE(listed.size(), 2);
    QCOMPARE(listed[1][u"groups"_s][0][u"name"_s], QJsonValue(u"Personal"_s));
    QVERIFY(!run({u"keys"_s, u"list"_s}).out.contains(secret.mid(14)));
    const auto changed = run({u"keys"_s, u"update"_s, u"claude"_s, u"--status"_s, u"inactive"_s, u"--clear"_s,
        u"default_mode,daily_limit"_s, u"--name"_s, u"claude-code"_s});
    QCOMPARE(changed.json()[u"status"_s], QJsonValue(u"inactive"_s));
    QCOMPARE(changed.json()[u"default_mode"_s], QJsonValue(QJsonValue::Null));
    QCOMPARE(changed.json()[u"default_workspace"_s], QJsonValue(u"lab"_s));
    QCOMPARE(run({u"keys"_s, u"usage"_s, u"claude-code"_s}).json()[u"usage_today"_s], QJsonValue(0));
    const auto gone = run({u"keys"_s, u"delete"_s, u"claude-code"_s}).json();
    QCOMPARE(gone[u"handed_over"_s], QJsonValue(0));
    QCOMPARE(run({u"keys"_s, u"list"_s}).json()[u"keys"_s].toArray().size(), 1);
}

void CommandsTest::managesGroups()
{
    run({u"keys"_s, u"create"_s, u"a"_s, u"--no-group"_s});
    QCOMPARE(run({u"groups"_s, u"create"_s, u"team"_s, u"--description"_s, u"who works on it"_s}).code, 0);
    QCOMPARE(run({u"groups"_s, u"add"_s, u"team"_s, u"a"_s}).json()[u"added"_s], QJsonValue(true));
    QCOMPARE(run({u"groups"_s, u"members"_s, u"team"_s}).json()[u"members"_s][0][u"name"_s], QJsonValue(u"a"_s));
    QCOMPARE(run({u"groups"_s, u"list"_s}).json()[u"groups"_s][0][u"member_count"_s], QJsonValue(1));
    QCOMPARE(run({u"groups"_s, u"remove"_s, u"team"_s, u"a"_s}).json()[u"removed"_s], QJsonValue(true));
    QCOMPARE(run({u"groups"_s, u"delete"_s, u"team"_s}).json()[u"deleted"_s], QJsonValue(true));
    QCOMPARE(run({u"groups"_s, u"list"_s}).json()[u"groups"_s].toArray().size(), 0);
}

void CommandsTest::showsTheAuditTrail()
{
    const auto id = remembered(u"The gateway listens on port 15001."_s);
    run({u"forget"_s, id});
    const auto lines = run({u"audit"_s, u"--fragment"_s, id}).json()[u"entries"_s].toArray();
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0][u"action"_s], QJsonValue(u"forgotten"_s));
    QCOMPARE(lines[0][u"key_name"_s], QJsonValue(u"master"_s));
    QCOMPARE(
        run({u"audit"_s, u"--action"_s, u"stored"_s, u"--limit"_s, u"1"_s}).json()[u"entries"_s].toArray().size(), 1);
    QCOMPARE(run({u"audit"_s, u"--since"_s, u"2999-01-01T00:00:00Z"_s}).json()[u"entries"_s].toArray().size(), 0);
}

void CommandsTest::resetsTheMasterKeyWithoutTheOldOne()
{
    const auto reset = run({u"keys"_s, u"reset-master"_s});
    QCOMPARE(reset.code, 0);
    QVERIFY(reset.json()[u"raw_key"_s].toString().startsWith(u"mmcp_"_s));
    QVERIFY(run({u"keys"_s, u"reset-master"_s}).json()[u"raw_key"_s] != reset.json()[u"raw_key"_s]);
}

void CommandsTest::managesTheKeysOfAHubThatRuns()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    VERIFY_OK(server.hub().announce(server.url() + u"/mcp"_s));
    const auto data = server.hub().paths().data;
    const auto ask = [&](const QStringList &arguments) {
        QProcess process;
        process.start(QStringLiteral(HUB_CLI), arguments + QStringList {u"--data"_s, data, u"--json"_s});
        if (!QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 60'000))
            return QJsonObject();
        return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    };
    const auto secret = ask({u"keys"_s, u"create"_s, u"agent one"_s})[u"raw_key"_s].toString();
    test::McpClient agent(server.url(), secret.toLatin1());
    QCOMPARE(agent.initialize().status, 200);
    agent.tool(u"remember"_s,
        {{u"content"_s, u"A memory of an agent with a key."_s}, {u"topic"_s, u"lab"_s}, {u"type"_s, u"fact"_s}});
    QVERIFY(ask({u"keys"_s, u"delete"_s, u"agent one"_s})[u"error"_s].toString().contains(u"hand_over"_s));
    const auto gone = ask({u"keys"_s, u"delete"_s, u"agent one"_s, u"--hand-over"_s, u"master"_s});
    QCOMPARE(gone[u"handed_over"_s], QJsonValue(1));
    QCOMPARE(agent.initialize().status, 401);
    const auto trail = ask({u"audit"_s, u"--action"_s, u"key_deleted"_s}).value(u"entries"_s);
    QCOMPARE(trail[0][u"client"_s], QJsonValue(u"anchorhold-cli"_s));
}

QTEST_GUILESS_MAIN(CommandsTest)
#include "tst_commands.moc"
