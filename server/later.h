// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEventLoop>
#include <QFutureWatcher>
#include <QObject>
#include <QPromise>

#include <memory>

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

/// An object of this thread that lives as long as the thread.
inline QObject *ofThisThread()
{
    static thread_local QObject object;
    return &object;
}

/// What `use(const T &)` makes of the result of `future`, in this thread, which must
/// have an event loop. In place of QFuture::then(), which up to Qt 6.5 can run a
/// continuation twice when another thread finishes the future as it is attached.
template <typename T, typename Use>
auto mapped(const QFuture<T> &future, Use use) -> QFuture<std::invoke_result_t<Use, const T &>>
{
    const auto promise = std::make_shared<QPromise<std::invoke_result_t<Use, const T &>>>();
    promise->start();
    whenDone(ofThisThread(), future, [promise, use = std::move(use)](const T &result) {
        promise->addResult(use(result));
        promise->finish();
    });
    return promise->future();
}

/// The same with a `use` that takes its time, too: its future is what comes of both.
template <typename T, typename Use>
auto chained(const QFuture<T> &future, Use use) -> std::invoke_result_t<Use, const T &>
{
    using Last = decltype(use(future.result()).result());
    const auto promise = std::make_shared<QPromise<Last>>();
    promise->start();
    whenDone(ofThisThread(), future, [promise, use = std::move(use)](const T &result) {
        whenDone(ofThisThread(), use(result), [promise](const Last &last) {
            promise->addResult(last);
            promise->finish();
        });
    });
    return promise->future();
}

/// The result, waited for in an event loop of its own: for a thread that has nothing else to do.
template <typename T>
T awaited(const QFuture<T> &future)
{
    QEventLoop loop;
    QFutureWatcher<T> watcher;
    QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(future);
    if (!future.isFinished())
        loop.exec();
    return future.result();
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
