// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/rotationroute.h"

#include "core/sessions/sessions.h"
#include "server/admin/sessionjson.h"
#include "server/later.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

struct RotateBody {
    QString reason = u"explicit_rotate"_s;

    static constexpr auto fields() { return std::tuple {field("reason", &RotateBody::reason).max(128)}; }
};

Result<RotateBody> readBody(const QByteArray &body)
{
    QJsonParseError mistake;
    const auto document = QJsonDocument::fromJson(body.trimmed().isEmpty() ? QByteArray("{}") : body, &mistake);
    if (mistake.error != QJsonParseError::NoError || !document.isObject())
        return Error {ErrorCode::InvalidArgument, u"The body must be a JSON object"_s};
    return fromJson<RotateBody>(document.object());
}

} // namespace

RotationRoute::RotationRoute(Hub &hub, Endpoint &endpoint, const Limits &limits)
    : m_hub(hub)
    , m_endpoint(endpoint)
    , m_limits(limits)
    , m_limiter({.most = limits.perMinute, .windowMs = msPerMinute})
{ }

void RotationRoute::addRoutes(http::Router &router)
{
    router.add({.method = "POST",
        .path = "/session/rotate",
        .access = http::openToAll, // the order of refusals is fixed, and the key is not the first
        .body = http::BodyKind::Json,
        .handler
        = http::Handler([this](const http::Request &request, const http::Reply &reply) { rotate(request, reply); })});
}

void RotationRoute::rotate(const http::Request &request, const http::Reply &reply)
{
    if (request.origin.isEmpty())
        return reply.send(http::Response::error(403, u"This needs an Origin header that may call"_s));
    if (const auto seconds = m_limiter.refuse(request.peer.toString().toLatin1()))
        return reply.send(http::Response::error(429, u"Too many rotations; try again in a minute"_s)
                              .with("Retry-After", QByteArray::number(*seconds)));
    if (!request.principal)
        return reply.send(
            http::unauthorized(request, !request.header("authorization").isEmpty(), u"A valid key is needed"_s));
    const auto id = QString::fromLatin1(request.header("mcp-session-id"));
    const auto body = readBody(request.body);
    if (id.isEmpty())
        return reply.send(http::Response::error(400, u"The header Mcp-Session-Id is missing"_s));
    if (!body)
        return reply.fail(body.error());
    const auto caller = *request.principal;
    whenDone(this, m_endpoint.sessions().rotate(caller, id, body->reason),
        [this, caller, id, reply, reason = body->reason](const Result<std::optional<SessionRotation>> &done) {
            if (!done)
                return reply.fail(done.error());
            if (!*done)
                return refuseUnknown(caller, id, reply);
            m_endpoint.sessionEnded(id);
            reply.send(http::Response::json(admin::rotationJson(id, reason, **done)));
        });
}

void RotationRoute::refuseUnknown(const Principal &caller, const QString &id, const http::Reply &reply)
{
    const auto isLiving = m_hub.read(
        caller, [id, maxIdle = m_limits.maxIdleMs](UnitOfWork &work) { return isLivingSession(work, id, maxIdle); });
    whenDone(this, isLiving, [reply](const Result<bool> &living) {
        if (!living)
            reply.fail(living.error());
        else if (*living)
            reply.send(http::Response::error(403, u"The session belongs to another key"_s));
        else
            reply.send(http::Response::error(404, u"There is no such session"_s));
    });
}

} // namespace hub::mcp
