// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/server.h"

#include "core/admin/changes.h"
#include "core/base/events.h"
#include "core/hub.h"
#include "core/keys/keyring.h"
#include "core/memory/semanticmemory.h"
#include "core/sessions/sessions.h"
#include "core/settings/serversettings.h"
#include "server/admin/adminroutes.h"
#include "server/admin/sessionroutes.h"
#include "server/callers.h"
#include "server/http/server.h"
#include "server/mcp/completions.h"
#include "server/mcp/hubsessions.h"
#include "server/mcp/prompts.h"
#include "server/mcp/protocol/endpoint.h"
#include "server/mcp/resources.h"
#include "server/mcp/rotationroute.h"
#include "server/mcp/toolregistry.h"
#include "server/ops/health.h"

#include <QFile>
#include <QNetworkInterface>
#include <QSemaphore>
#include <QTimer>

namespace hub {
namespace {

/// As it stands in a URL.
QString hostPart(const QHostAddress &address)
{
    const bool isV6 = address.protocol() == QAbstractSocket::IPv6Protocol;
    return isV6 ? QString(u"[" + address.toString() + u"]") : address.toString();
}

bool isWildcard(const QHostAddress &address)
{
    return address == QHostAddress(QHostAddress::AnyIPv4) || address == QHostAddress(QHostAddress::AnyIPv6);
}

http::Policy policyOf(const ServerSettings &settings, const QList<QHostAddress> &addresses)
{
    http::Policy policy;
    auto reachable = addresses;
    if (std::any_of(addresses.begin(), addresses.end(), isWildcard))
        reachable += QNetworkInterface::allAddresses();
    for (const auto &address : reachable)
        policy.hosts += hostPart(address).toLower().toLatin1();
    for (const auto &origin : settings.allowedOrigins)
        policy.origins += origin.toLower().toLatin1();
    return policy;
}

/// The address to tell a person: that of IPv4 when there is one.
QString baseUrl(const QList<QHostAddress> &addresses, quint16 port)
{
    auto shown = addresses.first();
    for (const auto &address : addresses) {
        if (address == QHostAddress(QHostAddress::LocalHost) || isWildcard(address))
            shown = QHostAddress(QHostAddress::LocalHost);
    }
    return u"http://%1:%2"_s.arg(hostPart(shown)).arg(port);
}

/// Names count as well as addresses: "localhost" is both loopback addresses.
Result<QList<QHostAddress>> addressesOf(const ServerSettings &settings)
{
    QList<QHostAddress> addresses;
    for (const auto &host : settings.host) {
        const QHostAddress address(host);
        if (host == u"localhost")
            addresses += {QHostAddress(QHostAddress::LocalHost), QHostAddress(QHostAddress::LocalHostIPv6)};
        else if (!address.isNull())
            addresses += address;
        else
            return Error {ErrorCode::InvalidArgument, u"host: %1 is not an address of this computer"_s.arg(host)};
    }
    if (addresses.isEmpty())
        return Error {ErrorCode::InvalidArgument, u"host: at least one address is needed"_s};
    return addresses;
}

QString instructions(const QString &language)
{
    QFile file(u":/mcp/instructions.%1.md"_s.arg(language));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "instructions", qPrintable(language));
    return QString::fromUtf8(file.readAll()).trimmed();
}

Health::Probe probeOf(Hub &hub, std::chrono::milliseconds maxIdle)
{
    return [&hub, maxIdle] {
        return hub.read(Hub::person(), [maxIdle](UnitOfWork &work) -> Result<StoreReport> {
            HUB_TRY(sessions, countSessions(work, maxIdle.count()));
            StoreReport report {.sessions = sessions, .embedding = u"disabled"_s};
            if (const auto *semantic = work.services().semantic) {
                report.embedding = semantic->isPaused() ? u"down"_s : u"up"_s;
                report.embeddingBacklog = semantic->backlog();
            }
            return report;
        });
    };
}

} // namespace

/// Everything that lives in the server's thread.
class Server::Worker final : public QObject
{
public:
    Worker(Hub &hub, const ServerSettings &settings, const http::Policy &policy)
        : m_sets(hub.settings())
        , m_tools(hub, &m_sets)
        , m_prompts(hub.services().messages.language())
        , m_resources(hub, &m_sets)
        , m_completions(hub, m_prompts, m_resources)
        , m_sessions(hub, std::chrono::minutes(settings.sessionTtlMinutes))
        , m_endpoint({.name = u"anchorhold"_s,
                         .title = u"Anchorhold"_s,
                         .version = QStringLiteral(HUB_VERSION),
                         .instructions = instructions(hub.services().messages.language())},
              {.tools = m_tools,
                  .prompts = &m_prompts,
                  .resources = &m_resources,
                  .completions = &m_completions,
                  .toolsChange = true,
                  .resourcesChange = true},
              m_sessions)
        , m_rotation(hub, m_endpoint,
              {.perMinute = settings.rotateRateLimitPerMin,
                  .maxIdleMs = std::chrono::milliseconds(std::chrono::minutes(settings.sessionTtlMinutes)).count()})
        , m_sessionRoutes(hub, m_endpoint, std::chrono::minutes(settings.sessionTtlMinutes))
        , m_admin(hub)
        , m_throttle({.most = settings.rateLimitPerKey, .windowMs = settings.rateLimitWindowMs},
              {.most = settings.rateLimitPerAddress, .windowMs = settings.rateLimitWindowMs})
        , m_health(probeOf(hub, std::chrono::minutes(settings.sessionTtlMinutes)))
        , m_http(policy, routes(hub))
    {
        watch(hub.events());
        m_sets.watch(hub.paths().settings(), [this] {
            m_endpoint.listChanged(u"tools"_s);
            m_endpoint.listChanged(u"resources"_s);
        });
        connect(&m_minute, &QTimer::timeout, this, [this, &hub] { endExpired(hub); });
        m_minute.start(std::chrono::minutes(1));
    }

