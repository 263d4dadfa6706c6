// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/response.h"

namespace hub::http {

/// How a client learns where the body ends.
enum class BodyEnd : quint8 { Length, Chunks, Close };

/// What the connection, not the handler, decides about a reply.
struct ReplyFraming {
    BodyEnd end = BodyEnd::Length;
    bool keepAlive = true;
    QByteArray date {};
};

/// The bytes of a reply to `request`; without the body where HTTP has none (HEAD,
/// 204, 304). Grants CORS to the request's origin, which has been checked by then.
QByteArray serialized(const Response &response, const Request &request, const ReplyFraming &framing);

/// One chunk of a body sent in chunks; of an empty one the last.
QByteArray chunk(const QByteArray &data);

/// The Date header's text (RFC 9110 section 5.6.7), formatted once a second.
class CurrentDate
{
public:
    QByteArray text();

private:
    qint64 m_second = -1;
    QByteArray m_text;
};

} // namespace hub::http
