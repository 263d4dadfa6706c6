// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/httpclient.h"

#include <QJsonArray>

namespace hub::test {

/// An MCP client of the legacy era: one key, one session.
class McpClient
{
public:
    McpClient(const QString &baseUrl, QByteArray key)
        : m_http(baseUrl)
        , m_key(std::move(key))
    { }

    HttpAnswer initialize(const QString &version = u"2025-11-25"_s)
    {
        m_sessionId.clear();
        const QJsonObject client {{u"name"_s, u"tests"_s}, {u"version"_s, u"1"_s}};
        const auto answer = post(request(u"initialize"_s,
            {{u"protocolVersion"_s, version}, {u"capabilities"_s, QJsonObject()}, {u"clientInfo"_s, client}}));
        m_sessionId = answer.headers.value("mcp-session-id");
        return answer;
    }

    /// The whole response message.
    QJsonObject call(const QString &method, const QJsonObject &params = {})
    {
        return post(request(method, params)).json();
    }

    /// The `result` of tools/call.
    QJsonObject tool(const QString &name, const QJsonObject &arguments)
    {
        return call(u"tools/call"_s, {{u"name"_s, name}, {u"arguments"_s, arguments}}).value(u"result"_s).toObject();
    }

    HttpAnswer post(const QByteArray &body, const HeaderList &extra = {})
    {
        return m_http.send("POST", u"/mcp"_s, headers(extra), body);
    }
    HttpAnswer send(const QByteArray &method, const HeaderList &extra = {})
    {
        return m_http.send(method, u"/mcp"_s, headers(extra));
    }
    std::unique_ptr<QNetworkReply> start(
        const QByteArray &method, const QByteArray &body = {}, const HeaderList &extra = {})
    {
        return std::unique_ptr<QNetworkReply>(m_http.start(method, u"/mcp"_s, headers(extra), body));
    }

    static QByteArray request(const QString &method, const QJsonObject &params = {}, int id = 1)
    {
        return QJsonDocument(
            QJsonObject {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}})
            .toJson(QJsonDocument::Compact);
    }

    QByteArray sessionId() const { return m_sessionId; }
    void useSession(const QByteArray &id) { m_sessionId = id; }
    HttpClient &http() { return m_http; }

private:
    /// Ours, unless `extra` names the same header.
    HeaderList headers(const HeaderList &extra) const
    {
        HeaderList all {{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"},
            {"Authorization", "Bearer " + m_key}};
        if (!m_sessionId.isEmpty())
            all += {"Mcp-Session-Id", m_sessionId};
        return all + extra;
    }

    HttpClient m_http;
    QByteArray m_key;
    QByteArray m_sessionId;
};

} // namespace hub::test