    http::Server &http() { return m_http; }
    void stop(int graceMs, std::function<void()> done)
    {
        m_endpoint.endSubscriptions();
        m_http.stop(graceMs, std::move(done));
    }

private:
    http::Router routes(Hub &hub)
    {
        const http::Gatekeeper gatekeeper {
            .authenticate = [&hub](const http::Request &request) { return callerOf(hub, request); },
            .throttle = [this](const http::Request &request,
                            const Principal *caller) { return m_throttle.refuse(request, caller); }};
        http::Router router(gatekeeper.authenticate, gatekeeper.throttle);
        m_endpoint.addRoutes(router);
        m_endpoint.addSseRoutes(router, gatekeeper);
        m_rotation.addRoutes(router);
        m_sessionRoutes.addRoutes(router);
        m_admin.addRoutes(router);
        m_health.addRoutes(router);
        m_health.countStreamsWith([this] { return m_endpoint.streamCount(); });
        return router;
    }

    /// A key that has expired opens nothing any more; what it still has open ends here.
    void endExpired(Hub &hub)
    {
        const auto expired = hub.services().keys->takeExpired();
        for (const auto &key : expired)
            hub.write(Hub::person(), [key](UnitOfWork &work) { return endSessionsOf(work, key); });
    }

    /// Whatever changes memories may change what a resource holds.
    void watch(const Events &events)
    {
        const auto changed = [this] { m_endpoint.resourcesMayHaveChanged(); };
        connect(&events, &Events::fragmentsStored, this, changed);
        connect(&events, &Events::fragmentsChanged, this, changed);
        connect(&events, &Events::fragmentsForgotten, this, changed);
        connect(&events, &Events::fragmentsRestored, this, changed);
        connect(&events, &Events::storedInSession, this, changed);
        connect(&events, &Events::settingsChanged, this, changed);
        connect(&events, &Events::keysChanged, this, changed);
        connect(&events, &Events::keyEnded, this,
            [this](const QString &key, const QStringList &sessions) { m_endpoint.keyEnded(key, sessions); });
    }

    mcp::ToolSets m_sets;
    mcp::HubToolRegistry m_tools;
    mcp::HubPrompts m_prompts;
    mcp::HubResources m_resources;
    mcp::HubCompletions m_completions;
    mcp::HubSessions m_sessions;
    mcp::Endpoint m_endpoint;
    mcp::RotationRoute m_rotation;
    admin::SessionRoutes m_sessionRoutes;
    admin::AdminRoutes m_admin;
    CallerThrottle m_throttle;
    QTimer m_minute;
    Health m_health;
    http::Server m_http; ///< last: nobody is served while the rest goes
};

Server::Server(Hub &hub)
    : m_hub(hub)
{
    m_thread.setObjectName(u"server"_s);
}

Server::~Server() { stop(std::chrono::milliseconds(0)); }

Result<QString> Server::start()
{
    Q_ASSERT(!m_thread.isRunning());
    HUB_TRY(settings, m_hub.settings().read<ServerSettings>());
    HUB_TRY(addresses, addressesOf(settings));
    m_thread.start();
    Result<void> started;
    QSemaphore done;
    QObject inThread;
    inThread.moveToThread(&m_thread);
    QMetaObject::invokeMethod(&inThread, [&] {
        m_worker = std::make_unique<Worker>(m_hub, settings, policyOf(settings, addresses));
        started = m_worker->http().start(addresses, quint16(settings.port));
        if (started)
            m_port = m_worker->http().port();
        else
            m_worker.reset();
        done.release();
    });
    done.acquire();
    if (!started) {
        m_thread.quit();
        m_thread.wait();
        return started.error();
    }
    return baseUrl(addresses, port());
}

void Server::stop(std::chrono::milliseconds grace)
{
    if (!m_worker)
        return;
    QSemaphore done;
    QMetaObject::invokeMethod(m_worker.get(), [&] {
        m_worker->stop(int(grace.count()), [&] {
            m_worker.reset();
            done.release();
        });
    });
    done.acquire();
    m_port = 0;
    m_thread.quit();
    m_thread.wait();
}

} // namespace hub
