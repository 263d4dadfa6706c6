// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stopsignals.h"

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

namespace hub {
namespace {

int wire[2] = {-1, -1}; // the only thing that a signal handler may touch

void onSignal(int number)
{
    std::signal(number, SIG_DFL);
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(wire[0], &byte, 1);
}

} // namespace

StopSignals::StopSignals(std::function<void()> stop)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, wire) != 0)
        qFatal("no socket pair for signals");
    m_notifier = std::make_unique<QSocketNotifier>(wire[1], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [stop = std::move(stop), this] {
        m_notifier->setEnabled(false);
        stop();
    });
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        std::signal(number, onSignal);
}

StopSignals::~StopSignals()
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    ::close(wire[0]);
    ::close(wire[1]);
}

} // namespace hub
