// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace hub {

/// Calls back, in the event loop of the thread that made it, when the process is
/// asked to stop (SIGTERM, SIGINT, SIGHUP). One per process. A second signal ends
/// the process at once, so that a hub that hangs can still be stopped by hand.
class StopSignals
{
public:
    explicit StopSignals(std::function<void()> stop);
    ~StopSignals();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace hub
