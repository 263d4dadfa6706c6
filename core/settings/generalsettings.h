// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

enum class Language : quint8 { Auto, English, Korean };
template <>
struct EnumNames<Language> {
    static constexpr auto names = std::to_array<std::string_view>({"auto", "en", "ko"});
};

enum class ThemeChoice : quint8 { System, Light, Dark };
template <>
struct EnumNames<ThemeChoice> {
    static constexpr auto names = std::to_array<std::string_view>({"system", "light", "dark"});
};

/// What concerns the whole program and the person in front of it.
struct GeneralSettings {
    static constexpr std::string_view group = "general";

    Language locale = Language::Auto; ///< auto: the system's language; of windows and of text for agents
    ThemeChoice theme = ThemeChoice::System;
    QString timezone; ///< IANA name; empty: the system's zone
    bool closeToTray = true;
    bool startHubForAgents = true; ///< `anchorhold-cli stdio` starts a hub when none runs

    static constexpr auto fields()
    {
        using G = GeneralSettings;
        return std::tuple {field("locale", &G::locale).env("ANCHORHOLD_LOCALE"), field("theme", &G::theme),
            field("timezone", &G::timezone).env("ANCHORHOLD_TIMEZONE").max(64), field("closeToTray", &G::closeToTray),
            field("startHubForAgents", &G::startHubForAgents).env("ANCHORHOLD_START_HUB")};
    }
};

} // namespace hub
