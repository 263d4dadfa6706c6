// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/searchjournal.h"
#include "server/mcp/toolregistry.h"
#include "tests/contract/expectation.h"
#include "tests/support/fakeclock.h"
#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <QRegularExpression>

using namespace hub;

/// Two worlds: in one of them key `a` has memories, in the other it never was. Key `b`
/// does the same in both, with every reference to what is a's that a parameter can
/// take, and must get the same answers; and a's memories stay as they are.
class OwnerFilterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tellsNothingOfAnotherKey_data();
    void tellsNothingOfAnotherKey();
    void leavesAnotherKeysMemoriesAlone();

private:
    class World;
    std::shared_ptr<test::FakeClock> m_clock = std::make_shared<test::FakeClock>();
    std::unique_ptr<World> m_shared;
    std::unique_ptr<World> m_empty;
    QString m_before; ///< what is kept of a
};

namespace {

const QString secret = u"zanzibar"_s;

QJsonObject parsed(const QString &json) { return QJsonDocument::fromJson(json.toUtf8()).object(); }

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonValue masked(const QJsonValue &value);

/// Numbers that differ from run to run: times, durations, and counters of the whole store.
bool isIncidental(const QString &name, const QJsonObject &in)
{
    static const QStringList names {u"epoch_ms"_s, u"searchEventId"_s, u"durationMs"_s, u"queueWaitMs"_s,
        u"avg_latency_ms"_s, u"display_kst"_s, u"display_local"_s};
    const bool isLatency = in.contains(u"p99"_s) && name.startsWith(u'p');
    const bool isCounter = (name == u"id" || name == u"from" || name == u"to") && in.value(name).isDouble();
    return names.contains(name) || isLatency || isCounter;
}

QJsonObject masked(const QJsonObject &object)
{
    QJsonObject out;
    for (auto it = object.begin(); it != object.end(); ++it)
        out.insert(it.key(), isIncidental(it.key(), object) ? QJsonValue(u"*"_s) : masked(it.value()));
    return out;
}

/// `value` without what is new in every run: ids, times, durations.
QJsonValue masked(const QJsonValue &value)
{
    static const QRegularExpression chance(
        u"frag-[0-9a-f]{16}|batch-\\d{13}-[0-9a-f]{8}|\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"_s);
    if (value.isObject())
        return masked(value.toObject());
    if (value.isString())
        return value.toString().replace(chance, u"*"_s);
    if (!value.isArray())
        return value;
    QJsonArray out;
    for (const auto &one : value.toArray())
        out += masked(one);
    return out;
}

/// Both texts around the place where they part.
QString difference(const QString &with, const QString &without)
{
    const auto part = std::mismatch(with.begin(), with.end(), without.begin(), without.end());
    const auto at = std::max<qsizetype>(0, part.first - with.begin() - 60);
    return u"\n…%1\nbut without a:\n…%2"_s.arg(with.mid(at, 300), without.mid(at, 300));
}

Principal keyed(const QString &id)
{
    Principal caller;
    caller.keyId = id;
    caller.keyName = id;
    caller.sessionId = u"session-"_s + id;
    caller.permissions = {Permission::Read, Permission::Write, Permission::Admin};
    return caller;
}

} // namespace

class OwnerFilterTest::World
{
public:
    Result<void> start(const std::shared_ptr<const Clock> &clock)
    {
        m_server.overrides = {{"memory", "symbolicExplain", true}, {"memory", "symbolicPolicyRules", true},
            {"memory", "caseBackprop", true}, {"memory", "spreadingActivation", true}};
        m_server.clock = clock;
        HUB_CHECK(m_server.start());
        m_tools = std::make_unique<mcp::HubToolRegistry>(m_server.hub());
        return {};
    }

    QJsonObject call(const QString &key, const QString &tool, const QJsonObject &arguments)
    {
        auto outcome = m_tools->call(tool, arguments, {.caller = keyed(key)});
        const auto given = awaited(outcome);
        m_server.hub().services().journal->flush();
        if (const auto *error = std::get_if<mcp::RpcError>(&given))
            return {{u"@code"_s, error->code}, {u"@message"_s, error->message}, {u"@data"_s, error->data}};
        auto answer = std::get<mcp::ToolResult>(given).payload;
        answer.insert(u"@isError"_s, std::get<mcp::ToolResult>(given).isError);
        if (answer.contains(u"async"_s))
            waitFor(key, answer.value(u"jobId"_s).toString());
        return answer;
    }

