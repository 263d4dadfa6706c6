// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/toolregistry.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

using namespace hub;

/// The optional tools, over real HTTP and, for other keys, at the registry.
class ToolSetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void offersNoneUnlessAsked();
    void offersWhatTheSettingNames_data();
    void offersWhatTheSettingNames();
    void takesTheSettingFromTheEnvironment();
    void ignoresASetThatDoesNotExist();
    void describesThemAsClientsExpect();
    void answersAsTheGraphServerDoes();
    void failsForAnUnknownEntity();
    void keepsTheGraphAsAResource();
    void searchesAndFetches();
    void keepsKeysApart();
    void letsAReaderReadOnly();
    void tellsWhenTheSetsAreSwitched();

private:
    static constexpr qsizetype baseTools = 20;
    static QStringList graphTools()
    {
        return {u"create_entities"_s, u"create_relations"_s, u"add_observations"_s, u"delete_entities"_s,
            u"delete_observations"_s, u"delete_relations"_s, u"read_graph"_s, u"search_nodes"_s, u"open_nodes"_s};
    }
    static QStringList connectorTools() { return {u"search"_s, u"fetch"_s}; }

    static QJsonArray listed(test::McpClient &client)
    {
        return client.call(u"tools/list"_s).value(u"result"_s)[u"tools"_s].toArray();
    }
    /// The names behind those of the memory itself.
    static QStringList added(test::McpClient &client)
    {
        QStringList names;
        for (const auto &tool : listed(client))
            names += tool[u"name"_s].toString();
        return names.mid(baseTools);
    }
    static QJsonObject json(const char *text)
    {
        return QJsonDocument::fromJson(QByteArray(text).replace('\'', '"')).object();
    }
    static std::unique_ptr<test::TestServer> started(const QJsonArray &sets)
    {
        auto server = std::make_unique<test::TestServer>();
        server->overrides = {{"mcp", "toolSets", sets}};
        if (!server->start())
            qFatal("the hub did not start");
        return server;
    }
    static void writeSettings(test::TestServer &server, const QByteArray &text)
    {
        QFile file(server.hub().paths().settings());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
};

void ToolSetsTest::offersNoneUnlessAsked()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QCOMPARE(listed(client).size(), baseTools);
    const auto refused = client.call(u"tools/call"_s, {{u"name"_s, u"read_graph"_s}, {u"arguments"_s, QJsonObject()}})
                             .value(u"error"_s);
    QCOMPARE(refused[u"code"_s], QJsonValue(-32602));
    QCOMPARE(refused[u"message"_s], QJsonValue(u"Unknown tool: read_graph"_s));
    QVERIFY(client.call(u"resources/read"_s, {{u"uri"_s, u"memory://knowledge-graph"_s}}).contains(u"error"_s));
}

void ToolSetsTest::offersWhatTheSettingNames_data()
{
    QTest::addColumn<QJsonArray>("sets");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("graph") << QJsonArray {u"knowledge-graph"_s} << graphTools();
    QTest::newRow("connectors") << QJsonArray {u"search-fetch"_s} << connectorTools();
    QTest::newRow("both, in a fixed order")
        << QJsonArray {u"search-fetch"_s, u"knowledge-graph"_s} << graphTools() + connectorTools();
}

void ToolSetsTest::offersWhatTheSettingNames()
{
    QFETCH(QJsonArray, sets);
    const auto server = started(sets);
    auto client = server->initialized();
    QTEST(added(client), "names");
}

void ToolSetsTest::takesTheSettingFromTheEnvironment()
{
    test::TestServer server;
    server.environment = {{u"ANCHORHOLD_TOOL_SETS"_s, u"knowledge-graph,search-fetch"_s}};
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QCOMPARE(added(client), graphTools() + connectorTools());
}

void ToolSetsTest::ignoresASetThatDoesNotExist()
{
    test::TestServer server;
    server.environment = {{u"ANCHORHOLD_TOOL_SETS"_s, u"everything"_s}};
    VERIFY_OK(server.start());
    auto client = server.initialized();
    QCOMPARE(listed(client).size(), baseTools);
}

