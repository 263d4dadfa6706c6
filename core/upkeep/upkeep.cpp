// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upkeep/upkeep.h"

#include "core/base/log.h"

namespace hub {

struct Upkeep::Order {
    Principal caller;
    std::function<bool()> isCancelled;
    bool queued = false;
    QElapsedTimer asked;
};

Upkeep::Upkeep(Store &store, const Services &services, const UpkeepSettings &settings)
    : m_store(store)
    , m_services(services)
    , m_settings(settings)
{
    m_line.setMaxThreadCount(1);
}

Upkeep::~Upkeep()
{
    m_stopped = true;
    m_line.waitForDone();
}

QFuture<Result<UpkeepReport>> Upkeep::run(const Principal &caller, std::function<bool()> isCancelled)
{
    auto promise = std::make_shared<QPromise<Result<UpkeepReport>>>();
    promise->start();
    Order order {.caller = caller, .isCancelled = std::move(isCancelled), .queued = m_waiting++ > 0, .asked = {}};
    order.asked.start();
    m_line.start([this, promise, order] {
        auto report = work(order);
        --m_waiting;
        promise->addResult(std::move(report));
        promise->finish();
    });
    return promise->future();
}

Result<UpkeepReport> Upkeep::work(const Order &order)
{
    UpkeepRun run {
        .access = Access::of(order.caller, {}, {}, true), .settings = m_settings, .report = {}, .position = 0};
    run.report.queued = order.queued;
    run.report.queueWaitMs = order.queued ? order.asked.elapsed() : 0;
    for (const auto &stage : upkeepStages()) {
        if (isStopped(order))
            return Error {ErrorCode::Cancelled, u"The request was cancelled"_s};
        run.report.stages += runStage(stage, order, run);
    }
    return run.report;
}

StageReport Upkeep::runStage(const UpkeepStage &stage, const Order &order, UpkeepRun &run)
{
    StageReport report {
        .name = stage.name, .durationMs = 0, .affected = 0, .status = StageStatus::Skipped, .error = {}};
    if (!stage.slice || (stage.isWanted && !stage.isWanted(m_settings)))
        return report;
    QElapsedTimer timer;
    timer.start();
    report.status = StageStatus::Ok;
    run.position = 0;
    for (bool isLast = false; !isLast && !isStopped(order);) {
        const auto done = slice(stage, order, run);
        if (!done) {
            logError(lcCore(), QString(u"upkeep: " + stage.name), done.error());
            report.status = StageStatus::Error;
            report.error = done.error().message;
            break;
        }
        report.affected += done->affected;
        isLast = done->isLast;
    }
    report.durationMs = timer.elapsed();
    return report;
}

Result<SliceDone> Upkeep::slice(const UpkeepStage &stage, const Order &order, UpkeepRun &run)
{
    // `run` is left alone by this thread until the slice is done.
    const auto job = [&](Database &database) -> Result<SliceDone> {
        UnitOfWork unit(database, m_services, order.caller);
        return stage.slice(unit, run);
    };
    return stage.onlyReads ? m_store.read(job).result() : m_store.write(job).result();
}

bool Upkeep::isStopped(const Order &order) const { return m_stopped || (order.isCancelled && order.isCancelled()); }

} // namespace hub
