// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QTest>

namespace hub::test {

/// The result of a future that needs the event loop of this thread to be finished.
template <typename T>
T settled(const QFuture<T> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 60'000))
        qFatal("A future was not finished within a minute");
    return future.result();
}

} // namespace hub::test
