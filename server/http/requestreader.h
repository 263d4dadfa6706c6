// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/chunkdecoder.h"

class QIODevice;

namespace hub::http {

/// Takes one request after another from the bytes of a connection: first the head,
/// then, when it has been admitted, the body. Holds no more than the limits allow.
class RequestReader
{
public:
    enum class Progress : quint8 {
        Nothing, ///< not a byte of a request yet
        Partial,
        Complete,
        Refused, ///< see refusal()
    };

    explicit RequestReader(const Limits &limits)
        : m_limits(limits)
    { }

    Progress readHead(QIODevice &from);
    /// Before readBody(): how many bytes the body may have.
    void expectBody(qint64 limit);
    Progress readBody(QIODevice &from);

    /// Complete with its head; the body is added by readBody().
    Request &request() { return m_head.request; }
    const Request &request() const { return m_head.request; }
    const Framing &framing() const { return m_head.framing; }
    const Refusal &refusal() const { return m_refusal; }
    /// Bytes of the body held so far.
    qint64 bodySize() const;
    void dropBody();
    /// Has bytes that came after what it was asked for.
    bool hasMore() const { return !m_in.isEmpty(); }

private:
    Progress takeHead();
    Progress refuse(Refusal refusal);
    bool takeSized(QIODevice &from);
    Progress takeChunked(QIODevice &from);
    void skipBlankLines();

    const Limits &m_limits;
    QByteArray m_in;
    Head m_head;
    ChunkDecoder m_chunks;
    Refusal m_refusal;
};

} // namespace hub::http
