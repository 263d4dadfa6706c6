// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/policy.h"

#include "server/http/parser.h"

namespace hub::http {
namespace {

/// "name", "name:port" or "[address]:port", with a name of the list.
bool isKnownHost(const QSet<QByteArray> &known, const QByteArray &host)
{
    const auto name = host.toLower();
    const auto colon = name.lastIndexOf(':');
    if (colon <= name.lastIndexOf(']'))
        return known.contains(name);
    const auto port = parseNumber(QByteArrayView(name).sliced(colon + 1), 10, 5);
    return port && *port > 0 && *port <= 65535 && known.contains(name.first(colon));
}

QByteArray portOf(const QByteArray &host)
{
    const auto colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.sliced(colon + 1) : QByteArray("80");
}

/// A page that this very server has sent, under whatever name of it the browser used.
bool isOwnPage(const Policy &policy, const Request &request)
{
    constexpr QByteArrayView scheme = "http://";
    if (!request.origin.startsWith(scheme))
        return false;
    const auto host = request.origin.sliced(scheme.size());
    return isKnownHost(policy.hosts, host) && portOf(host) == portOf(request.host);
}

} // namespace

std::optional<Response> refuseStranger(const Policy &policy, const Request &request)
{
    if (!isKnownHost(policy.hosts, request.host))
        return Response::error(403,
            u"This server does not answer to the name in the Host header; "
            "use 127.0.0.1 or localhost, or add the name to the allowed hosts"_s);
    if (request.origin.isEmpty() || isOwnPage(policy, request) || policy.origins.contains(request.origin))
        return std::nullopt;
    return Response::error(403, u"Web pages of this origin may not call; add it to the allowed origins"_s);
}

} // namespace hub::http
