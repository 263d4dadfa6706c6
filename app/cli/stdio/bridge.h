// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/stdio/eventreader.h"
#include "app/cli/stdio/hubfinder.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace hub::stdio {

/// Carries MCP between standard input and output and a hub over HTTP, both eras as they
/// come. A hub that goes away is waited for and, if wanted, started; the handshake of a
/// session that it no longer knows is repeated without the client's help; a call without
/// an answer is sent again if it does no harm twice, else answered with an error.
class Bridge final : public QObject
{
public:
    struct Ends {
        std::function<void(const QByteArray &line)> write; ///< to the client, without line break
        std::function<void()> finished;                    ///< all that was asked before the end is answered
    };

    Bridge(HubFinder finder, Ends ends);

    void receive(const QByteArray &line);
    /// The client says no more. Running calls are given five seconds.
    void endInput();

private:
    struct Sent; ///< one POST on its way

    void take(const QJsonObject &message, const QByteArray &body);
    void cancel(const QJsonObject &message);
    void send(const std::shared_ptr<Sent> &sent);
    void post(const std::shared_ptr<Sent> &sent, const HubAddress &hub);
    void knock(const std::shared_ptr<Sent> &sent, const HubAddress &hub);
    static bool isForgotten(const Sent &sent, const HubAddress &hub);
    void waitForHub(const std::shared_ptr<Sent> &sent);
    void onData(const std::shared_ptr<Sent> &sent, QNetworkReply *reply);
    void onFinished(const std::shared_ptr<Sent> &sent, QNetworkReply *reply);
    void onStatus(const std::shared_ptr<Sent> &sent, int status, const QByteArray &body);
    void goOnReading(const std::shared_ptr<Sent> &sent);
    void greetAgain(const std::shared_ptr<Sent> &sent);
    void greeted(const std::shared_ptr<Sent> &sent, const QJsonObject &answer);
    void listen();
    void deliver(const std::shared_ptr<Sent> &sent, const QByteArray &message);
    void fail(const std::shared_ptr<Sent> &sent, const QString &why);
    void done(const std::shared_ptr<Sent> &sent);
    void finishIfQuiet();
    QNetworkRequest request(const HubAddress &hub, const Sent &sent) const;

    HubFinder m_finder;
    const Ends m_ends;
    QNetworkAccessManager m_network;
    QList<std::shared_ptr<Sent>> m_running;
    QList<std::shared_ptr<Sent>> m_held; ///< until the handshake is over
    QByteArray m_session;
    QByteArray m_version;  ///< negotiated
    QByteArray m_greeting; ///< the client's own `initialize`
    bool m_isGreeting = false;
    bool m_isListening = false;
    bool m_hasEnded = false;
};

} // namespace hub::stdio
