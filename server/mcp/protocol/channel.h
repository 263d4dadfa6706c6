// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/jsonrpc.h"

#include <QObject>

#include <memory>

namespace hub::mcp {

/// The way back of what one client sent at once: one request, or a batch. Lives in
/// the server's thread; does nothing once every request is answered or the client
/// is gone.
class Channel : public QObject
{
public:
    using QObject::QObject;

    /// Whether anything but the answer can reach the client.
    virtual bool maySend() const { return true; }
    /// A notification, or a request of ours, that goes ahead of the answer.
    virtual void send(const QJsonObject &message) = 0;
    /// The response to one request; the last one completes the channel.
    virtual void answer(const QJsonValue &id, const Outcome &outcome) = 0;
    /// Goes beside the answer, where the transport has headers and has not sent them yet.
    virtual void setHeader(const QByteArray &, const QByteArray &) { }
    /// Hangs up so that the client comes back for the rest, where the transport lets
    /// it (2025-11-25, "polling").
    virtual void interrupt() { }
};

/// A channel that may be let go of in any thread.
template <typename T, typename... Args>
std::shared_ptr<T> makeChannel(Args &&...args)
{
    return {std::make_unique<T>(std::forward<Args>(args)...).release(), [](QObject *gone) { gone->deleteLater(); }};
}

} // namespace hub::mcp
