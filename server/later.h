// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPromise>

namespace hub {

/// Calls `use(const T &)` once `future` has its result: at once if it has it
/// already, else in the thread of `context`, which must be the caller's. Never after
/// `context` is gone, which QFuture::then() does not promise. A future that ends
/// without a result is dropped.
template <typename T, typename Use>
void whenDone(QObject *context, const QFuture<T> &future, Use use)
{
    if (future.isFinished()) {
        if (future.resultCount() > 0)
            use(future.result());
        return;
    }
    auto *watcher = new QFutureWatcher<T>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, use = std::move(use)] {
        if (watcher->future().resultCount() > 0)
            use(watcher->result());
        watcher->deleteLater();
    });
    watcher->setFuture(future);
}

/// A future that has its result already.
template <typename T>
QFuture<T> readyFuture(T result)
{
    QPromise<T> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

} // namespace hub
