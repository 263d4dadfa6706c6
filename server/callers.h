// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/ratelimiter.h"
#include "server/http/router.h"

namespace hub {

class Hub;

/// Who sent this request, by its one credential: `Authorization: Bearer`, `X-Api-Key`,
/// `memento-access-key`, or at /sse `accessKey` in the address. Denied when the headers
/// name different ones.
Result<Principal> callerOf(const Hub &hub, const http::Request &request);

/// How many requests a key, and an address without a valid one, may make. The master
/// key has no limit. Server's thread.
class CallerThrottle
{
public:
    CallerThrottle(http::RateLimiter::Rule perKey, http::RateLimiter::Rule perAddress)
        : m_keys(perKey)
        , m_addresses(perAddress)
    { }

    /// A 429 with Retry-After for one request too many. `caller` is null without a valid key.
    /// The master key and the state of the hub, asked for without a key, are not limited.
    std::optional<http::Response> refuse(const http::Request &request, const Principal *caller);

private:
    http::RateLimiter m_keys;
    http::RateLimiter m_addresses;
};

} // namespace hub
