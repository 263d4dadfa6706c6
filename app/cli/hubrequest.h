// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>

namespace hub {

struct HubRequest {
    QByteArray method = "GET";
    QString path;
    QList<std::pair<QByteArray, QByteArray>> headers {};
    QJsonObject body {}; ///< sent unless empty
};

/// Asks the hub that runs on the data folder, as the person at this computer. What it
/// refuses is an Error in its words; NotFound is what it does not have. Nothing when no
/// hub is running there.
std::optional<Result<QJsonObject>> askHub(const QString &data, const HubRequest &request, int timeoutMs);

} // namespace hub
