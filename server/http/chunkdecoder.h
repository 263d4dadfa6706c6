// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/parser.h"

namespace hub::http {

/// Joins a body sent in chunks (RFC 9112 section 7.1), fed with whatever pieces the
/// network makes of it. Extensions and trailers are read within bounds and thrown
/// away.
class ChunkDecoder
{
public:
    explicit ChunkDecoder(qint64 maxBody = 0)
        : m_maxBody(maxBody)
    { }

    /// Takes bytes off the front of `in`; says how many. The rest is needed again
    /// with the next bytes, or belongs to the next request when the body is complete.
    qsizetype feed(QByteArrayView in);

    bool isComplete() const { return m_state == State::Complete; }
    const std::optional<Refusal> &refusal() const { return m_refusal; }
    const QByteArray &body() const { return m_body; }
    QByteArray takeBody() { return std::exchange(m_body, {}); }

private:
    enum class State : quint8 { Size, Data, DataEnd, Trailer, Complete };

    qsizetype takeData(QByteArrayView in);
    void takeLine(QByteArrayView line);
    void takeSize(QByteArrayView line);
    void refuse(int status, const QString &message) { m_refusal = Refusal {status, message}; }
    qsizetype longestLine() const;

    qint64 m_maxBody;
    State m_state = State::Size;
    qint64 m_left = 0; ///< of the current chunk
    qsizetype m_trailerBytes = 0;
    QByteArray m_body;
    std::optional<Refusal> m_refusal;
};

} // namespace hub::http
