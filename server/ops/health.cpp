// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/ops/health.h"

#include "core/base/log.h"
#include "server/later.h"

#include <QCoreApplication>

namespace hub {
namespace {

constexpr qint64 validMs = 1000;

struct PartState {
    QString status; ///< up, down or disabled
    std::optional<qint64> latencyMs;
    std::optional<qint64> backlog;

    static constexpr auto fields()
    {
        using P = PartState;
        return std::tuple {
            field("status", &P::status), field("latency_ms", &P::latencyMs), field("backlog", &P::backlog)};
    }
};

struct SessionCounts {
    qint64 total = 0;
    qint64 streams = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("total", &SessionCounts::total), field("streams", &SessionCounts::streams)};
    }
};

struct HealthChecks {
    PartState database;
    PartState redis {.status = u"disabled"_s, .latencyMs = {}, .backlog = {}};
    PartState embedding;
    SessionCounts sessions;

    static constexpr auto fields()
    {
        using C = HealthChecks;
        return std::tuple {field("database", &C::database), field("redis", &C::redis),
            field("embedding", &C::embedding), field("sessions", &C::sessions)};
    }
};

/// Without the master key only the first two are there: versions and times help a stranger.
struct HealthReport {
    QString status;
    Timestamp timestamp {QDateTime::currentMSecsSinceEpoch()};
    std::optional<QString> version;
    std::optional<qint64> uptimeSeconds;
    std::optional<qint64> pid;
    std::optional<HealthChecks> checks;
    std::optional<QStringList> warnings;

    static constexpr auto fields()
    {
        using R = HealthReport;
        return std::tuple {field("status", &R::status), field("version", &R::version),
            field("timestamp", &R::timestamp), field("uptime_s", &R::uptimeSeconds), field("pid", &R::pid),
            field("checks", &R::checks), field("warnings", &R::warnings)};
    }
};

HealthReport reportOf(bool isUp)
{
    HealthReport report;
    report.status = isUp ? u"healthy"_s : u"degraded"_s;
    return report;
}

} // namespace

Health::Health(Probe probe, std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
    , m_probe(std::move(probe))
    , m_patience(patience)
{
    m_clock.start();
    m_checkedAt = -validMs;
}

void Health::addRoutes(http::Router &router)
{
    router.add({.method = "GET",
        .path = "/health",
        .access = http::openToAll,
        .handler = [this](const http::Request &request, const http::Reply &reply) { answer(request, reply); }});
}

void Health::answer(const http::Request &request, const http::Reply &reply)
{
    if (request.principal && request.principal->isMaster())
        check([this, reply] { reply.send(longForm()); });
    else if (m_clock.elapsed() - m_checkedAt < validMs)
        reply.send(shortForm());
    else
        check([this, reply] { reply.send(shortForm()); });
}

/// Who asks while a check runs waits for that one.
void Health::check(const Use &use)
{
    m_waiting += use;
    if (m_waiting.size() > 1)
        return;
    const auto number = ++m_check;
    m_checkStarted = m_clock.elapsed();
    QTimer::singleShot(m_patience, this, [this, number] { finishCheck(number, std::nullopt); });
    whenDone(this, m_probe(), [this, number](const Result<StoreReport> &result) {
        if (!result)
            logError(lcServer(), u"checking the store"_s, result.error());
        finishCheck(number, result ? std::optional(*result) : std::nullopt);
    });
}

void Health::finishCheck(quint64 number, const std::optional<StoreReport> &report)
{
    if (number != m_check || m_waiting.isEmpty())
        return;
    m_checkedAt = m_clock.elapsed();
    m_last = {.isUp = report.has_value(),
        .report = report.value_or(StoreReport {}),
        .latencyMs = m_checkedAt - m_checkStarted};
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto &use : waiting)
        use();
}

http::Response Health::shortForm() const
{
    return http::Response::json(toJson(reportOf(m_last.isUp)), m_last.isUp ? 200 : 503);
}

http::Response Health::longForm() const
{
    const auto &store = m_last.report;
    HealthChecks checks;
    checks.database = {.status = m_last.isUp ? u"up"_s : u"down"_s, .latencyMs = m_last.latencyMs, .backlog = {}};
    checks.embedding = {.status = store.embedding, .latencyMs = {}, .backlog = store.embeddingBacklog};
    checks.sessions = {.total = store.sessions, .streams = m_streamCount ? m_streamCount() : 0};
    auto report = reportOf(m_last.isUp);
    report.version = QStringLiteral(HUB_VERSION);
    report.uptimeSeconds = m_clock.elapsed() / 1000;
    report.pid = QCoreApplication::applicationPid();
    report.checks = checks;
    report.warnings = QStringList();
    if (store.embedding == u"down")
        report.warnings->append(u"The embedding provider does not answer; search works without it"_s);
    return http::Response::json(toJson(report), m_last.isUp ? 200 : 503);
}

} // namespace hub
