// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/callers.h"

#include "core/base/text.h"
#include "core/hub.h"

namespace hub {
namespace {

constexpr int longestClient = 200;

QByteArray bearerOf(const http::Request &request)
{
    const auto authorization = request.header("authorization").trimmed();
    const auto space = authorization.indexOf(' ');
    const bool isBearer = space > 0 && authorization.first(space).toLower() == "bearer";
    return isBearer ? authorization.sliced(space + 1).trimmed() : QByteArray();
}

Result<QByteArray> credentialOf(const http::Request &request)
{
    QByteArray credential;
    for (const auto &given :
        {bearerOf(request), request.header("x-api-key").trimmed(), request.header("memento-access-key").trimmed()}) {
        if (!credential.isEmpty() && !given.isEmpty() && given != credential)
            return Error {ErrorCode::Denied, u"The headers name different keys"_s};
        if (credential.isEmpty())
            credential = given;
    }
    if (credential.isEmpty() && request.path == "/sse") // as documented; nowhere else, since addresses are written down
        return request.queryItem(u"accessKey"_s).value_or(QString()).toUtf8();
    return credential;
}

/// Who shows no key cannot be guessing one, and what watches over a hub may ask as often as it likes.
bool asksOnlyForHealth(const http::Request &request)
{
    const auto credential = credentialOf(request);
    return request.path == "/health" && credential && credential->isEmpty();
}

} // namespace

Result<Principal> callerOf(const Hub &hub, const http::Request &request)
{
    HUB_TRY(credential, credentialOf(request));
    HUB_TRY(caller, hub.authenticator().authenticate(credential));
    caller.mode = enumFromString<Mode>(QString::fromLatin1(request.header("x-memento-mode").trimmed()));
    caller.client = cutText(oneLine(QString::fromLatin1(request.header("user-agent"))), longestClient);
    caller.address = request.peer.toString();
    return caller;
}

std::optional<http::Response> CallerThrottle::refuse(const http::Request &request, const Principal *caller)
{
    if ((caller && caller->isMaster()) || asksOnlyForHealth(request))
        return std::nullopt;
    const auto seconds
        = caller ? m_keys.refuse(caller->keyId.toLatin1()) : m_addresses.refuse(request.peer.toString().toLatin1());
    if (!seconds)
        return std::nullopt;
    return http::Response::error(429,
        caller ? u"Too many requests of this key; try again in %1 s"_s.arg(*seconds)
               : u"Too many requests without a valid key; try again in %1 s"_s.arg(*seconds))
        .with("Retry-After", QByteArray::number(*seconds));
}

} // namespace hub
