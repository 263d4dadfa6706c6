// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

namespace hub {

struct ServeOptions {
    QString data;
    QStringList hosts;
    std::optional<int> port;
    QString accessKey;
};

/// Runs the hub until it is asked to stop; returns an exit code of terminal.h.
/// Prints `ready <address>` once it answers.
int serve(const ServeOptions &options);

} // namespace hub
