// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/router.h"
#include "server/mcp/protocol/legacyera.h"

namespace hub::mcp {

/// HTTP with server-sent events as 2024-11-05 defined it and as old clients still
/// speak it: GET /sse opens a stream, whose first event names the address to POST
/// messages to; their answers come over the stream. The session lives as long as the
/// stream. The address holds a token of the stream, so that a client that can send no
/// headers needs its key for /sse alone; it is good only while the stream is open and
/// the key that opened it is still valid. Server's thread.
class SseTransport final : public QObject
{
public:
    /// `gatekeeper` is asked again for the opening request at each message, which counts
    /// as one of the stream's key.
    SseTransport(LegacyEra &era, SessionCache &sessions, SessionStreams &streams, http::Gatekeeper gatekeeper,
        QObject *parent = nullptr);

    void addRoutes(http::Router &router);

private:
    struct Open {
        http::Request opening;
        Session session;
        QByteArray stream; ///< its name
    };

    void open(const http::Request &request, const http::Reply &reply);
    void start(const http::Request &request, const http::Reply &reply, const Session &session);
    void post(const http::Request &request, const http::Reply &reply);
    void initialize(const QByteArray &token, const Message &message, const Principal &caller);
    void carryOut(const QByteArray &token, const Payload &payload, const Principal &caller);
    void answer(const QByteArray &token, const QJsonValue &id, const Outcome &outcome);
    void drop(const QByteArray &token);

    class StreamChannel;

    LegacyEra &m_era;
    SessionCache &m_sessions;
    SessionStreams &m_streams;
    const http::Gatekeeper m_gatekeeper;
    QHash<QByteArray, Open> m_open; ///< by token
};

} // namespace hub::mcp