    /// Until the batch is stored, so that its memories have the time of its call.
    void waitFor(const QString &key, const QString &jobId)
    {
        const QDeadlineTimer deadline(10'000);
        while (call(key, u"batch_status"_s, {{u"jobId"_s, jobId}}).value(u"state"_s) != u"completed"_s) {
            if (deadline.hasExpired())
                qFatal("a batch is not stored");
            QTest::qWait(5);
        }
    }

    /// Keeps the answer under `name`.
    void keep(const QString &name, const QString &key, const QString &tool, const QString &arguments)
    {
        answers.insert(name, call(key, tool, test::filledIn(parsed(arguments), answers)));
    }

    /// The memories of key `a`, and what else it leaves.
    void fill()
    {
        keep(u"a"_s, u"a"_s, u"remember"_s,
            uR"({"content": "The zanzibar port of nginx is wrong since Tuesday.", "topic": "spice", "type": "error",
                "keywords": ["clove"], "sessionId": "session-a", "workspace": "ws-a", "caseId": "case-a", "agentId": "agent-a",
                "affect": "frustration", "phase": "debugging", "resolutionStatus": "open", "idempotencyKey": "once-a"})"_s);
        keep(u"fix"_s, u"a"_s, u"remember"_s,
            uR"({"content": "The zanzibar port is 15001: 1. set it, 2. reload.", "topic": "spice", "type": "procedure",
                "sessionId": "session-a", "caseId": "case-a", "isAnchor": true, "importance": 0.9})"_s);
        keep(u"gone"_s, u"a"_s, u"remember"_s,
            uR"({"content": "The zanzibar port was 8080 before that.", "topic": "spice", "type": "fact"})"_s);
        keep(u"next"_s, u"a"_s, u"remember"_s,
            uR"({"content": "The zanzibar port was 8081 after that.", "topic": "spice", "type": "fact", "supersedes": ["{gone.id}"]})"_s);
        keep(u"note"_s, u"a"_s, u"remember"_s,
            uR"({"content": "A zanzibar note of this session alone.", "topic": "spice", "type": "fact", "scope": "session",
                "sessionId": "session-a"})"_s);
        keep(u"page"_s, u"a"_s, u"recall"_s, uR"({"pageSize": 1})"_s);
        keep(u"job"_s, u"a"_s, u"batch_remember"_s,
            uR"({"fragments": [{"content": "A zanzibar memory of a batch in the background.", "topic": "spice", "type": "fact"}],
                "async": true})"_s);
        keep(u"judged"_s, u"a"_s, u"tool_feedback"_s,
            uR"({"tool_name": "recall", "relevant": false, "sufficient": false})"_s);
        keep(u"told"_s, u"a"_s, u"reflect"_s,
            uR"({"summary": ["The zanzibar affair is settled for good."], "task_effectiveness": {"outcome": "partial"}})"_s);
    }

    /// All that is kept of key `a`, as text.
    QString kept()
    {
        const auto sql = uR"(
            SELECT group_concat(line, char(10)) FROM (
                SELECT 'f' || json_array(id, content, topic, importance, ema_activation, access_count, valid_to, deleted_at,
                    case_id, ttl_tier, verified_at) AS line FROM fragments WHERE key_id = 'a'
                UNION ALL SELECT 'l' || json_array(from_seq, to_seq, relation_type, weight) FROM fragment_links
                    WHERE from_seq IN (SELECT seq FROM fragments WHERE key_id = 'a')
                       OR to_seq IN (SELECT seq FROM fragments WHERE key_id = 'a')
                UNION ALL SELECT 'e' || json_array(id, event_type, summary) FROM case_events WHERE key_id = 'a'
                UNION ALL SELECT 't' || json_array(id, relevant) FROM tool_feedback WHERE key_id = 'a'
                UNION ALL SELECT 'w' || json_array(id, content) FROM working_memory WHERE key_id = 'a'
                UNION ALL SELECT 'j' || json_array(id, state, accepted) FROM batch_jobs WHERE key_id = 'a'
                UNION ALL SELECT 's' || json_array(id, reflected_at) FROM session_segments WHERE key_id = 'a'
                ORDER BY line))"_s;
        const auto text = m_server.value(sql);
        return text ? *text : text.error().detail;
    }

    QJsonObject answers;

