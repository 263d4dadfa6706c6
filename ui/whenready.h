// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QFutureWatcher>

namespace hub::ui {

/// Calls `then(outcome)` in the event loop of `context` once the future has its answer,
/// never before this function returns; not at all when `context` has gone meanwhile or
/// the answer will never come. (QFuture::then() of Qt 6.4 calls into a context that is
/// no longer there.)
template <typename Outcome, typename Then>
void whenReady(const QFuture<Outcome> &future, QObject *context, Then then)
{
    auto *watcher = new QFutureWatcher<Outcome>(context);
    QObject::connect(watcher, &QFutureWatcherBase::finished, context, [watcher, then = std::move(then)]() mutable {
        watcher->deleteLater();
        if (!watcher->isCanceled())
            then(watcher->result());
    });
    watcher->setFuture(future);
}

} // namespace hub::ui
