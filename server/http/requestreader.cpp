// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/requestreader.h"

#include <QIODevice>

namespace hub::http {
namespace {

constexpr QByteArrayView emptyLine = "\r\n\r\n";
constexpr qint64 readStep = 64 * 1024;
constexpr qint64 reservedAtOnce = 1024 * 1024; // a client that promises more must deliver first

} // namespace

RequestReader::Progress RequestReader::readHead(QIODevice &from)
{
    m_head = {};
    for (;;) {
        m_in += from.read(std::max<qint64>(1, m_limits.head + emptyLine.size() - m_in.size()));
        skipBlankLines();
        if (m_in.isEmpty() && from.bytesAvailable() == 0)
            return Progress::Nothing;
        const auto progress = m_in.isEmpty() ? Progress::Partial : takeHead();
        if (progress != Progress::Partial || from.bytesAvailable() == 0)
            return progress;
    }
}

/// RFC 9112 section 2.2: blank lines before a request are tolerated.
void RequestReader::skipBlankLines()
{
    const auto start = std::find_if(m_in.cbegin(), m_in.cend(), [](char c) { return c != '\r' && c != '\n'; });
    m_in.remove(0, start - m_in.cbegin());
}

RequestReader::Progress RequestReader::takeHead()
{
    if (!isToken(QByteArrayView(m_in).first(1)))
        return refuse({400, u"This is not HTTP; the address begins with http://"_s});
    const auto end = m_in.indexOf(emptyLine);
    if (end < 0 || end > m_limits.head) {
        const auto line = m_in.indexOf("\r\n");
        if ((line < 0 ? m_in.size() : line) > m_limits.requestLine)
            return refuse({414, u"The request line is longer than %1 bytes"_s.arg(m_limits.requestLine)});
        if (m_in.size() > m_limits.head)
            return refuse({431, u"The headers are longer than %1 bytes"_s.arg(m_limits.head)});
        return Progress::Partial;
    }
    auto parsed = parseHead(QByteArrayView(m_in).first(end), m_limits);
    m_in.remove(0, end + emptyLine.size());
    if (auto *refusal = std::get_if<Refusal>(&parsed))
        return refuse(std::move(*refusal));
    m_head = std::move(std::get<Head>(parsed));
    return Progress::Complete;
}

RequestReader::Progress RequestReader::refuse(Refusal refusal)
{
    m_refusal = std::move(refusal);
    return Progress::Refused;
}

void RequestReader::expectBody(qint64 limit)
{
    m_chunks = ChunkDecoder(limit);
    m_head.request.body.reserve(std::min(m_head.framing.length, reservedAtOnce));
}

RequestReader::Progress RequestReader::readBody(QIODevice &from)
{
    if (framing().isChunked)
        return takeChunked(from);
    return takeSized(from) ? Progress::Complete : Progress::Partial;
}

bool RequestReader::takeSized(QIODevice &from)
{
    auto &body = m_head.request.body;
    const auto early = std::min<qsizetype>(framing().length - body.size(), m_in.size());
    body.append(QByteArrayView(m_in).first(early));
    m_in.remove(0, early);
    body.append(from.read(framing().length - body.size()));
    return body.size() == framing().length;
}

RequestReader::Progress RequestReader::takeChunked(QIODevice &from)
{
    m_in += from.read(readStep);
    m_in.remove(0, m_chunks.feed(m_in));
    if (m_chunks.refusal())
        return refuse(*m_chunks.refusal());
    if (!m_chunks.isComplete())
        return Progress::Partial;
    m_head.request.body = m_chunks.takeBody();
    return Progress::Complete;
}

qint64 RequestReader::bodySize() const { return m_head.request.body.size() + m_chunks.body().size(); }

void RequestReader::dropBody()
{
    m_head.request.body.clear();
    m_chunks = ChunkDecoder();
}

} // namespace hub::http