private:
    test::TestServer m_server;
    std::unique_ptr<mcp::HubToolRegistry> m_tools;
};

void OwnerFilterTest::initTestCase()
{
    m_shared = std::make_unique<World>();
    m_empty = std::make_unique<World>();
    VERIFY_OK(m_shared->start(m_clock));
    VERIFY_OK(m_empty->start(m_clock));
    for (auto *world : {m_shared.get(), m_empty.get()}) {
        world->keep(u"own"_s, u"b"_s, u"remember"_s,
            uR"({"content": "The balcony of b faces south and gets warm.", "topic": "home", "type": "fact"})"_s);
    }
    m_clock->advance(msPerMinute);
    auto &a = *m_shared;
    a.fill();
    QVERIFY(!a.answers[u"page"_s][u"nextCursor"_s].toString().isEmpty());
    m_before = a.kept();
    QVERIFY2(m_before.count(secret) >= 8, qPrintable(m_before));
    for (const auto &name : a.answers.keys()) { // what b has heard of a, it may try in both
        if (name != u"own")
            m_empty->answers.insert(name, a.answers.value(name));
    }
    // There this number would be that of a search of b's own.
    m_empty->answers.insert(u"page"_s,
        QJsonObject {{u"nextCursor"_s, a.answers[u"page"_s][u"nextCursor"_s]},
            {u"_meta"_s, QJsonObject {{u"searchEventId"_s, 1'000'000}}}});
}

