// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// What upkeep may take away by itself.
struct UpkeepSettings {
    static constexpr std::string_view group = "upkeep";

    int emptyTrashAfterDays = 0; ///< 0: what is in the trash stays there

    static constexpr auto fields()
    {
        return std::tuple {field("emptyTrashAfterDays", &UpkeepSettings::emptyTrashAfterDays).range(0, 3650)};
    }
};

} // namespace hub
