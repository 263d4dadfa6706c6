// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QThread>

#include <atomic>
#include <chrono>
#include <memory>

namespace hub {

class Hub;

/// The hub on the network of this computer: MCP at /mcp and /health, on the
/// addresses and the port of ServerSettings, in a thread of its own. All functions
/// may be called from one thread at a time; they wait for that thread.
class Server
{
public:
    /// `hub` must live longer.
    explicit Server(Hub &hub);
    ~Server(); ///< stops at once if it still runs

    /// Returns "http://127.0.0.1:PORT", or what the settings make of it, when it answers. Fails when a setting breaks a
    /// rule or when the port is in use; may then be called again.
    Result<QString> start();

    /// Accepts no more, lets calls that are running finish for up to `grace`, then
    /// closes everything. Does nothing when not running.
    void stop(std::chrono::milliseconds grace = std::chrono::seconds(10));

    quint16 port() const { return m_port.load(); } ///< 0 while not running

private:
    class Worker;

    Hub &m_hub;
    QThread m_thread;
    std::unique_ptr<Worker> m_worker; ///< lives in m_thread
    std::atomic<quint16> m_port = 0;
};

} // namespace hub
