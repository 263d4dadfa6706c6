// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/toolregistry.h"
#include "tests/contract/expectation.h"
#include "tests/contract/table.h"
#include "tests/support/fakeembedder.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/testserver.h"

#include <QTest>

namespace hub::test {

/// The calls of a table, made one after another on a hub of their own. Those of the
/// master key go over HTTP, those of another key to the same registry.
class TableRun
{
public:
    explicit TableRun(const ToolTable &table)
        : m_table(table)
    { }

    /// `environment` are the variables that the hub sees.
    Result<void> start(const QHash<QString, QString> &environment = {})
    {
        m_server.environment = environment;
        m_server.overrides = {{"general", "locale", u"ko"_s}};
        for (auto it = m_table.settings.begin(); it != m_table.settings.end(); ++it) {
            m_names += it.key().section(u'.', 0, 0).toStdString();
            m_names += it.key().section(u'.', 1).toStdString();
        }
        qsizetype at = 0;
        for (auto it = m_table.settings.begin(); it != m_table.settings.end(); ++it, at += 2)
            m_server.overrides += {m_names[at], m_names[at + 1], it.value()};
        if (m_table.model)
            m_server.overrides
                += QList<TestServer::Override> {{"embedding", "enabled", true}, {"embedding", "model", u"words"_s},
                    {"embedding", "baseUrl", m_provider.baseUrl()}, {"embedding", "queryDeadlineMs", 10'000}};
        if (m_table.feedback)
            m_server.random = [] { return 0.0; };
        HUB_CHECK(m_server.start());
        m_client = std::make_unique<McpClient>(m_server.initialized());
        m_tools = std::make_unique<mcp::HubToolRegistry>(m_server.hub());
        return {};
    }

    /// Makes every call; what `until` speaks of is waited for.
    void makeCalls()
    {
        for (const auto &one : m_table.calls) {
            QElapsedTimer timer;
            timer.start();
            do {
                m_answers.insert(one.name, answerTo(one));
                if (one.until.isEmpty() || complaint(one.until, m_answers).isEmpty())
                    break;
                QTest::qWait(20);
            } while (!timer.hasExpired(10'000));
        }
    }

    const QJsonObject &answers() const { return m_answers; }

    QJsonObject schema()
    {
        const auto listed = m_client->call(u"tools/list"_s).value(u"result"_s)[u"tools"_s].toArray();
        for (const auto &one : listed) {
            if (one[u"name"_s] == m_table.tool)
                return one[u"inputSchema"_s].toObject();
        }
        return {};
    }

private:
    QJsonObject answerTo(const TableCall &one)
    {
        const auto arguments = filledIn(one.arguments, m_answers);
        if (one.tool == u"row")
            return row(arguments.value(u"sql"_s).toString());
        return one.caller.isEmpty() ? overHttp(one.tool, arguments) : byKey(one, arguments);
    }

    QJsonObject row(const QString &sql)
    {
        const auto text = m_server.value(sql);
        return text ? QJsonDocument::fromJson(text->toUtf8()).object()
                    : QJsonObject {{u"@error"_s, text.error().detail}};
    }

    static QByteArray vectorsFor(const FakeProvider::Request &request)
    {
        QList<QByteArray> vectors;
        for (const auto &text : request.body.value(u"input"_s).toArray()) {
            QJsonArray vector;
            for (const auto component : FakeEmbedder::vectorOf(text.toString(), 64))
                vector += double(component);
            vectors += QJsonDocument(vector).toJson(QJsonDocument::Compact);
        }
        return FakeProvider::vectors(vectors);
    }

    QJsonObject overHttp(const QString &tool, const QJsonObject &arguments)
    {
        const auto message = m_client->call(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
        if (message.contains(u"error"_s))
            return {{u"@error"_s, message.value(u"error"_s)}};
        auto answer = message.value(u"result"_s)[u"structuredContent"_s].toObject();
        if (const auto session = answer.value(u"newSessionId"_s).toString(); !session.isEmpty())
            m_client->useSession(session.toLatin1());
        answer.insert(u"@isError"_s, message.value(u"result"_s)[u"isError"_s].toBool());
        return answer;
    }

    QJsonObject byKey(const TableCall &one, const QJsonObject &arguments)
    {
        auto outcome = m_tools->call(one.tool, arguments, {.caller = m_table.callers.value(one.caller)});
        const auto given = awaited(outcome);
        if (const auto *error = std::get_if<mcp::RpcError>(&given))
            return {{u"@error"_s,
                QJsonObject {{u"code"_s, error->code}, {u"message"_s, error->message}, {u"data"_s, error->data}}}};
        const auto &result = std::get<mcp::ToolResult>(given);
        auto answer = result.payload;
        answer.insert(u"@isError"_s, result.isError);
        return answer;
    }

    const ToolTable &m_table;
    QList<std::string> m_names; ///< that the overrides refer to
    FakeProvider m_provider {vectorsFor};
    TestServer m_server;
    std::unique_ptr<McpClient> m_client;
    std::unique_ptr<mcp::HubToolRegistry> m_tools;
    QJsonObject m_answers;
};

} // namespace hub::test
