// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/unitofwork.h"
#include "core/storage/store.h"
#include "core/upkeep/stages.h"

#include <QElapsedTimer>

namespace hub {

/// Runs upkeep, one run after another in the order they were asked for, on a thread
/// of its own that waits for the store slice by slice. May be asked from any thread.
class Upkeep
{
public:
    /// Everything given must live longer.
    Upkeep(Store &store, const Services &services, const UpkeepSettings &settings);
    /// Stops after the slice at work; runs that wait end as cancelled.
    ~Upkeep();

    /// A failing stage is told in the report, and the next one begins. `isCancelled`
    /// is asked between slices.
    QFuture<Result<UpkeepReport>> run(const Principal &caller, std::function<bool()> isCancelled = {});

private:
    struct Order;

    Result<UpkeepReport> work(const Order &order);
    StageReport runStage(const UpkeepStage &stage, const Order &order, UpkeepRun &run);
    Result<SliceDone> slice(const UpkeepStage &stage, const Order &order, UpkeepRun &run);
    bool isStopped(const Order &order) const;

    Store &m_store;
    const Services &m_services;
    UpkeepSettings m_settings;
    std::atomic<int> m_waiting = 0; ///< runs that are asked for and not done
    std::atomic<bool> m_stopped = false;
    QThreadPool m_line; ///< one thread
};

} // namespace hub