void ToolSetsTest::describesThemAsClientsExpect()
{
    const auto server = started({u"search-fetch"_s, u"knowledge-graph"_s});
    auto client = server->initialized();
    const auto tools = listed(client);
    for (auto i = baseTools; i < tools.size(); ++i) {
        const auto tool = tools[i].toObject();
        const auto name = tool[u"name"_s].toString();
        QVERIFY2(!tool[u"title"_s].toString().isEmpty(), qPrintable(name));
        QVERIFY2(tool[u"description"_s].toString().size() > 20, qPrintable(name));
        QCOMPARE(tool[u"outputSchema"_s][u"type"_s], QJsonValue(u"object"_s));
        QVERIFY2(!tool[u"outputSchema"_s][u"required"_s].toArray().isEmpty(), qPrintable(name));
        const auto parameters = tool[u"inputSchema"_s][u"properties"_s].toObject();
        for (const auto &parameter : parameters)
            QVERIFY2(!parameter[u"description"_s].toString().isEmpty(), qPrintable(name));
        const auto hints = tool[u"annotations"_s];
        QCOMPARE(hints[u"destructiveHint"_s].toBool(), name.startsWith(u"delete_"));
        const bool isReading = name == u"search" || name == u"fetch" || name == u"read_graph" || name == u"search_nodes"
            || name == u"open_nodes";
        QCOMPARE(hints[u"readOnlyHint"_s].toBool(), isReading);
    }
    const auto items = tools[baseTools][u"inputSchema"_s][u"properties"_s][u"entities"_s][u"items"_s];
    QCOMPARE(items[u"required"_s].toArray(), QJsonArray({u"name"_s, u"entityType"_s, u"observations"_s}));
}

void ToolSetsTest::answersAsTheGraphServerDoes()
{
    const auto server = started({u"knowledge-graph"_s});
    auto client = server->initialized();
    const auto expect = [&](const QString &tool, const char *arguments, const char *answer) {
        const auto result = client.tool(tool, json(arguments));
        QCOMPARE(result[u"isError"_s], QJsonValue(false));
        QCOMPARE(result[u"structuredContent"_s].toObject(), json(answer));
    };
    const auto text = [&](const QString &tool, const char *arguments) {
        return client.tool(tool, json(arguments))[u"content"_s][0][u"text"_s].toString();
    };
    expect(u"create_entities"_s,
        "{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish']},"
        "{'name':'Bo','entityType':'dog','observations':[]}]}",
        "{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish']},"
        "{'name':'Bo','entityType':'dog','observations':[]}]}");
    expect(u"create_relations"_s, "{'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}",
        "{'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}");
    expect(u"add_observations"_s, "{'observations':[{'entityName':'Bo','contents':['Barks','Barks']}]}",
        "{'results':[{'entityName':'Bo','addedObservations':['Barks']}]}");
    const auto *graph = "{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish']},"
                        "{'name':'Bo','entityType':'dog','observations':['Barks']}],"
                        "'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}";
    expect(u"read_graph"_s, "{}", graph);
    QCOMPARE(QJsonDocument::fromJson(text(u"read_graph"_s, "{}").toUtf8()).object(), json(graph));
    QVERIFY(text(u"read_graph"_s, "{}").contains(u"\n    ")); // indented
    expect(u"search_nodes"_s, "{'query':'spanish'}",
        "{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish']}],"
        "'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}");
    expect(u"open_nodes"_s, "{'names':['Bo']}",
        "{'entities':[{'name':'Bo','entityType':'dog','observations':['Barks']}],"
        "'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}");
    const auto none = text(u"create_entities"_s, "{'entities':[{'name':'Bo','entityType':'cat','observations':[]}]}");
    QVERIFY(QJsonDocument::fromJson(none.toUtf8()).isArray());
    QVERIFY(QJsonDocument::fromJson(none.toUtf8()).array().isEmpty());
    expect(u"delete_observations"_s, "{'deletions':[{'entityName':'Bo','observations':['Barks']}]}",
        "{'success':true,'message':'Observations deleted successfully'}");
    expect(u"delete_relations"_s, "{'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}",
        "{'success':true,'message':'Relations deleted successfully'}");
    QCOMPARE(text(u"delete_entities"_s, "{'entityNames':['Anna']}"), u"Entities deleted successfully"_s);
    expect(u"read_graph"_s, "{}", "{'entities':[{'name':'Bo','entityType':'dog','observations':[]}],'relations':[]}");
}

void ToolSetsTest::failsForAnUnknownEntity()
{
    const auto server = started({u"knowledge-graph"_s});
    auto client = server->initialized();
    const auto failed = client.tool(
        u"add_observations"_s, json("{'observations':[{'entityName':'Nobody','contents':['Is not there']}]}"));
    QCOMPARE(failed[u"isError"_s], QJsonValue(true));
    QVERIFY(failed[u"content"_s][0][u"text"_s].toString().contains(u"Entity with name Nobody not found"));
    QVERIFY(!failed.contains(u"structuredContent"_s)); // it would have to be of the schema
}