void OwnerFilterTest::tellsNothingOfAnotherKey_data()
{
    QTest::addColumn<QString>("arguments");
    const auto row = [](const char *call, const char *arguments) { // "tool: parameter"
        QTest::newRow(call) << QString::fromUtf8(arguments);
    };
    row("recall: cursor", R"({"cursor": "{page.nextCursor}", "pageSize": 1})");
    row("remember: content",
        R"({"content": "The zanzibar port of nginx is wrong since Tuesday.", "topic": "spice", "type": "error"})");
    row("remember: dryRun",
        R"({"content": "The zanzibar port was 8081 after that.", "topic": "spice", "type": "fact", "dryRun": true})");
    row("remember: linkedTo",
        R"({"content": "Linked with what is not mine at all.", "topic": "t1", "type": "fact", "linkedTo": ["{a.id}"]})");
    row("remember: supersedes",
        R"({"content": "In place of what is not mine at all.", "topic": "t2", "type": "fact", "supersedes": ["{a.id}"]})");
    row("remember: sessionId",
        R"({"content": "In a session that is not mine at all.", "topic": "spice", "type": "procedure", "sessionId": "session-a"})");
    row("remember: caseId",
        R"({"content": "In a case that is not mine at all.", "topic": "spice", "type": "procedure", "caseId": "case-a"})");
    row("remember: workspace",
        R"({"content": "In a project that is not mine at all.", "topic": "t3", "type": "fact", "workspace": "ws-a"})");
    row("remember: agentId",
        R"({"content": "As an agent that is not mine at all.", "topic": "t4", "type": "fact", "agentId": "agent-a"})");
    row("remember: idempotencyKey",
        R"({"content": "Once, with a key that is not mine.", "topic": "t5", "type": "fact", "idempotencyKey": "once-a"})");
    row("remember: scope",
        R"({"content": "A note in a session that is not mine.", "topic": "t6", "type": "fact", "scope": "session", "sessionId": "session-a"})");
    row("batch_remember: fragments",
        R"({"fragments": [{"content": "The zanzibar port is 15001: 1. set it, 2. reload.", "topic": "spice", "type": "procedure", "workspace": "ws-a", "idempotencyKey": "once-a2"}], "agentId": "agent-a"})");
    row("batch_remember: async",
        R"({"fragments": [{"content": "A zanzibar memory of a batch in the background.", "topic": "spice", "type": "fact"}], "async": true})");
    row("batch_status: jobId", R"({"jobId": "{job.jobId}"})");
    row("recall: keywords", R"({"keywords": ["clove"]})");
    row("recall: text", R"({"text": "which port is wrong since Tuesday"})");
    row("recall: topic", R"({"topic": "spice"})");
    row("recall: a topic nearly right", R"({"topic": "spices"})");
    row("recall: type", R"({"type": "error"})");
    row("recall: caseId", R"({"caseId": "case-a", "caseMode": true})");
    row("recall: caseMode", R"({"text": "port wrong Tuesday", "caseMode": true, "maxCases": 10})");
    row("recall: sessionId", R"({"sessionId": "session-a", "excludeSeen": true})");
    row("recall: workspace", R"({"workspace": "ws-a"})");
    row("recall: agentId", R"({"agentId": "agent-a"})");
    row("recall: includePeerAgents", R"({"includePeerAgents": true, "includeKeyName": true})");
    row("recall: includeSuperseded", R"({"includeSuperseded": true, "topic": "spice"})");
    row("recall: includeContext", R"({"includeContext": true, "pageSize": 50})");
    row("recall: linkRelationType", R"({"linkRelationType": "related"})");
    row("recall: contextText",
        R"({"contextText": "the port of nginx that is wrong since Tuesday", "keywords": ["port"]})");
    row("recall: timeRange", R"({"timeRange": {"from": "2020-01-01T00:00:00Z"}})");
    row("recall: asOf", R"({"asOf": "2099-01-01T00:00:00Z"})");
    row("recall: affect", R"({"affect": "frustration"})");
    row("recall: phase", R"({"phase": "debugging"})");
    row("recall: resolutionStatus", R"({"resolutionStatus": "open"})");
    row("recall: isAnchor", R"({"isAnchor": true})");
    row("recall: minImportance", R"({"minImportance": 0.8})");
    row("recall: fields", R"({"fields": ["key_id", "access_count", "ema_activation"]})");
    row("amend: id", R"({"id": "{a.id}", "content": "Changed by somebody who may not do it."})");
    row("amend: dryRun", R"({"id": "{a.id}", "topic": "mine", "dryRun": true})");
    row("amend: agentId", R"({"id": "{a.id}", "topic": "mine", "agentId": "agent-a"})");
    row("amend: of what is replaced", R"({"id": "{gone.id}", "topic": "mine"})");
    row("amend: supersedes",
        R"({"id": "{a.id}", "content": "Replaced by somebody who may not do it.", "supersedes": true})");
    row("amend: resolutionStatus",
        R"({"id": "{fix.id}", "resolutionStatus": "resolved", "assertionStatus": "rejected"})");
    row("amend: content", R"({"id": "{own.id}", "content": "The zanzibar port was 8081 after that."})");
    row("link: fromId", R"({"fromId": "{a.id}", "toId": "{own.id}"})");
    row("link: toId", R"({"fromId": "{own.id}", "toId": "{fix.id}", "relationType": "contradicts"})");
    row("link: dryRun", R"({"fromId": "{own.id}", "toId": "{fix.id}", "dryRun": true})");
    row("link: agentId", R"({"fromId": "{own.id}", "toId": "{a.id}", "agentId": "agent-a"})");
    row("reflect: sessionId", R"({"sessionId": "session-a"})");
    row("reflect: summary",
        R"({"summary": ["The zanzibar affair is settled for good."], "sessionId": "session-a", "workspace": "ws-a"})");
    row("context: sessionId", R"({"sessionId": "session-a"})");
    row("context: workspace", R"({"workspace": "ws-a", "types": ["error", "fact", "procedure", "episode"]})");
    row("context: agentId", R"({"agentId": "agent-a", "structured": true})");
    row("context: includeKeyName", R"({"includeKeyName": true})");
    row("tool_feedback: search_event_id",
        R"({"tool_name": "recall", "relevant": true, "sufficient": true, "search_event_id": "{page._meta.searchEventId}"})");
    row("tool_feedback: fragment_ids",
        R"({"tool_name": "recall", "relevant": false, "sufficient": false, "fragment_ids": ["{a.id}", "{fix.id}"]})");
    row("tool_feedback: session_id",
        R"({"tool_name": "recall", "relevant": true, "sufficient": true, "session_id": "session-a"})");
    row("memory_stats: nothing", "{}");
    row("graph_explore: startId", R"({"startId": "{a.id}"})");
    row("graph_explore: agentId", R"({"startId": "{a.id}", "agentId": "agent-a"})");
    row("fragment_history: id", R"({"id": "{gone.id}"})");
    row("fragment_history: agentId", R"({"id": "{a.id}", "agentId": "agent-a"})");
    row("fragment_history: includePeerAgents", R"({"id": "{a.id}", "includePeerAgents": true})");
    row("fragment_history: of its own", R"({"id": "{own.id}"})");
    row("reconstruct_history: caseId", R"({"caseId": "case-a"})");
    row("reconstruct_history: entity", R"({"entity": "spice"})");
    row("reconstruct_history: timeRange", R"({"entity": "clove", "timeRange": {"from": "2020-01-01T00:00:00Z"}})");
    row("reconstruct_history: query", R"({"caseId": "case-a", "query": "port", "workspace": "ws-a"})");
    row("search_traces: event_type", R"({"event_type": "error"})");
    row("search_traces: entity_key", R"({"entity_key": "spice"})");
    row("search_traces: keyword", R"({"keyword": "since Tuesday"})");
    row("search_traces: case_id", R"({"case_id": "case-a"})");
    row("search_traces: session_id", R"({"session_id": "session-a"})");
    row("search_traces: time_range", R"({"time_range": {"from": "2020-01-01T00:00:00Z"}, "limit": 100})");
    row("search_traces: workspace", R"({"workspace": "ws-a"})");
    row("forget: id", R"({"id": "{a.id}"})");
    row("forget: force", R"({"id": "{fix.id}", "force": true})");
    row("forget: dryRun", R"({"id": "{a.id}", "dryRun": true})");
    row("forget: agentId", R"({"id": "{a.id}", "agentId": "agent-a", "force": true})");
    row("forget: topic", R"({"topic": "spice", "force": true})");
    row("forget: topic again", R"({"topic": "spice", "force": true})");
    row("session_rotate: reason", R"({"reason": "session-a"})");
    row("get_skill_guide: section", R"({"section": "{a.id}"})");
    row("memory_consolidate: stream", R"({"stream": true})");
    row("memory_stats: at the end", "{}");
}

