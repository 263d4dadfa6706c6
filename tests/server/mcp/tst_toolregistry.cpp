// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/toolregistry.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <QRegularExpression>

using namespace hub;
using namespace hub::mcp;

namespace {

/// Keywords that some agent's schema converter refuses; one of them can cost all tools.
const QStringList unportable {u"anyOf"_s, u"oneOf"_s, u"allOf"_s, u"not"_s, u"$ref"_s, u"$defs"_s, u"const"_s,
    u"additionalProperties"_s, u"patternProperties"_s, u"exclusiveMinimum"_s, u"exclusiveMaximum"_s, u"format"_s};

/// What in `schema` is not portable, or is missing a description.
QStringList complaints(const QString &path, const QJsonObject &schema, bool isParameter)
{
    QStringList found;
    for (const auto &key : schema.keys()) {
        if (unportable.contains(key))
            found += QString(path + u" has " + key);
    }
    if (!schema.value(u"type"_s).isString())
        found += QString(path + u" has no single type");
    if (isParameter && schema.value(u"description"_s).toString().isEmpty())
        found += QString(path + u" has no description");
    if (schema.value(u"type"_s) == u"array"_s)
        found += complaints(QString(path + u"[]"), schema.value(u"items"_s).toObject(), false);
    if (path.endsWith(u"[]")) // the members of a list are those of another tool, which describes them
        return found;
    const auto properties = schema.value(u"properties"_s).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it)
        found += complaints(QString(path + u'.' + it.key()), it.value().toObject(), true);
    return found;
}

QStringList namesOf(const QJsonArray &tools)
{
    QStringList names;
    for (const auto &tool : tools)
        names += tool[u"name"_s].toString();
    return names;
}

Principal keyWith(const QList<Permission> &permissions)
{
    Principal caller;
    caller.keyId = u"key-1"_s;
    caller.permissions = permissions;
    return caller;
}

} // namespace

class ToolRegistryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void listsInAFixedOrder();
    void describesEveryToolAndParameter();
    void describesNoParameterThatDoesNotExist();
    void fitsTheContextOfAModel();
    void carriesTheDocumentedMeta();
    void derivesAnnotations();
    void listsWhatAKeyMayCall_data();
    void listsWhatAKeyMayCall();
    void masksWhatAKeyMayNotCall();
    void namesAnUnknownToolToEverybody();
    void takesNoCallThatWasCancelled();

private:
    std::unique_ptr<test::TestServer> m_server = std::make_unique<test::TestServer>();
    std::unique_ptr<HubToolRegistry> m_tools;
};

void ToolRegistryTest::initTestCase()
{
    VERIFY_OK(m_server->start());
    m_tools = std::make_unique<HubToolRegistry>(m_server->hub());
}

void ToolRegistryTest::listsInAFixedOrder()
{
    QCOMPARE(namesOf(m_tools->list({})),
        QStringList({u"context"_s, u"recall"_s, u"remember"_s, u"batch_remember"_s, u"batch_status"_s, u"amend"_s,
            u"forget"_s, u"link"_s, u"reflect"_s, u"tool_feedback"_s, u"memory_stats"_s, u"graph_explore"_s,
            u"fragment_history"_s, u"reconstruct_history"_s, u"search_traces"_s, u"get_skill_guide"_s,
            u"memory_consolidate"_s, u"check_update"_s, u"apply_update"_s, u"session_rotate"_s}));
}

