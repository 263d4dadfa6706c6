// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QLoggingCategory>

namespace hub {

/// Categories of the program's log, written with qCInfo(lcServer) and the like.
Q_DECLARE_LOGGING_CATEGORY(lcCore)
Q_DECLARE_LOGGING_CATEGORY(lcStore)
Q_DECLARE_LOGGING_CATEGORY(lcServer)
Q_DECLARE_LOGGING_CATEGORY(lcUi)

/// Sends Qt's log to `folder`/hub.log as one JSON object a line, rotated at
/// 10 MiB with five files kept, and warnings also to stderr. Line breaks inside
/// a message are escaped, and anything that looks like a secret is replaced, so
/// one record is always one line and never a leak. Call once, from main().
Result<void> installLog(const QString &folder);

/// `text` with keys, bearer tokens and `accessKey=` values replaced.
QString redactSecrets(QString text);

/// Logs `error.detail` (never shown to callers) with what was being done.
void logError(const QLoggingCategory &category, const QString &doing, const Error &error);

} // namespace hub
