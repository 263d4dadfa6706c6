// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/offers.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace hub::mcp {

/// One request, free of the era and the transport it came by.
struct Call {
    QString method;
    QJsonObject params;
    QJsonValue id; ///< unique within `scope`
    QString scope; ///< a session, or a single request
    Principal caller;
    Conversation conversation {};
    SessionControl *session = nullptr; ///< none: the caller has no session
};

/// Carries out the requests that every era has: one table of methods. What differs
/// between the eras happens before and after. Server's thread.
class Dispatcher final : public QObject
{
public:
    explicit Dispatcher(const Offers &offers, QObject *parent = nullptr);

    const Offers &offers() const { return m_offers; }
    static bool knows(const QString &method);

    /// Answers once, now or later, unless the dispatcher goes before. The method must
    /// be known. A resource that does not exist has code::resourceNotFound.
    void request(const Call &call, const Answer &answer);
    /// Takes back a running call: it is answered with code::cancelled at once.
    void cancel(const QString &scope, const QJsonValue &id);

private:
    using Method = void (Dispatcher::*)(const Call &, const Answer &);
    static Method find(const QString &name);

    void listTools(const Call &call, const Answer &answer);
    void callTool(const Call &call, const Answer &answer);
    void listResources(const Call &call, const Answer &answer);
    void listResourceTemplates(const Call &call, const Answer &answer);
    void readResource(const Call &call, const Answer &answer);
    void listPrompts(const Call &call, const Answer &answer);
    void getPrompt(const Call &call, const Answer &answer);
    void complete(const Call &call, const Answer &answer);
    void pulse();

    struct Running {
        Cancellation cancellation {};
        Conversation conversation {};
        Answer answer;
    };
    using RunningCall = std::pair<QString, QByteArray>; ///< scope and request id

    const Offers m_offers;
    QHash<RunningCall, std::shared_ptr<Running>> m_running;
    QTimer m_pulse; ///< while a call runs whose client wants to hear of its progress
};

} // namespace hub::mcp
