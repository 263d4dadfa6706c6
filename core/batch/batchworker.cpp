// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchworker.h"

#include "core/base/log.h"
#include "core/batch/batchqueue.h"
#include "core/memory/unitofwork.h"
#include "core/storage/store.h"

namespace hub {

using namespace std::chrono_literals;

namespace {

constexpr auto slice = 40ms; // and the item that is at work when they are over
constexpr auto retryPause = 1s;
constexpr auto failurePause = 5s; // a full disk is not empty at once

} // namespace

BatchWorker::BatchWorker(Store &store, const Services &services, std::function<Result<void>()> ready)
    : m_store(store)
    , m_services(services)
    , m_ready(std::move(ready))
    , m_thread([this] { run(); })
{ }

BatchWorker::~BatchWorker()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isStopping = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void BatchWorker::wake()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_hasWork = true;
    }
    m_changed.notify_all();
}

void BatchWorker::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isStopping || m_hasWork; });
        if (m_isStopping)
            return;
        m_hasWork = false;
        lock.unlock();
        const auto progress = m_store
                                  .write([this](Database &database) -> Result<BatchProgress> {
                                      HUB_CHECK(m_ready());
                                      return storeBatchSlice(database, m_services, slice);
                                  })
                                  .result();
        if (!progress)
            logError(lcCore(), u"storing a batch"_s, progress.error());
        lock.lock();
        if (progress && *progress == BatchProgress::Idle)
            continue;
        m_hasWork = true;
        if (!progress || *progress == BatchProgress::Retry)
            m_changed.wait_for(lock, progress ? retryPause : failurePause, [this] { return m_isStopping; });
    }
}

} // namespace hub
