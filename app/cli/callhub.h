// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonObject>

namespace hub {

struct CommonOptions;

/// What a tool answered.
struct ToolReply {
    QJsonObject payload;
    bool isError = false;
};

/// One admin call with everything it is given.
struct AdminRequest {
    QByteArray method;
    QByteArray path;
    QJsonObject arguments;
};

/// Calls one tool of the hub that owns the data folder: over MCP when one is
/// running, else by opening the store in this process. Acts as the person at this
/// computer. NotFound for a tool that does not exist; Busy or Storage when neither
/// way is open.
Result<ToolReply> callTool(const QString &data, const QString &tool, const QJsonObject &arguments, int timeoutMs);

/// Shows an answer as `command` does ("stats", "session list"). Errors go to stderr.
/// Returns an exit code of terminal.h.
int showReply(const CommonOptions &common, const QString &command, const Result<ToolReply> &reply);

/// Carries out one line of the admin table (server/admin/admincalls.h), `path` as it stands
/// there, in the hub that owns the data folder: over HTTP when one is running, else in this
/// process. Needs no key but the data folder.
Result<QJsonValue> callAdmin(const QString &data, const AdminRequest &request, int timeoutMs);

} // namespace hub