void OwnerFilterTest::tellsNothingOfAnotherKey()
{
    QFETCH(QString, arguments);
    m_clock->advance(msPerMinute);
    const auto tool = QString::fromLatin1(QTest::currentDataTag()).section(u':', 0, 0);
    const auto shared = m_shared->call(u"b"_s, tool, test::filledIn(parsed(arguments), m_shared->answers));
    const auto empty = m_empty->call(u"b"_s, tool, test::filledIn(parsed(arguments), m_empty->answers));
    QVERIFY(!parsed(arguments).isEmpty() || arguments == u"{}");
    const auto with = compact(masked(shared));
    const auto without = compact(masked(empty));
    QVERIFY2(with == without, qPrintable(difference(with, without)));
    for (const auto &known : {u"a"_s, u"fix"_s, u"gone"_s, u"next"_s}) {
        const auto id = m_shared->answers[known][u"id"_s].toString();
        QVERIFY2(arguments.contains(known + u".id"_s) || !compact(shared).contains(id), qPrintable(compact(shared)));
    }
}

void OwnerFilterTest::leavesAnotherKeysMemoriesAlone()
{
    const auto kept = m_shared->kept();
    QVERIFY2(kept == m_before, qPrintable(difference(kept, m_before)));
}

QTEST_GUILESS_MAIN(OwnerFilterTest)
#include "tst_ownerfilter.moc"
