// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/reply.h"
#include "server/mcp/protocol/offers.h"
#include "server/mcp/protocol/resourcewatch.h"

namespace hub::mcp {

/// The streams of `subscriptions/listen` (2026-07-28): each says first what it will
/// tell of, then tells of nothing else. Server's thread.
class Listeners final : public QObject
{
public:
    Listeners(const Offers &offers, ResourceWatch &watch, QObject *parent = nullptr);

    /// Answers a request with a stream. Its error is one for HTTP.
    void add(const Message &message, const Principal &caller, const http::Reply &reply);
    /// `list` is "tools", "prompts" or "resources".
    void listChanged(const QString &list);
    void endOf(const QString &keyId); ///< those of one key; empty: of the master key
    void endAll();                    ///< each with its result, as the protocol wants it at a proper end
    qsizetype count() const { return m_open.size(); }

private:
    struct Listener {
        QString keyId;
        QJsonValue id; ///< of the request, and so of the subscription
        QJsonObject heard;
        http::EventStream stream;
    };

    struct Asked {
        Message message;
        QString keyId;
        http::Reply reply;
    };
    void open(const QString &name, const Asked &asked, const QJsonObject &heard);
    void end(const QString &name, const Listener &listener);
    void send(const Listener &listener, const QString &method, QJsonObject params);

    const Offers m_offers;
    ResourceWatch &m_watch;
    QHash<QString, Listener> m_open; ///< by a name of ours: ids are the clients' and may be alike
    quint64 m_named = 0;
};

} // namespace hub::mcp
