// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/response.h"

#include <QJsonDocument>

namespace hub::http {

Response Response::text(QByteArray body, int status)
{
    return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::move(body)};
}

Response Response::json(QByteArray body, int status)
{
    return {status, {{"Content-Type", "application/json"}}, std::move(body)};
}

Response Response::json(const QJsonObject &body, int status)
{
    return json(QJsonDocument(body).toJson(QJsonDocument::Compact), status);
}

Response Response::error(int status, const QString &message)
{
    return json(QJsonObject {{u"error"_s, message}}, status);
}

Response &Response::with(QByteArray name, QByteArray value)
{
    headers.append({std::move(name), std::move(value)});
    return *this;
}

QByteArray reasonPhrase(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Unknown";
    }
}

} // namespace hub::http
