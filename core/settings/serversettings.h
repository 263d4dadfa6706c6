// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// How the hub is reached on this computer.
struct ServerSettings {
    static constexpr std::string_view group = "server";

    QStringList host {u"127.0.0.1"_s, u"::1"_s};
    int port = 57332;           ///< 0: chosen by the system
    QString accessKey;          ///< empty: the key made at first start
    QStringList allowedOrigins; ///< web pages that may call the hub
    bool enableOpenapi = false;
    int rotateRateLimitPerMin = 5; ///< per address
    int rateLimitPerKey = 6000;    ///< requests in a window, never of the master key; 0: no limit
    int rateLimitPerAddress = 300; ///< requests without a valid key; 0: no limit
    int rateLimitWindowMs = 60'000;
    int sessionTtlMinutes = 43200; ///< since the last call

    static constexpr auto fields()
    {
        using S = ServerSettings;
        return std::tuple {
            field("host", &S::host).items(8).max(64).orSingle(),
            field("port", &S::port).range(0, 65535).env("PORT"),
            field("access-key", &S::accessKey).max(256).env("MEMENTO_ACCESS_KEY"),
            field("allowedOrigins", &S::allowedOrigins).items(64).max(256),
            field("enableOpenapi", &S::enableOpenapi).env("ENABLE_OPENAPI"),
            field("rotateRateLimitPerMin", &S::rotateRateLimitPerMin)
                .range(1, 10000)
                .env("MEMENTO_ROTATE_RATE_LIMIT_PER_MIN"),
            field("rateLimitPerKey", &S::rateLimitPerKey).range(0, 1'000'000'000).env("RATE_LIMIT_PER_KEY"),
            field("rateLimitPerAddress", &S::rateLimitPerAddress).range(0, 1'000'000'000).env("RATE_LIMIT_PER_IP"),
            field("rateLimitWindowMs", &S::rateLimitWindowMs).range(1000, 3'600'000).env("RATE_LIMIT_WINDOW_MS"),
            field("sessionTtlMinutes", &S::sessionTtlMinutes).range(1, 525600),
        };
    }
};

} // namespace hub
