// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

#include <QByteArray>
#include <QHash>
#include <QHostAddress>
#include <QList>

#include <optional>
#include <utility>

namespace hub::http {

using Headers = QList<std::pair<QByteArray, QByteArray>>;

/// One complete HTTP request as a handler sees it: framing checked, host and
/// origin allowed, caller authenticated, body within the limit of its route. A
/// plain value that may be copied to any thread.
struct Request {
    QByteArray method;    ///< as sent; HEAD reaches the handler of GET
    QByteArray path;      ///< still percent-encoded, always begins with '/'
    QByteArray query;     ///< still percent-encoded, without '?'
    QByteArray host;      ///< "127.0.0.1:57332", on the allow-list, fit for building URLs
    QByteArray origin;    ///< of an allowed web page; empty: not sent by a browser's script
    int minorVersion = 1; ///< of HTTP/1.x
    Headers headers;      ///< names in lower case, in the order sent
    QByteArray body;      ///< whole; chunks already joined
    QHostAddress peer;
    QHash<QByteArray, QString> params;  ///< the "{name}" parts of the route, decoded
    std::optional<Principal> principal; ///< always set unless the route is open

    /// First value of a header, empty when there is none.
    QByteArray header(QByteArrayView lowerCaseName) const;
    /// Decoded value of a query parameter; '+' stands for a blank.
    std::optional<QString> queryItem(const QString &name) const;
};

/// Name and value pairs of a query or of a form body
/// (application/x-www-form-urlencoded), decoded: '+' is a blank, %XX is UTF-8.
QList<std::pair<QString, QString>> decodeForm(const QByteArray &encoded);

} // namespace hub::http
