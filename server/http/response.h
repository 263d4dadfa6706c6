// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/request.h"

#include <QJsonObject>

namespace hub::http {

/// One complete answer. Length, date, CORS and connection headers are added when
/// it is sent, and so are `Cache-Control: no-store` and what keeps browsers from framing,
/// sniffing and embedding, where the handler has not set its own. A header with a line break is left out.
struct Response {
    int status = 200;
    Headers headers {};
    QByteArray body {};

    static Response empty(int status) { return {status}; }
    static Response text(QByteArray body, int status = 200);
    static Response json(QByteArray body, int status = 200);
    static Response json(const QJsonObject &body, int status = 200);
    /// `{"error": message}`; the message is for the person or agent who called.
    static Response error(int status, const QString &message);

    Response &with(QByteArray name, QByteArray value);
};

/// The words of RFC 9110 for a status, "Unknown" for one it does not define.
QByteArray reasonPhrase(int status);

} // namespace hub::http
