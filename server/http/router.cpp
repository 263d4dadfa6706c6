// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/router.h"

#include "server/http/errormap.h"

#include <QUrl>

namespace hub::http {
namespace {

constexpr QByteArrayView allowedHeaders = "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, "
                                          "Mcp-Protocol-Version, Mcp-Method, Mcp-Name, X-Memento-Mode, X-Api-Key, "
                                          "memento-access-key";

/// The parameters of `path`, or nothing when it is not of this pattern. Decoded
/// part by part, so %2F never becomes a separator.
std::optional<QHash<QByteArray, QString>> matched(const QList<QByteArray> &pattern, const QList<QByteArray> &path)
{
    if (pattern.size() != path.size())
        return std::nullopt;
    QHash<QByteArray, QString> params;
    for (qsizetype i = 0; i < path.size(); ++i) {
        const auto &wanted = pattern[i];
        const bool isParam = wanted.startsWith('{');
        if (isParam ? path[i].isEmpty() : wanted != path[i])
            return std::nullopt;
        if (isParam)
            params.insert(wanted.sliced(1, wanted.size() - 2), QUrl::fromPercentEncoding(path[i]));
    }
    return params;
}

QByteArray allowHeader(QByteArrayList methods)
{
    if (methods.contains("GET"))
        methods.append("HEAD");
    methods.append("OPTIONS");
    return methods.join(", ");
}

/// Says what the path offers; to a web page also what it may send.
Response options(const Request &request, const QByteArray &allow)
{
    auto response = Response::empty(204).with("Allow", allow);
    if (!request.origin.isEmpty())
        response.with("Access-Control-Allow-Methods", allow)
            .with("Access-Control-Allow-Headers", allowedHeaders.toByteArray())
            .with("Access-Control-Max-Age", "600");
    return response;
}

std::optional<Response> wrongType(const Route &route, const Request &request)
{
    const QByteArray wanted = route.body == BodyKind::Json ? "application/json"
        : route.body == BodyKind::Form                     ? "application/x-www-form-urlencoded"
                                                           : "";
    const bool hasBody
        = request.header("content-length").toLongLong() > 0 || !request.header("transfer-encoding").isEmpty();
    if (wanted.isEmpty() || !hasBody || request.header("content-type").split(';')[0].trimmed().toLower() == wanted)
        return std::nullopt;
    return Response::error(415, u"Content-Type must be %1"_s.arg(QString::fromLatin1(wanted)));
}

} // namespace

Response unauthorized(const Request &request, bool hasCredential, const QString &message)
{
    QByteArray challenge
        = "Bearer resource_metadata=\"http://" + request.host + "/.well-known/oauth-protected-resource\"";
    if (hasCredential)
        challenge += ", error=\"invalid_token\"";
    return Response::error(401, message).with("WWW-Authenticate", challenge);
}

Router::Router(Authenticate authenticate, Throttle throttle)
    : m_authenticate(std::move(authenticate))
    , m_throttle(std::move(throttle))
{ }

void Router::add(Route route)
{
    auto parts = route.path.split('/');
    m_entries.push_back({std::move(route), std::move(parts)});
}

Router::Match Router::find(const Request &request) const
{
    const auto &method = request.method;
    const auto path = request.path.split('/');
    Match match;
    for (const auto &[route, parts] : m_entries) {
        auto params = matched(parts, path);
        if (!params)
            continue;
        if (!match.allowed.contains(route.method))
            match.allowed.append(route.method);
        const bool isHeadOfGet = method == "HEAD" && route.method == "GET";
        const bool isCloser = !match.route || params->size() < match.params.size();
        if (!isCloser || (route.method != method && !isHeadOfGet))
            continue;
        match.route = &route;
        match.params = std::move(*params);
    }
    return match;
}

Admission Router::admit(Request &request) const
{
    auto match = find(request);
    if (match.allowed.isEmpty())
        return {.refusal = Response::error(404, u"There is nothing at this path"_s)};
    if (!match.route) {
        const auto allow = allowHeader(match.allowed);
        if (request.method == "OPTIONS")
            return {.refusal = options(request, allow)};
        return {.refusal
            = Response::error(405, u"This path takes %1"_s.arg(QString::fromLatin1(allow))).with("Allow", allow)};
    }
    request.params = std::move(match.params);
    if (auto refusal = authorize(*match.route, request))
        return {.refusal = std::move(refusal)};
    if (auto refusal = wrongType(*match.route, request))
        return {.refusal = std::move(refusal)};
    return {.handler = &match.route->handler, .bodyLimit = match.route->bodyLimit};
}

std::optional<Response> Router::authorize(const Route &route, Request &request) const
{
    using Need = Access::Need;
    const bool hasCredential = !request.header("authorization").isEmpty() || !request.header("x-api-key").isEmpty()
        || !request.header("memento-access-key").isEmpty() || request.queryItem(u"accessKey"_s);
    const bool isOpen = route.access.need == Need::Nothing;
    auto caller = isOpen && !hasCredential ? Result<Principal>(Error {ErrorCode::Denied, {}}) : m_authenticate(request);
    if (m_throttle && !route.countsItself) {
        if (auto refusal = m_throttle(request, caller ? &*caller : nullptr))
            return refusal;
    }
    if (caller)
        request.principal = *caller;
    if (isOpen)
        return std::nullopt;
    if (!caller) {
        if (caller.error().code == ErrorCode::Denied)
            return unauthorized(request, hasCredential, caller.error().message);
        return errorResponse(caller.error());
    }
    if (route.access.need == Need::Master && !caller->isMaster())
        return Response::error(403, u"This needs the master key"_s);
    if (route.access.need == Need::Level && !caller->may(route.access.level))
        return Response::error(
            403, u"This needs the permission %1, which the key does not have"_s.arg(toString(route.access.level)));
    return std::nullopt;
}

} // namespace hub::http
