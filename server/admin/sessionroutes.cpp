// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/sessionroutes.h"

#include "core/reflect/reflectsession.h"
#include "server/admin/admincalls.h"
#include "server/admin/sessionjson.h"
#include "server/later.h"

namespace hub::admin {
namespace {

const QByteArray base = QByteArray(basePath) + "/sessions";

struct Done {
    bool ok = true;
    std::optional<QString> message;

    static constexpr auto fields() { return std::tuple {field("ok", &Done::ok), field("message", &Done::message)}; }
};

struct ReflectedAll {
    bool ok = true;
    int reflected = 0;
    int failed = 0;
    int total = 0;

    static constexpr auto fields()
    {
        using R = ReflectedAll;
        return std::tuple {field("ok", &R::ok), field("reflected", &R::reflected), field("failed", &R::failed),
            field("total", &R::total)};
    }
};

QString idOf(const http::Request &request) { return request.params.value("id"); }

} // namespace

SessionRoutes::SessionRoutes(Hub &hub, mcp::Endpoint &endpoint, std::chrono::milliseconds maxIdle)
    : m_hub(hub)
    , m_endpoint(endpoint)
    , m_maxIdleMs(maxIdle.count())
{ }

void SessionRoutes::addRoutes(http::Router &router)
{
    add(router, "GET", base, &SessionRoutes::list);
    add(router, "POST", base + "/cleanup", &SessionRoutes::cleanUp);
    add(router, "POST", base + "/reflect-all", &SessionRoutes::reflectAll);
    add(router, "GET", base + "/{id}", &SessionRoutes::show);
    add(router, "DELETE", base + "/{id}", &SessionRoutes::end);
    add(router, "POST", base + "/{id}/reflect", &SessionRoutes::reflect);
}

void SessionRoutes::add(http::Router &router, const QByteArray &method, const QByteArray &path, Handle handle)
{
    router.add({.method = method,
        .path = path,
        .access = http::masterOnly,
        .handler = http::Handler([this, handle](const http::Request &request, const http::Reply &reply) {
            (this->*handle)(request, reply);
        })});
}

void SessionRoutes::list(const http::Request &, const http::Reply &reply)
{
    const auto reports = m_hub.read(Hub::person(), [this, maxIdle = m_maxIdleMs](UnitOfWork &work) {
        return sessionReports(work, m_hub.sessions().activity(), maxIdle);
    });
    whenDone(this, reports, [reply, maxIdle = m_maxIdleMs](const Result<SessionReports> &found) {
        if (found)
            reply.send(http::Response::json(sessionsJson(*found, maxIdle)));
        else
            reply.fail(found.error());
    });
}

void SessionRoutes::show(const http::Request &request, const http::Reply &reply)
{
    const auto detail = m_hub.read(Hub::person(), [this, id = idOf(request), maxIdle = m_maxIdleMs](UnitOfWork &work) {
        return sessionDetail(work, m_hub.sessions().activity(), id, maxIdle);
    });
    whenDone(this, detail, [reply, maxIdle = m_maxIdleMs](const Result<std::optional<SessionDetail>> &found) {
        if (!found)
            reply.fail(found.error());
        else if (!*found)
            reply.send(http::Response::error(404, u"Session not found"_s));
        else
            reply.send(http::Response::json(sessionJson(**found, maxIdle)));
    });
}

/// The same whether or not there was one, as documented.
void SessionRoutes::end(const http::Request &request, const http::Reply &reply)
{
    const auto id = idOf(request);
    whenDone(this, m_hub.write(Hub::person(), [id](UnitOfWork &work) { return endAnySession(work, id); }),
        [this, id, reply](const Result<bool> &ended) {
            if (!ended)
                return reply.fail(ended.error());
            m_endpoint.sessionEnded(id);
            reply.send(http::Response::json(toJson(Done {})));
        });
}

void SessionRoutes::cleanUp(const http::Request &, const http::Reply &reply)
{
    const auto expired = m_hub.write(
        Hub::person(), [maxIdle = m_maxIdleMs](UnitOfWork &work) { return endExpiredSessions(work, maxIdle); });
    whenDone(this, expired, [this, reply](const Result<QStringList> &ended) {
        if (!ended)
            return reply.fail(ended.error());
        for (const auto &id : *ended)
            m_endpoint.sessionEnded(id);
        reply.send(http::Response::json(toJson(Done {.message = u"Cleanup completed"_s})));
    });
}

void SessionRoutes::reflect(const http::Request &request, const http::Reply &reply)
{
    const auto reflected = m_hub.write(Hub::person(),
        [this, id = idOf(request)](UnitOfWork &work) { return reflectSession(work, m_hub.sessions().activity(), id); });
    whenDone(this, reflected, [reply](const Result<bool> &done) {
        if (done)
            reply.send(http::Response::json(toJson(Done {})));
        else
            reply.fail(done.error());
    });
}

void SessionRoutes::reflectAll(const http::Request &, const http::Reply &reply)
{
    const auto reflected = m_hub.write(
        Hub::person(), [maxIdle = m_maxIdleMs](UnitOfWork &work) { return reflectEndedSessions(work, maxIdle); });
    whenDone(this, reflected, [reply](const Result<ReflectedSessions> &done) {
        if (!done)
            return reply.fail(done.error());
        reply.send(http::Response::json(toJson(ReflectedAll {
            .reflected = done->reflected, .failed = done->failed, .total = done->reflected + done->failed})));
    });
}

} // namespace hub::admin
