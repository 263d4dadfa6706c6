// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testserver.h"
#include "tests/support/verify.h"

#include <QJsonArray>

namespace hub::test {

/// A session with a hub that speaks Korean, as the documentation's examples do.
class Contract
{
public:
    Result<void> start()
    {
        m_server.overrides = {{"general", "locale", u"ko"_s}};
        m_server.random = random;
        HUB_CHECK(m_server.start());
        m_client = std::make_unique<McpClient>(m_server.initialized());
        return {};
    }

    struct ToolAnswer {
        QJsonObject payload;
        bool isError = false;
    };

    ToolAnswer call(const QString &tool, const QJsonObject &arguments)
    {
        const auto result = m_client->tool(tool, arguments);
        return {result.value(u"structuredContent"_s).toObject(), result.value(u"isError"_s).toBool()};
    }

    /// The `error` of the JSON-RPC response; empty when there is none.
    QJsonObject protocolError(const QString &tool, const QJsonObject &arguments)
    {
        return m_client->call(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}})
            .value(u"error"_s)
            .toObject();
    }

    QJsonArray tools() { return m_client->call(u"tools/list"_s).value(u"result"_s)[u"tools"_s].toArray(); }

    QString remembered(const QString &content, const QJsonObject &more = {})
    {
        QJsonObject arguments {{u"content"_s, content}, {u"topic"_s, u"nginx"_s}, {u"type"_s, u"fact"_s}};
        for (auto it = more.begin(); it != more.end(); ++it)
            arguments.insert(it.key(), it.value());
        return call(u"remember"_s, arguments).payload.value(u"id"_s).toString();
    }

    McpClient &client() { return *m_client; }
    TestServer &server() { return m_server; }

    /// Chooses the answers that ask for feedback: none. For the next start.
    FeedbackSampler::Random random = [] { return 0.999; };

private:
    TestServer m_server;
    std::unique_ptr<McpClient> m_client;
};

/// Which of the blank-separated `names` are missing.
inline QStringList missing(const QJsonObject &object, const QString &names)
{
    QStringList absent;
    for (const auto &name : names.split(u' ')) {
        if (!object.contains(name))
            absent += name;
    }
    return absent;
}

} // namespace hub::test
