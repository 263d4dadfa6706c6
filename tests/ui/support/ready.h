// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFuture>
#include <QPromise>

/// A future that has its answer already.
template <typename T>
QFuture<hub::Result<T>> ready(hub::Result<T> result)
{
    QPromise<hub::Result<T>> promise;
    promise.start();
    promise.addResult(std::move(result));
    promise.finish();
    return promise.future();
}

template <typename T>
QFuture<hub::Result<T>> ready(T value)
{
    return ready(hub::Result<T>(std::move(value)));
}
