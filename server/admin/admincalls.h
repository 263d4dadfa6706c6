// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"

#include <QJsonValue>

namespace hub::admin {

/// Where all of it is found over HTTP, as documented.
inline constexpr const char *basePath = "/v1/internal/model/nothing";

/// One thing that the person who owns the hub may do: a line of a table. Over HTTP it is
/// a route for the master key; the command line without a running hub calls it directly.
struct AdminCall {
    QByteArray method;
    QByteArray path;  ///< below basePath; "{name}" is an argument
    int status = 200; ///< of an answer
    /// `arguments` are those of the path, the query and the body together. A member of the
    /// body that is null says that the field shall be absent, and stands in `clear`.
    std::function<QFuture<Result<QJsonValue>>(Hub &, const Principal &, const QJsonObject &arguments)> run;
};

/// Keys, groups, the master key and the audit trail.
const QList<AdminCall> &accessCalls();

/// The line with this method and pattern; null when there is none.
const AdminCall *findCall(const QByteArray &method, const QByteArray &path);

} // namespace hub::admin
