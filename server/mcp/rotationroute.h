// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/http/ratelimiter.h"
#include "server/http/router.h"
#include "server/mcp/protocol/endpoint.h"

namespace hub::mcp {

/// POST /session/rotate: a new id for a session whose id somebody else may have seen.
/// Refuses, in this order: an Origin that is missing or may not call (403), more calls
/// of one address than a minute allows (429), no valid key (401), another key's session
/// (403). Server's thread.
class RotationRoute final : public QObject
{
public:
    struct Limits {
        int perMinute = 5;    ///< calls of one address
        qint64 maxIdleMs = 0; ///< a session unused for longer is gone
    };

    /// All but the limits must live longer.
    RotationRoute(Hub &hub, Endpoint &endpoint, const Limits &limits);

    void addRoutes(http::Router &router);

private:
    void rotate(const http::Request &request, const http::Reply &reply);
    void refuseUnknown(const Principal &caller, const QString &id, const http::Reply &reply);

    Hub &m_hub;
    Endpoint &m_endpoint;
    const Limits m_limits;
    http::RateLimiter m_limiter; ///< by address
};

} // namespace hub::mcp
