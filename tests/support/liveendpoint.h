// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/server.h"
#include "server/mcp/protocol/endpoint.h"
#include "tests/support/fakeprotocol.h"
#include "tests/support/mcpclient.h"

namespace hub::test {

/// The protocol at a real port, over registries of the tests.
class LiveEndpoint
{
public:
    struct Offered {
        bool onlyTools = false;
        bool toolsChange = false;
    };

    Result<void> start(const Offered &offered)
    {
        endpoint = std::make_unique<mcp::Endpoint>(mcp::ServerInfo {u"tests"_s, u"Tests"_s, u"1.2.3"_s, u"Be kind."_s},
            mcp::Offers {.tools = tools,
                .prompts = offered.onlyTools ? nullptr : &prompts,
                .resources = offered.onlyTools ? nullptr : &resources,
                .toolsChange = offered.toolsChange},
            sessions);
        http::Router router(authenticate);
        endpoint->addRoutes(router);
        m_server = std::make_unique<http::Server>(http::Policy {}, std::move(router));
        HUB_CHECK(m_server->start({QHostAddress(QHostAddress::LocalHost)}, 0));
        m_url = u"http://127.0.0.1:%1"_s.arg(m_server->port());
        return {};
    }

    McpClient client(const QByteArray &key = "master") const { return {m_url, key}; }
    McpClient initialized(const QByteArray &key = "master", const QString &version = u"2025-11-25"_s) const
    {
        auto one = client(key);
        one.initialize(version);
        return one;
    }

    EchoTools tools;
    MemorySessions sessions;
    OnePrompt prompts;
    OneResource resources;
    std::unique_ptr<mcp::Endpoint> endpoint;

private:
    /// The master key is "master"; any other credential is the id of an API key.
    static Result<Principal> authenticate(const http::Request &request)
    {
        const auto credential = QString::fromLatin1(request.header("authorization")).section(u' ', 1);
        if (credential.isEmpty())
            return Error {ErrorCode::Denied, u"A key is needed"_s};
        Principal caller;
        if (credential != u"master")
            caller.keyId = credential;
        return caller;
    }

    std::unique_ptr<http::Server> m_server;
    QString m_url;
};

/// The notification that takes a request back.
inline QByteArray cancelled(int requestId)
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
        + QByteArray::number(requestId) + "}}";
}

} // namespace hub::test