void ToolRegistryTest::describesEveryToolAndParameter()
{
    const QRegularExpression portableName(u"^[a-z0-9_]{1,40}$"_s);
    for (const auto &tool : m_tools->list({})) {
        const auto name = tool[u"name"_s].toString();
        QVERIFY(portableName.match(name).hasMatch());
        const auto description = tool[u"description"_s].toString();
        QVERIFY2(!description.isEmpty() && description.size() <= 1023, qPrintable(name));
        QCOMPARE(tool[u"inputSchema"_s][u"type"_s], QJsonValue(u"object"_s));
        const auto found = complaints(name, tool[u"inputSchema"_s].toObject(), false);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
}

void ToolRegistryTest::describesNoParameterThatDoesNotExist()
{
    for (const auto &tool : m_tools->list({})) {
        const auto properties = tool[u"inputSchema"_s][u"properties"_s].toObject();
        const auto text = readToolText(tool[u"name"_s].toString());
        for (const auto &parameter : text.parameters.keys()) {
            const auto outer = properties.value(parameter.section(u'.', 0, 0)).toObject();
            const bool exists = !parameter.contains(u'.')
                ? !outer.isEmpty()
                : outer.value(u"properties"_s).toObject().contains(parameter.section(u'.', 1));
            QVERIFY2(exists, qPrintable(QString(tool[u"name"_s].toString() + u": " + parameter)));
        }
    }
}

void ToolRegistryTest::fitsTheContextOfAModel()
{
    qsizetype total = 0;
    for (const auto &tool : m_tools->list({}))
        total += QJsonDocument(tool.toObject()).toJson(QJsonDocument::Compact).size() + 1;
    qInfo("tools/list: %lld bytes", qlonglong(total));
    QVERIFY(total < 24 * 1024);
    QVERIFY(total / m_tools->list({}).size() < 24 * 1024 / 12); // the others to come are smaller
}

void ToolRegistryTest::carriesTheDocumentedMeta()
{
    for (const auto &tool : m_tools->list({})) {
        const auto meta = tool[u"meta"_s].toObject();
        QCOMPARE(meta.keys(),
            QStringList({u"beta"_s, u"capabilities"_s, u"idempotent"_s, u"requiresMaster"_s, u"riskLevel"_s}));
        QCOMPARE(tool[u"_meta"_s][u"io.github.anchorhold/riskLevel"_s], meta.value(u"riskLevel"_s));
    }
    const QJsonObject recall {{u"capabilities"_s, QJsonArray {u"search"_s, u"pagination"_s, u"caseMode"_s}},
        {u"riskLevel"_s, u"read"_s}, {u"requiresMaster"_s, false}, {u"beta"_s, false}, {u"idempotent"_s, true}};
    QCOMPARE(m_tools->list({})[1][u"meta"_s].toObject(), recall);
}

void ToolRegistryTest::derivesAnnotations()
{
    for (const auto &tool : m_tools->list({})) {
        const auto annotations = tool[u"annotations"_s];
        QCOMPARE(annotations[u"readOnlyHint"_s].toBool(), tool[u"meta"_s][u"riskLevel"_s] == u"read"_s);
        QCOMPARE(annotations[u"destructiveHint"_s].toBool(), tool[u"name"_s] == u"forget"_s);
        QCOMPARE(annotations[u"idempotentHint"_s], tool[u"meta"_s][u"idempotent"_s]);
        QCOMPARE(annotations[u"openWorldHint"_s], QJsonValue(false));
        QVERIFY(!annotations[u"title"_s].toString().isEmpty());
    }
}

void ToolRegistryTest::listsWhatAKeyMayCall_data()
{
    QTest::addColumn<QList<Permission>>("permissions");
    QTest::addColumn<QStringList>("names");
    // As the documentation's table of permissions says, in the order of the list.
    const auto may = [this](const QStringList &tools) {
        QStringList names;
        for (const auto &name : namesOf(m_tools->list({}))) {
            if (tools.contains(name))
                names += name;
        }
        return names;
    };
    const QStringList reading {u"context"_s, u"recall"_s, u"batch_status"_s, u"memory_stats"_s, u"graph_explore"_s,
        u"fragment_history"_s, u"reconstruct_history"_s, u"search_traces"_s, u"get_skill_guide"_s, u"session_rotate"_s};
    const QStringList writing {
        u"remember"_s, u"batch_remember"_s, u"amend"_s, u"forget"_s, u"link"_s, u"reflect"_s, u"tool_feedback"_s};
    const QStringList upkeep {u"memory_consolidate"_s, u"check_update"_s, u"apply_update"_s};
    QTest::newRow("read") << QList {Permission::Read} << reading;
    QTest::newRow("write") << QList {Permission::Write} << writing;
    QTest::newRow("read and write") << QList {Permission::Read, Permission::Write} << may(reading + writing);
    QTest::newRow("admin") << QList {Permission::Admin} << may(reading + writing + upkeep);
    QTest::newRow("nothing") << QList<Permission>() << QStringList();
}

void ToolRegistryTest::listsWhatAKeyMayCall()
{
    QFETCH(QList<Permission>, permissions);
    QTEST(namesOf(m_tools->list(keyWith(permissions))), "names");
}

void ToolRegistryTest::masksWhatAKeyMayNotCall()
{
    QTest::ignoreMessage(
        QtWarningMsg, QRegularExpression(u"Permission denied: 'remember' requires 'write' permission"_s));
    const auto outcome = awaited(m_tools->call(u"remember"_s, {}, {.caller = keyWith({Permission::Read})}));
    QCOMPARE(std::get<RpcError>(outcome).code, -32600);
    QCOMPARE(std::get<RpcError>(outcome).message, u"Internal error"_s);
    QVERIFY(std::get<RpcError>(outcome).data.isEmpty());
}

void ToolRegistryTest::namesAnUnknownToolToEverybody()
{
    const auto outcome = awaited(m_tools->call(u"rember"_s, {}, {.caller = keyWith({})}));
    QCOMPARE(std::get<RpcError>(outcome).code, -32602);
    QVERIFY(std::get<RpcError>(outcome).message.contains(u"rember"));
}

void ToolRegistryTest::takesNoCallThatWasCancelled()
{
    const CallContext context {.caller = {}};
    context.cancellation.request();
    const QJsonObject arguments {
        {u"content"_s, u"A call that was cancelled stores nothing."_s}, {u"topic"_s, u"t"_s}, {u"type"_s, u"fact"_s}};
    const auto outcome = awaited(m_tools->call(u"remember"_s, arguments, context));
    QCOMPARE(std::get<RpcError>(outcome).code, -32800);
    const auto found = awaited(m_tools->call(u"recall"_s, {{u"topic"_s, u"t"_s}}, {.caller = {}}));
    QCOMPARE(std::get<ToolResult>(found).payload.value(u"count"_s), QJsonValue(0));
}

QTEST_GUILESS_MAIN(ToolRegistryTest)
#include "tst_toolregistry.moc"
