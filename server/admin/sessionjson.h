// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sessions/sessionreports.h"
#include "core/sessions/sessions.h"

namespace hub::admin {

/// Documented shapes: moments of a session in milliseconds, those of its work in words.
/// Beside what is documented each session says who the client is.
QJsonObject sessionsJson(const SessionReports &reports, qint64 maxIdleMs);
QJsonObject sessionJson(const SessionDetail &detail, qint64 maxIdleMs);
/// What POST /session/rotate answers.
QJsonObject rotationJson(const QString &oldId, const QString &reason, const SessionRotation &rotation);

} // namespace hub::admin
