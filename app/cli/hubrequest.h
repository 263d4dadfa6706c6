// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QUrlQuery>

namespace hub {

struct HubRequest {
    QByteArray method = "GET";
    QString path; ///< percent-encoded
    QUrlQuery query {};
    QList<std::pair<QByteArray, QByteArray>> headers {};
    QJsonObject body {}; ///< sent unless empty
};

/// Asks the hub that runs on the data folder, as the person at this computer: an object or
/// a list. What it refuses is an Error in its words; NotFound is what it does not have, Busy
/// that it did not answer in time. Nothing when no hub is running there.
std::optional<Result<QJsonValue>> askHub(const QString &data, const HubRequest &request, int timeoutMs);

} // namespace hub