void ToolSetsTest::keepsTheGraphAsAResource()
{
    const auto server = started({u"knowledge-graph"_s});
    auto client = server->initialized();
    const QJsonObject graph {{u"uri"_s, u"memory://knowledge-graph"_s}};
    const auto uris = client.call(u"resources/list"_s).value(u"result"_s)[u"resources"_s].toArray();
    QCOMPARE(uris.last()[u"uri"_s], graph[u"uri"_s]);
    const auto stream = client.start("GET", {}, {{"Accept", "text/event-stream"}});
    QTRY_VERIFY(stream->bytesAvailable() > 0);
    QVERIFY(client.call(u"resources/subscribe"_s, graph).contains(u"result"_s));
    client.tool(u"create_entities"_s, json("{'entities':[{'name':'Anna','entityType':'person','observations':[]}]}"));
    QByteArray heard;
    QTRY_VERIFY((heard += stream->readAll()).contains("memory://knowledge-graph")
        || heard.contains("memory:\\/\\/knowledge-graph"));
    const auto read = client.call(u"resources/read"_s, graph).value(u"result"_s)[u"contents"_s][0].toObject();
    QCOMPARE(read[u"mimeType"_s], QJsonValue(u"application/json"_s));
    QCOMPARE(QJsonDocument::fromJson(read[u"text"_s].toString().toUtf8()).object(),
        json("{'entities':[{'name':'Anna','entityType':'person','observations':[]}],'relations':[]}"));
}

void ToolSetsTest::searchesAndFetches()
{
    const auto server = started({u"search-fetch"_s});
    auto client = server->initialized();
    const QString content = u"The nightly backup of the database runs at three and is kept for thirty days in the "
                            "vault next door"_s;
    client.tool(u"remember"_s, {{u"content"_s, content}, {u"topic"_s, u"backup"_s}, {u"type"_s, u"procedure"_s}});
    client.tool(u"remember"_s,
        {{u"content"_s, u"The kettle boils slowly"_s}, {u"topic"_s, u"kitchen"_s}, {u"type"_s, u"fact"_s}});
    const auto found = client.tool(u"search"_s, {{u"query"_s, u"nightly backup"_s}});
    QCOMPARE(found[u"content"_s].toArray().size(), 1);
    QCOMPARE(QJsonDocument::fromJson(found[u"content"_s][0][u"text"_s].toString().toUtf8()).object(),
        found[u"structuredContent"_s].toObject());
    const auto first = found[u"structuredContent"_s][u"results"_s][0].toObject();
    const auto id = first[u"id"_s].toString();
    const QString url = u"memory://fragments/"_s + id;
    QCOMPARE(first.keys(), QStringList({u"id"_s, u"title"_s, u"url"_s}));
    QVERIFY(content.startsWith(first[u"title"_s].toString().chopped(1)));
    QCOMPARE(first[u"url"_s].toString(), url);

    const auto fetched = client.tool(u"fetch"_s, {{u"id"_s, id}})[u"structuredContent"_s].toObject();
    QCOMPARE(fetched.keys(), QStringList({u"id"_s, u"metadata"_s, u"text"_s, u"title"_s, u"url"_s}));
    QCOMPARE(fetched[u"id"_s].toString(), id);
    QCOMPARE(fetched[u"title"_s], first[u"title"_s]);
    QCOMPARE(fetched[u"text"_s].toString(), content);
    QCOMPARE(fetched[u"url"_s].toString(), url);
    QCOMPARE(fetched[u"metadata"_s][u"topic"_s], QJsonValue(u"backup"_s));
    QCOMPARE(fetched[u"metadata"_s][u"type"_s], QJsonValue(u"procedure"_s));

    const auto read = client.call(u"resources/read"_s, {{u"uri"_s, url}}).value(u"result"_s)[u"contents"_s][0];
    QCOMPARE(QJsonDocument::fromJson(read[u"text"_s].toString().toUtf8()).object(), fetched);
    QCOMPARE(client.tool(u"fetch"_s, {{u"id"_s, u"frag-none"_s}})[u"isError"_s], QJsonValue(true));
    QVERIFY(client.tool(u"search"_s, {{u"query"_s, u"zzzzunheardof"_s}})[u"structuredContent"_s][u"results"_s]
                .toArray()
                .isEmpty());
}

