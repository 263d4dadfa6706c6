// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace hub {

class Store;
struct Services;

/// Stores the batches that wait in the queue on disk, those of an earlier run too, slice
/// by slice, so that other writers get their turn in between. Its thread only waits: the
/// work is done by the store's writer. Stops after the slice at hand; what is left
/// waits for the next start. wake() may be called from any thread.
class BatchWorker
{
public:
    /// `ready` says when use cases may run. All of them must outlive it.
    BatchWorker(Store &store, const Services &services, std::function<Result<void>()> ready);
    ~BatchWorker();

    void wake();

private:
    void run();

    Store &m_store;
    const Services &m_services;
    std::function<Result<void>()> m_ready;

    std::mutex m_mutex; // guards m_hasWork and m_isStopping, the border between callers and the worker
    std::condition_variable m_changed;
    bool m_hasWork = true; ///< until the first look says otherwise
    bool m_isStopping = false;
    std::thread m_thread;
};

} // namespace hub
