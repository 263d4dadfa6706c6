// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace hub::ui {

/// How the hub's server is doing, as the window shows it. Set by the application.
struct ServiceStatus {
    enum class State : quint8 { Starting, Running, Failed };

    State state = State::Starting;
    QString url;   ///< of /mcp, for agents; empty while there is none
    QString cause; ///< why it failed, in the server's words

    bool operator==(const ServiceStatus &) const = default;
};

} // namespace hub::ui
