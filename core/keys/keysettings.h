// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

namespace hub {

/// What a new key gets unless it is told otherwise, and how long the audit trail is kept.
/// Names of variables and defaults are those of the documented API.
struct KeySettings {
    static constexpr std::string_view group = "keys";

    int dailyLimit = 10'000; ///< calls a day; 0: no limit
    int fragmentLimit = 0;   ///< live memories; 0: no limit
    QStringList permissions {u"read"_s, u"write"_s};
    int auditDays = 365;

    static constexpr auto fields()
    {
        using K = KeySettings;
        return std::tuple {
            field("dailyLimit", &K::dailyLimit).range(0, 1'000'000'000).env("DEFAULT_DAILY_LIMIT"),
            field("fragmentLimit", &K::fragmentLimit).range(0, 1'000'000'000).env("DEFAULT_FRAGMENT_LIMIT"),
            field("permissions", &K::permissions).items(3).max(16).env("DEFAULT_PERMISSIONS"),
            field("auditDays", &K::auditDays).range(1, 36'500),
        };
    }
};

} // namespace hub
