// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/serializer.h"

#include <QDateTime>
#include <QLocale>

namespace hub::http {
namespace {

constexpr QByteArrayView exposedHeaders = "WWW-Authenticate, Mcp-Session-Id, Mcp-Protocol-Version, X-RateLimit-Limit, "
                                          "X-RateLimit-Remaining, X-RateLimit-Resource, Retry-After";

/// What every answer says to a browser, unless the handler has said it. Nothing of ours is
/// framed, embedded or named to other sites, or runs what it was not given.
constexpr std::pair<const char *, const char *> standing[] {
    {"Cache-Control", "no-store"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

bool isOneLine(const QByteArray &text) { return !text.contains('\n') && !text.contains('\r') && !text.contains('\0'); }

bool hasHeader(const Response &response, const char *name)
{
    return std::any_of(response.headers.begin(), response.headers.end(),
        [name](const auto &header) { return header.first.compare(name, Qt::CaseInsensitive) == 0; });
}

} // namespace

QByteArray serialized(const Response &response, const Request &request, const ReplyFraming &framing)
{
    const bool hasBody = response.status != 204 && response.status != 304;
    const bool sendsBody = hasBody && request.method != "HEAD";
    QByteArray out;
    out.reserve(512 + (sendsBody ? response.body.size() : 0));
    out += "HTTP/1.1 " + QByteArray::number(response.status) + ' ' + reasonPhrase(response.status) + "\r\n";
    out += "Date: " + framing.date + "\r\n";
    for (const auto &[name, value] : response.headers) {
        if (isOneLine(name) && isOneLine(value))
            out += name + ": " + value + "\r\n";
    }
    for (const auto &[name, value] : standing) {
        if (!hasHeader(response, name))
            out += QByteArray(name) + ": " + value + "\r\n";
    }
    if (!request.origin.isEmpty())
        out += "Access-Control-Allow-Origin: " + request.origin
            + "\r\nVary: Origin\r\nAccess-Control-Expose-Headers: " + exposedHeaders + "\r\n";
    if (framing.end == BodyEnd::Chunks)
        out += "Transfer-Encoding: chunked\r\n";
    else if (framing.end == BodyEnd::Length && hasBody)
        out += "Content-Length: " + QByteArray::number(response.body.size()) + "\r\n";
    if (!framing.keepAlive)
        out += "Connection: close\r\n";
    out += "\r\n";
    if (sendsBody)
        out += response.body;
    return out;
}

QByteArray chunk(const QByteArray &data) { return QByteArray::number(data.size(), 16) + "\r\n" + data + "\r\n"; }

QByteArray CurrentDate::text()
{
    const auto now = QDateTime::currentDateTimeUtc();
    if (now.toSecsSinceEpoch() != m_second) {
        m_second = now.toSecsSinceEpoch();
        m_text = QLocale::c().toString(now, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'").toLatin1();
    }
    return m_text;
}

} // namespace hub::http
