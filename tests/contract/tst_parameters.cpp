// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contract.h"

using namespace hub;

/// Every documented parameter of the tools, with its type and whether it is required.
class ParametersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void takesEveryDocumentedParameter_data();
    void takesEveryDocumentedParameter();
    void requiresNothingElse_data();
    void requiresNothingElse();

private:
    QJsonObject schemaOf(const QString &tool) const
    {
        for (const auto &one : m_tools) {
            if (one[u"name"_s] == tool)
                return one[u"inputSchema"_s].toObject();
        }
        return {};
    }

    std::unique_ptr<test::Contract> m_hub = std::make_unique<test::Contract>();
    QJsonArray m_tools;
};

void ParametersTest::initTestCase()
{
    VERIFY_OK(m_hub->start());
    m_tools = m_hub->tools();
}

void ParametersTest::takesEveryDocumentedParameter_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("names");
    const auto row = [](const char *tool, const char *type, const char *names) {
        QTest::newRow(qPrintable(QString(QLatin1StringView(tool) + u": " + QLatin1StringView(type))))
            << QString::fromLatin1(tool) << QString::fromLatin1(type) << QString::fromLatin1(names);
    };
    row("recall", "array", "keywords affect fields");
    row("recall", "string",
        "text topic type linkRelationType asOf caseId resolutionStatus phase depth workspace contextText cursor "
        "agentId");
    row("recall", "number", "threshold minImportance");
    row("recall", "integer", "tokenBudget pageSize maxCases");
    row("recall", "boolean",
        "includeLinks includeSuperseded includePeerAgents includeKeyName excludeSeen includeKeywords includeContext "
        "caseMode isAnchor");
    row("recall", "object", "timeRange");
    row("remember", "string",
        "content topic type source scope contextSummary sessionId workspace agentId caseId goal outcome phase "
        "resolutionStatus assertionStatus affect idempotencyKey");
    row("remember", "array", "keywords linkedTo supersedes");
    row("remember", "number", "importance");
    row("remember", "boolean", "isAnchor dryRun");
    row("batch_remember", "array", "fragments");
    row("batch_remember", "string", "workspace agentId");
    row("batch_remember", "boolean", "stream async");
    row("batch_status", "string", "jobId");
    row("forget", "string", "id topic agentId");
    row("forget", "boolean", "force dryRun");
    row("link", "string", "fromId toId relationType agentId");
    row("link", "number", "weight");
    row("link", "boolean", "dryRun");
    row("amend", "string", "id content topic type assertionStatus resolutionStatus outcome phase agentId");
    row("amend", "array", "keywords");
    row("amend", "number", "importance");
    row("amend", "boolean", "isAnchor supersedes dryRun");
    row("tool_feedback", "string", "tool_name suggestion context session_id trigger_type irrelevance_reason");
    row("tool_feedback", "boolean", "relevant sufficient");
    row("tool_feedback", "integer", "search_event_id");
    row("tool_feedback", "array", "fragment_ids");
    row("context", "integer", "tokenBudget");
    row("context", "array", "types");
    row("context", "string", "sessionId agentId workspace");
    row("context", "boolean", "structured includeKeyName");
    row("memory_consolidate", "boolean", "stream");
    row("graph_explore", "string", "startId agentId");
    row("fragment_history", "string", "id agentId");
    row("fragment_history", "boolean", "includePeerAgents");
    row("get_skill_guide", "string", "section");
    row("reconstruct_history", "string", "caseId entity query workspace");
    row("reconstruct_history", "object", "timeRange");
    row("reconstruct_history", "integer", "limit");
    row("search_traces", "string",
        "event_type eventType entity_key entityKey keyword case_id caseId session_id sessionId workspace");
    row("search_traces", "object", "time_range");
    row("search_traces", "integer", "limit");
    row("reflect", "array", "summary decisions errors_resolved new_procedures open_questions");
    row("reflect", "string", "sessionId narrative_summary agentId workspace");
    row("reflect", "object", "task_effectiveness");
    row("session_rotate", "string", "reason");
}

void ParametersTest::takesEveryDocumentedParameter()
{
    QFETCH(QString, tool);
    QFETCH(QString, type);
    QFETCH(QString, names);
    const auto properties = schemaOf(tool).value(u"properties"_s).toObject();
    QStringList wrong;
    for (const auto &name : names.split(u' ')) {
        if (properties.value(name)[u"type"_s] != type)
            wrong += name;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u' ')));
}

void ParametersTest::requiresNothingElse_data()
{
    QTest::addColumn<QStringList>("required");
    QTest::newRow("recall") << QStringList();
    QTest::newRow("remember") << QStringList {u"content"_s, u"topic"_s, u"type"_s};
    QTest::newRow("batch_remember") << QStringList {u"fragments"_s};
    QTest::newRow("batch_status") << QStringList {u"jobId"_s};
    QTest::newRow("forget") << QStringList();
    QTest::newRow("link") << QStringList {u"fromId"_s, u"toId"_s};
    QTest::newRow("amend") << QStringList {u"id"_s};
    QTest::newRow("context") << QStringList();
    QTest::newRow("memory_consolidate") << QStringList();
    QTest::newRow("graph_explore") << QStringList {u"startId"_s};
    QTest::newRow("fragment_history") << QStringList {u"id"_s};
    QTest::newRow("get_skill_guide") << QStringList();
    QTest::newRow("reconstruct_history") << QStringList();
    QTest::newRow("search_traces") << QStringList();
    QTest::newRow("reflect") << QStringList();
    QTest::newRow("session_rotate") << QStringList();
    QTest::newRow("tool_feedback") << QStringList {u"tool_name"_s, u"relevant"_s, u"sufficient"_s};
}

void ParametersTest::requiresNothingElse()
{
    QFETCH(QStringList, required);
    const auto tool = QString::fromLatin1(QTest::currentDataTag());
    QCOMPARE(schemaOf(tool).value(u"required"_s).toArray(), QJsonArray::fromStringList(required));
}

QTEST_GUILESS_MAIN(ParametersTest)
#include "tst_parameters.moc"