void ToolSetsTest::keepsKeysApart()
{
    const auto server = started({u"search-fetch"_s, u"knowledge-graph"_s});
    const mcp::ToolSets sets(server->hub().settings());
    mcp::HubToolRegistry tools(server->hub(), &sets);
    const auto call = [&](const QString &key, const QString &tool, const QJsonObject &arguments) {
        Principal caller;
        caller.keyId = key;
        const auto outcome = awaited(tools.call(tool, arguments, {.caller = caller}));
        const auto *result = std::get_if<mcp::ToolResult>(&outcome);
        return result ? result->payload : QJsonObject();
    };
    call(u"a"_s, u"create_entities"_s,
        json("{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks zanzibar']}]}"));
    call(u"a"_s, u"create_relations"_s, json("{'relations':[{'from':'Anna','to':'Anna','relationType':'knows'}]}"));
    const auto found = call(u"a"_s, u"search"_s, {{u"query"_s, u"zanzibar"_s}})[u"results"_s].toArray();
    QVERIFY(!found.isEmpty());
    const auto graph = call(u"a"_s, u"read_graph"_s, {});

    const auto nothing = json("{'entities':[],'relations':[]}");
    QCOMPARE(call(u"b"_s, u"read_graph"_s, {}), nothing);
    QCOMPARE(call(u"b"_s, u"search_nodes"_s, {{u"query"_s, u"a"_s}}), nothing);
    QCOMPARE(call(u"b"_s, u"open_nodes"_s, json("{'names':['Anna']}")), nothing);
    QCOMPARE(call(u"b"_s, u"search"_s, {{u"query"_s, u"zanzibar"_s}}), json("{'results':[]}"));
    QVERIFY(!call(u"b"_s, u"fetch"_s, {{u"id"_s, found[0][u"id"_s]}}).contains(u"text"_s));
    QCOMPARE(call(u"b"_s, u"add_observations"_s, json("{'observations':[{'entityName':'Anna','contents':['x y z']}]}"))
                 .value(u"success"_s),
        QJsonValue(false));
    call(u"b"_s, u"delete_entities"_s, json("{'entityNames':['Anna']}"));
    call(u"b"_s, u"delete_observations"_s,
        json("{'deletions':[{'entityName':'Anna','observations':['Speaks zanzibar']}]}"));
    call(u"b"_s, u"delete_relations"_s, json("{'relations':[{'from':'Anna','to':'Anna','relationType':'knows'}]}"));
    QCOMPARE(call(u"a"_s, u"read_graph"_s, {}), graph);
}

void ToolSetsTest::letsAReaderReadOnly()
{
    const auto server = started({u"search-fetch"_s, u"knowledge-graph"_s});
    const mcp::ToolSets sets(server->hub().settings());
    mcp::HubToolRegistry tools(server->hub(), &sets);
    Principal reader;
    reader.keyId = u"reader"_s;
    reader.permissions = {Permission::Read};
    QStringList names;
    for (const auto &tool : tools.list(reader))
        names += tool[u"name"_s].toString();
    for (const auto &tool : graphTools() + connectorTools()) {
        const bool isReading
            = !tool.startsWith(u"create_") && !tool.startsWith(u"add_") && !tool.startsWith(u"delete_");
        QCOMPARE(names.contains(tool), isReading);
        const auto outcome = awaited(tools.call(tool, {}, {.caller = reader}));
        const auto *refused = std::get_if<mcp::RpcError>(&outcome);
        QCOMPARE(refused && refused->code == mcp::code::invalidRequest, !isReading);
    }
}

void ToolSetsTest::tellsWhenTheSetsAreSwitched()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    auto client = server.initialized();
    const auto capabilities = server.client().initialize().json().value(u"result"_s)[u"capabilities"_s].toObject();
    QCOMPARE(capabilities[u"tools"_s][u"listChanged"_s], QJsonValue(true));
    QCOMPARE(capabilities[u"resources"_s][u"listChanged"_s], QJsonValue(true));
    const auto stream = client.start("GET", {}, {{"Accept", "text/event-stream"}});
    const auto envelope = json("{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                               "'io.modelcontextprotocol/clientCapabilities':{}}");
    auto modern = server.client();
    const auto listener = modern.start("POST",
        test::McpClient::request(u"subscriptions/listen"_s,
            {{u"_meta"_s, envelope},
                {u"notifications"_s, json("{'toolsListChanged':true,'resourcesListChanged':true}")}}),
        {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "subscriptions/listen"}});
    QTRY_VERIFY(stream->bytesAvailable() > 0 && listener->bytesAvailable() > 0);

    writeSettings(server, R"({"mcp":{"toolSets":["search-fetch","knowledge-graph"]}})");
    QByteArray legacyHeard;
    QByteArray modernHeard;
    QTRY_VERIFY((legacyHeard += stream->readAll()).contains("notifications/resources/list_changed"));
    QTRY_VERIFY((modernHeard += listener->readAll()).contains("notifications/resources/list_changed"));
    QVERIFY(legacyHeard.contains("notifications/tools/list_changed"));
    QVERIFY(modernHeard.contains("notifications/tools/list_changed"));
    QCOMPARE(added(client), graphTools() + connectorTools());

    writeSettings(server, R"({"mcp":{"toolSets":["search-fetch","knowledge-graph"]},"general":{"closeToTray":false}})");
    QTest::qWait(500); // another setting is no news
    QVERIFY(stream->readAll().isEmpty());
    writeSettings(server, "{}");
    legacyHeard.clear();
    QTRY_VERIFY((legacyHeard += stream->readAll()).contains("notifications/tools/list_changed"));
    QCOMPARE(listed(client).size(), baseTools);
}

QTEST_GUILESS_MAIN(ToolSetsTest)
#include "tst_toolsets.moc"
