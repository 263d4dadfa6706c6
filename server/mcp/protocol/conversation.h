// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"
#include "server/mcp/protocol/channel.h"

#include <memory>

namespace hub::mcp {

/// The levels of RFC 5424, which MCP uses for logging.
enum class LogLevel : quint8 { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency };

} // namespace hub::mcp

template <>
struct hub::EnumNames<hub::mcp::LogLevel> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"});
};

namespace hub::mcp {

/// What a request says of the talk beside its answer.
struct Terms {
    QJsonValue progressToken {QJsonValue::Undefined}; ///< undefined: no progress is wanted
    std::optional<LogLevel> logLevel {};              ///< the least to tell; none: nothing at all
    QJsonObject capabilities {};                      ///< what the client can do
    QJsonObject inputResponses {};                    ///< from 2026-07-28 on: the answers to our input requests
    std::optional<QString> state {};                  ///< what we gave along with them
};

/// What a running call may say to its client before the answer. Copyable, usable
/// from any thread, harmless once the call is answered or the client is gone.
class Conversation
{
public:
    /// Sends a request of ours to the client. None: the era has no such requests.
    using Ask = std::function<void(const QString &method, const QJsonObject &params, const Answer &answer)>;

    Conversation() = default; ///< nobody listens
    Conversation(std::shared_ptr<Channel> channel, Terms terms, Ask ask = {});

    const Terms &terms() const;
    bool wantsProgress() const { return !terms().progressToken.isUndefined(); }

    /// Told only when it was asked for and is more than what was told before.
    void progress(double done, std::optional<double> total = {}, const QString &message = {}) const;
    /// A sign of life of a call that tells no progress itself: a little more each time.
    void pulse() const;
    void log(LogLevel level, const QString &logger, const QJsonValue &data) const;
    /// A header for the answer, where the transport can still send one.
    void header(const QByteArray &name, const QByteArray &value) const;
    /// `answer` is called once, in the server's thread; with an error when the client
    /// has not declared `capability`, or when the era has no requests of the server.
    void ask(const QString &capability, const QString &method, const QJsonObject &params, const Answer &answer) const;
    void interrupt() const;
    /// The call is answered: from now on nothing is sent.
    void close() const;

private:
    struct State;

    void tell(std::function<void(State &)> what) const;

    std::shared_ptr<State> m_state;
};

/// A request's refusal for want of a capability of the client, as 2026-07-28 words it.
RpcError missingCapability(const QString &capability);

} // namespace hub::mcp
