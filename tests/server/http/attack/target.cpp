// SPDX-License-Identifier: GPL-3.0-or-later
// A server to be attacked: the product's gate, router and replies with handlers
// that answer late, never, from four threads or with an exception. Prints its port,
// serves until its standard input is closed, then stops gracefully.
#include "server/http/server.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QLoggingCategory>
#include <QSocketNotifier>
#include <QThread>
#include <QThreadPool>
#include <QUrlQuery>

#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <unistd.h>

using namespace hub;
using namespace hub::http;

namespace {

constexpr qint64 mib = 1024 * 1024;

class Target : public QObject
{
public:
    Target(Policy policy, quint16 port)
        : m_policy(std::move(policy))
        , m_port(port)
    {
        m_pool.setMaxThreadCount(64);
        m_ticker.callOnTimeout(this, &Target::tick);
    }

    // All of it in the worker thread.
    quint16 start(int restartMs);
    void stop();

private:
    Router routes();
    void addAnswers(Router &router);
    void addStreams(Router &router);
    void later(const Request &request, const Reply &reply);
    Response stats() const;
    void tick();
    void restart();

    Policy m_policy;
    quint16 m_port;
    std::unique_ptr<Server> m_server;
    QThreadPool m_pool;
    QTimer m_ticker {this};
    QTimer m_restarts {this};
    QList<EventStream> m_ticking;
    QList<EventStream> m_silent;
    int m_ticks = 0;
    std::atomic<int> m_closed = 0;
    std::atomic<int> m_answered = 0;
    std::atomic<int> m_late = 0;
};

Response echo(const Request &request) { return Response::text(request.body); }

void Target::later(const Request &request, const Reply &reply)
{
    const auto ms = request.queryItem(u"ms"_s).value_or(QString()).toULong();
    reply.onClosed([this] { ++m_closed; });
    m_pool.start([this, ms, reply] {
        QThread::msleep(ms);
        ++(reply.isClosed() ? m_late : m_answered);
        reply.send(Response::text("slept " + QByteArray::number(qulonglong(ms))));
    });
}

Response Target::stats() const
{
    return Response::json(
        QJsonObject {{u"closed"_s, m_closed.load()}, {u"answered"_s, m_answered.load()}, {u"late"_s, m_late.load()},
            {u"streams"_s, int(m_ticking.size())}, {u"connections"_s, int(m_server->connectionCount())}});
}

void Target::addAnswers(Router &router)
{
    const auto get = [&router](const char *path, Handler handler) {
        router.add({.method = "GET", .path = path, .access = openToAll, .handler = std::move(handler)});
    };
    get("/ping", [](const Request &) { return Response::text("pong"); });
    get("/item/{id}/sub/{name}", [](const Request &request) {
        return Response::text(request.params["id"].toUtf8() + '|' + request.params["name"].toUtf8());
    });
    get("/stats", [this](const Request &) { return stats(); });
    get("/later", [this](const Request &request, const Reply &reply) { later(request, reply); });
    get("/forgotten", [](const Request &, const Reply &) {});
    get("/throw", [](const Request &) -> Response { throw std::runtime_error("thrown for the test"); });
    get("/big", [text = QByteArray(20 * mib, 'b')](const Request &) { return Response::text(text); });
    router.add({.method = "POST",
        .path = "/echo",
        .access = openToAll,
        .body = BodyKind::Bytes,
        .bodyLimit = 12 * mib,
        .handler = echo});
    router.add({.method = "DELETE", .path = "/item/{id}", .access = openToAll, .handler = [](const Request &) {
                    return Response::empty(204);
                }});
    router.add(
        {.method = "POST", .path = "/private", .access = Permission::Write, .body = BodyKind::Json, .handler = echo});
}

void Target::addStreams(Router &router)
{
    const auto stream = [&router](const char *method, const char *path, Handler handler) {
        router.add({.method = method,
            .path = path,
            .access = openToAll,
            .body = BodyKind::Bytes,
            .handler = std::move(handler)});
    };
    stream("GET", "/ticks", [this](const Request &, const Reply &reply) {
        reply.onClosed([this] { ++m_closed; });
        m_ticking.append(reply.stream());
    });
    stream("GET", "/silent", [this](const Request &, const Reply &reply) { m_silent.append(reply.stream()); });
    stream("POST", "/three", [this](const Request &, const Reply &reply) {
        m_pool.start([events = reply.stream()] {
            for (int i = 0; i < 3; ++i, QThread::msleep(30))
                events.send({.data = QByteArray::number(i)});
        });
    });
    stream("GET", "/crowd", [this](const Request &, const Reply &reply) { // one stream, four writers
        const auto events = reply.stream();
        for (int writer = 0; writer < 4; ++writer) {
            m_pool.start([events, writer] {
                for (int i = 0; i < 500; ++i)
                    events.send({.data = QByteArray::number(writer)});
            });
        }
    });
    stream("GET", "/firehose", [this](const Request &, const Reply &reply) {
        m_pool.start([events = reply.stream()] {
            for (int i = 0; i < 4000 && !events.isClosed(); ++i, QThread::msleep(2))
                events.send({.data = QByteArray(65536, 'x')});
        });
    });
}

Router Target::routes()
{
    Router router([](const Request &) -> Result<Principal> {
        return Error {ErrorCode::Denied, u"A valid access key is needed"_s};
    });
    addAnswers(router);
    addStreams(router);
    return router;
}

quint16 Target::start(int restartMs)
{
    m_server = std::make_unique<Server>(m_policy, routes());
    const auto started = m_server->start({QHostAddress::LocalHost, QHostAddress::LocalHostIPv6}, m_port);
    if (!started)
        qFatal("%s", qPrintable(started.error().message));
    m_port = m_server->port();
    m_ticker.start(200);
    if (restartMs > 0) {
        m_restarts.callOnTimeout(this, &Target::restart);
        m_restarts.start(restartMs);
    }
    return m_port;
}

void Target::restart()
{
    m_server->stop(20, [this] {
        if (const auto started = m_server->start({QHostAddress::LocalHost}, m_port); !started)
            qFatal("%s", qPrintable(started.error().message));
        m_restarts.start();
    });
    m_restarts.stop();
}

void Target::stop()
{
    m_restarts.stop();
    m_ticker.stop();
    m_ticking.clear();
    m_silent.clear();
    m_server->stop(500, [this] {
        m_restarts.stop(); // or one that was under way would begin anew
        m_server.reset();  // handles that live on in the pool are harmless now
        m_pool.waitForDone();
        thread()->quit();
    });
}

void Target::tick()
{
    m_ticking.removeIf([](const EventStream &stream) { return stream.isClosed(); });
    const auto number = QByteArray::number(++m_ticks);
    for (const auto &stream : std::as_const(m_ticking))
        stream.send({.data = number, .id = number});
}

/// Every limit that an attack wants shorter, by its name.
const QList<std::pair<QString, int Limits::*>> adjustable {
    {u"head"_s, &Limits::headMs},
    {u"body"_s, &Limits::bodyMs},
    {u"idle"_s, &Limits::idleMs},
    {u"stall"_s, &Limits::stallMs},
    {u"heartbeat"_s, &Limits::heartbeatMs},
    {u"connections"_s, &Limits::connections},
};

Policy policyFrom(const QCommandLineParser &options)
{
    Policy policy;
    policy.origins = {"http://allowed.example"};
    for (const auto &[name, limit] : adjustable) {
        if (options.isSet(name))
            policy.limits.*limit = options.value(name).toInt();
    }
    return policy;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QLoggingCategory::setFilterRules(u"hub.server=false"_s); // attacks are meant to be noisy
    QCommandLineParser options;
    options.addOptions({{u"port"_s, QString(), u"number"_s, u"0"_s}, {u"restart"_s, QString(), u"ms"_s, u"0"_s}});
    for (const auto &[name, limit] : adjustable)
        options.addOption({name, QString(), u"number"_s});
    options.process(app);

    QThread thread;
    Target target(policyFrom(options), options.value(u"port"_s).toUShort());
    target.moveToThread(&thread);
    thread.start();
    quint16 port = 0;
    const auto start = [&] { port = target.start(options.value(u"restart"_s).toInt()); };
    QMetaObject::invokeMethod(&target, start, Qt::BlockingQueuedConnection);
    std::printf("port %u\n", port);
    std::fflush(stdout);

    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &target, &Target::stop);
    QObject::connect(&input, &QSocketNotifier::activated, &input, [&] { input.setEnabled(false); });
    QObject::connect(&thread, &QThread::finished, &app, &QCoreApplication::quit);
    QCoreApplication::exec();
    thread.wait();
    return 0;
}
