// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace hub {

/// Calls a tool and shows its answer: as JSON, or in words for a person. Returns an
/// exit code of terminal.h.
int runTool(const QString &data, const QString &tool, const QJsonObject &arguments, bool asJson);

} // namespace hub
