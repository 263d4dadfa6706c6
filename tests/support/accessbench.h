// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/groups.h"
#include "core/admin/keys.h"
#include "tests/support/testserver.h"

namespace hub::test {

/// A server with keys of its own.
class AccessBench
{
public:
    CreatedKey key(const QString &name, const std::function<void(CreateKeyRequest &)> &more = {})
    {
        CreateKeyRequest request;
        request.name = name;
        request.permissions = QList {Permission::Read, Permission::Write, Permission::Admin};
        if (more)
            more(request);
        const auto made = server.hub()
                              .write(Hub::person(), [request](UnitOfWork &work) { return createKey(work, request); })
                              .result();
        if (!made)
            qFatal("%s", qPrintable(made.error().message));
        secrets += made->rawKey;
        return *made;
    }

    void join(const QString &group, const QStringList &keys)
    {
        const auto done = server.hub()
                              .write(Hub::person(),
                                  [group, keys](UnitOfWork &work) -> Result<void> {
                                      HUB_CHECK(createGroup(work, {.name = group, .description = {}}));
                                      for (const auto &one : keys)
                                          HUB_CHECK(addMember(work, {.id = group, .keyId = one}));
                                      return {};
                                  })
                              .result();
        if (!done)
            qFatal("%s", qPrintable(done.error().message));
    }

    McpClient client(const QString &secret) const { return {server.url(), secret.toLatin1()}; }
    McpClient initialized(const QString &secret) const
    {
        auto one = client(secret);
        one.initialize();
        return one;
    }

    /// Any request with this key; empty: with none.
    HttpAnswer http(const QByteArray &method, const QString &path, const QString &secret, const QJsonObject &body = {},
        const HeaderList &more = {}) const
    {
        HeaderList headers {{"Content-Type", "application/json"}};
        if (!secret.isEmpty())
            headers += {"Authorization", "Bearer " + secret.toLatin1()};
        const bool hasBody = method != "GET" && method != "DELETE";
        return HttpClient(server.url())
            .send(method, path, headers + more, hasBody ? QJsonDocument(body).toJson() : QByteArray());
    }
    HttpAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {}) const
    {
        return http(
            method, QString(u"/v1/internal/model/nothing"_s + path), QString::fromLatin1(TestServer::key()), body);
    }

    /// A request of 2026-07-28, which has no session.
    QJsonObject modern(
        const QString &secret, const QString &method, QJsonObject params, const HeaderList &more = {}) const
    {
        params.insert(u"_meta"_s,
            QJsonObject {{u"io.modelcontextprotocol/protocolVersion"_s, u"2026-07-28"_s},
                {u"io.modelcontextprotocol/clientCapabilities"_s, QJsonObject()},
                {u"io.modelcontextprotocol/clientInfo"_s,
                    QJsonObject {{u"name"_s, u"modern tests"_s}, {u"version"_s, u"1"_s}}}});
        HeaderList headers {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method.toLatin1()},
            {"Accept", "application/json, text/event-stream"}};
        if (const auto name = params.value(u"name"_s).toString(); !name.isEmpty())
            headers += {"Mcp-Name", name.toLatin1()};
        const QJsonObject message {
            {u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, 1}, {u"method"_s, method}, {u"params"_s, params}};
        return http("POST", u"/mcp"_s, secret, message, headers + more).json();
    }

    TestServer server;
    QStringList secrets; ///< of every key that was made here
};

inline QStringList toolNames(const QJsonObject &message)
{
    QStringList names;
    for (const auto &tool : message.value(u"result"_s)[u"tools"_s].toArray())
        names += tool[u"name"_s].toString();
    return names;
}

} // namespace hub::test
