// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/http/router.h"
#include "server/mcp/protocol/endpoint.h"

namespace hub::admin {

/// The sessions of every key, as the documentation has them below
/// /v1/internal/model/nothing/sessions: list, detail, end, reflect, and what tidies up.
/// For the master key alone. Server's thread.
class SessionRoutes final : public QObject
{
public:
    /// Both must live longer.
    SessionRoutes(Hub &hub, mcp::Endpoint &endpoint, std::chrono::milliseconds maxIdle);

    void addRoutes(http::Router &router);

private:
    using Handle = void (SessionRoutes::*)(const http::Request &, const http::Reply &);

    void add(http::Router &router, const QByteArray &method, const QByteArray &path, Handle handle);
    void list(const http::Request &request, const http::Reply &reply);
    void show(const http::Request &request, const http::Reply &reply);
    void end(const http::Request &request, const http::Reply &reply);
    void cleanUp(const http::Request &request, const http::Reply &reply);
    void reflect(const http::Request &request, const http::Reply &reply);
    void reflectAll(const http::Request &request, const http::Reply &reply);

    Hub &m_hub;
    mcp::Endpoint &m_endpoint;
    const qint64 m_maxIdleMs;
};

} // namespace hub::admin
