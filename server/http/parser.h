// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/policy.h"
#include "server/http/request.h"

#include <variant>

namespace hub::http {

/// Why a request is turned away before anybody else sees it.
struct Refusal {
    int status = 400;
    QString message {};
};

/// How the body of a request is delimited and what happens after the reply.
struct Framing {
    qint64 length = 0;
    bool isChunked = false;
    bool keepAlive = true;
    bool expectsContinue = false;

    bool hasBody() const { return isChunked || length > 0; }
};

struct Head {
    Request request {};
    Framing framing {};
};

/// Reads a request line and headers (without the final empty line) strictly after
/// RFC 9112: whatever two parsers could understand differently is refused, such as
/// both Content-Length and Transfer-Encoding, folded lines or blanks before a
/// colon. Only "chunked" is a known transfer coding.
std::variant<Head, Refusal> parseHead(QByteArrayView head, const Limits &limits);

/// The same request in the one form that QHttpServer gets to see: no hop-by-hop
/// headers, the body always delimited by Content-Length.
QByteArray canonicalHead(const Request &request, qint64 bodySize);

/// RFC 9110 section 5.6.2.
bool isToken(QByteArrayView text);

/// Digits only: no sign, no blank, at most `maxDigits` (<= 15) of them.
std::optional<qint64> parseNumber(QByteArrayView text, int base, int maxDigits);

} // namespace hub::http
