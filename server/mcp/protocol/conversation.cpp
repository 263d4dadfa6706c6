// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/conversation.h"

#include <QThread>

#include <limits>

namespace hub::mcp {

/// All but the flag is used in the channel's thread only.
struct Conversation::State {
    std::shared_ptr<Channel> channel;
    Terms terms;
    Ask ask;
    std::atomic<bool> isOver = false;
    double told = -std::numeric_limits<double>::infinity();

    void progress(double done, std::optional<double> total, const QString &message)
    {
        if (done <= told)
            return;
        told = done;
        QJsonObject params {{u"progressToken"_s, terms.progressToken}, {u"progress"_s, done}};
        if (total)
            params.insert(u"total"_s, *total);
        if (!message.isEmpty())
            params.insert(u"message"_s, message);
        channel->send(notificationMessage(u"notifications/progress"_s, params));
    }
};

Conversation::Conversation(std::shared_ptr<Channel> channel, Terms terms, Ask ask)
    : m_state(std::make_shared<State>())
{
    m_state->channel = std::move(channel);
    m_state->terms = std::move(terms);
    m_state->ask = std::move(ask);
}

const Terms &Conversation::terms() const
{
    static const Terms none;
    return m_state ? m_state->terms : none;
}

/// In the channel's thread, at once when that is the caller's.
void Conversation::tell(std::function<void(State &)> what) const
{
    if (!m_state || m_state->isOver)
        return;
    QMetaObject::invokeMethod(m_state->channel.get(), [state = m_state, what = std::move(what)] {
        if (!state->isOver)
            what(*state);
    });
}

void Conversation::progress(double done, std::optional<double> total, const QString &message) const
{
    if (wantsProgress())
        tell([=](State &state) { state.progress(done, total, message); });
}

void Conversation::pulse() const
{
    constexpr double step = 0.001; // less than any progress that a call tells itself
    if (wantsProgress())
        tell([](State &state) { state.progress(std::max(state.told, 0.0) + step, {}, {}); });
}

void Conversation::log(LogLevel level, const QString &logger, const QJsonValue &data) const
{
    if (!terms().logLevel || level < *terms().logLevel)
        return;
    const QJsonObject params {{u"level"_s, toString(level)}, {u"logger"_s, logger}, {u"data"_s, data}};
    tell([params](State &state) { state.channel->send(notificationMessage(u"notifications/message"_s, params)); });
}

void Conversation::header(const QByteArray &name, const QByteArray &value) const
{
    tell([=](State &state) { state.channel->setHeader(name, value); });
}

void Conversation::ask(
    const QString &capability, const QString &method, const QJsonObject &params, const Answer &answer) const
{
    if (!m_state || !m_state->ask) {
        answer(RpcError {code::invalidRequest, u"This connection takes no requests of the server"_s});
        return;
    }
    if (!terms().capabilities.contains(capability)) {
        answer(missingCapability(capability));
        return;
    }
    tell([=](State &state) { state.ask(method, params, answer); });
}

void Conversation::interrupt() const
{
    tell([](State &state) { state.channel->interrupt(); });
}

void Conversation::close() const
{
    if (m_state)
        m_state->isOver = true;
}

RpcError missingCapability(const QString &capability)
{
    return {code::missingCapability, u"This needs the client's capability "_s + capability,
        {{u"requiredCapabilities"_s, QJsonObject {{capability, QJsonObject()}}}}};
}

} // namespace hub::mcp
