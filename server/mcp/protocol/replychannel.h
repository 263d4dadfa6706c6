// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/reply.h"
#include "server/mcp/protocol/channel.h"
#include "server/mcp/protocol/sessionstreams.h"

#include <QJsonArray>
#include <QPointer>

namespace hub::mcp {

/// The answer to one request of the era without sessions: one JSON object with a
/// fitting status, or, once something had to be said first, an event stream.
class ReplyChannel final : public Channel
{
public:
    explicit ReplyChannel(http::Reply reply);

    void send(const QJsonObject &message) override;
    void answer(const QJsonValue &id, const Outcome &outcome) override;
    void setHeader(const QByteArray &name, const QByteArray &value) override { m_extra += {name, value}; }

private:
    const http::Reply m_reply;
    http::Headers m_extra;
    std::optional<http::EventStream> m_stream;
    bool m_isAnswered = false;
};

/// The answer to one POST within a session. Becomes an event stream when something is
/// said before the answer, when the client accepts nothing else, or when it wants to
/// hear of progress; then the client may come back for the rest after its connection
/// broke.
class SessionChannel final : public Channel
{
public:
    struct Form {
        QString sessionId;
        qsizetype requests = 1; ///< to be answered
        bool isBatch = false;
        bool mayStream = true; ///< the client accepts events
        bool asEvents = false; ///< from the beginning
        bool isPrimed = false; ///< the client understands priming events
    };

    /// `headers` is asked for what the answer carries beside, when it begins and, if it
    /// is a stream, once more when it is complete.
    SessionChannel(http::Reply reply, SessionStreams &streams, Form form, std::function<http::Headers()> headers);

    bool maySend() const override { return m_form.mayStream; }
    void send(const QJsonObject &message) override;
    void answer(const QJsonValue &id, const Outcome &outcome) override;
    void setHeader(const QByteArray &name, const QByteArray &value) override { m_extra += {name, value}; }
    void interrupt() override;

private:
    bool openStream();

    const http::Reply m_reply;
    const QPointer<SessionStreams> m_streams;
    const Form m_form;
    const std::function<http::Headers()> m_headers;
    qsizetype m_missing;
    http::Headers m_extra;
    QJsonArray m_answers; ///< while it is not a stream
    QByteArray m_stream;  ///< its name; empty: none
};

} // namespace hub::mcp
