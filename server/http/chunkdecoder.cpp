// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/chunkdecoder.h"

namespace hub::http {
namespace {

constexpr qsizetype longestSizeLine = 256; // room for extensions that nobody uses
constexpr qsizetype longestTrailer = 8192;

} // namespace

qsizetype ChunkDecoder::longestLine() const
{
    switch (m_state) {
    case State::DataEnd: return 1; // a lone CR
    case State::Trailer: return longestTrailer;
    default: return longestSizeLine;
    }
}

qsizetype ChunkDecoder::feed(QByteArrayView in)
{
    qsizetype used = 0;
    while (!isComplete() && !m_refusal) {
        if (m_state == State::Data) {
            used += takeData(in.sliced(used));
            if (m_state == State::Data)
                break;
        }
        const auto rest = in.sliced(used);
        const auto end = rest.indexOf("\r\n");
        if (end < 0) {
            if (rest.size() > longestLine())
                refuse(400, u"A line between the chunks of the body has no end"_s);
            break;
        }
        used += end + 2;
        takeLine(rest.first(end));
    }
    return used;
}

qsizetype ChunkDecoder::takeData(QByteArrayView in)
{
    const auto taken = std::min<qsizetype>(m_left, in.size());
    m_body.append(in.first(taken));
    m_left -= taken;
    if (m_left == 0)
        m_state = State::DataEnd;
    return taken;
}

void ChunkDecoder::takeLine(QByteArrayView line)
{
    switch (m_state) {
    case State::DataEnd:
        if (!line.isEmpty())
            refuse(400, u"A chunk of the body is longer than its size says"_s);
        m_state = State::Size;
        return;
    case State::Size: return takeSize(line);
    default: break;
    }
    m_trailerBytes += line.size() + 2;
    if (line.isEmpty())
        m_state = State::Complete;
    else if (m_trailerBytes > longestTrailer)
        refuse(431, u"The trailers of the body are longer than %1 bytes"_s.arg(longestTrailer));
}

void ChunkDecoder::takeSize(QByteArrayView line)
{
    const auto extension = line.indexOf(';');
    const auto size = parseNumber(extension < 0 ? line : line.first(extension).trimmed(), 16, 8);
    if (!size || line.size() > longestSizeLine)
        return refuse(400, u"The size of a chunk of the body is malformed"_s);
    if (m_body.size() + *size > m_maxBody)
        return refuse(413, u"The body is longer than %1 bytes"_s.arg(m_maxBody));
    m_left = *size;
    m_state = m_left > 0 ? State::Data : State::Trailer;
}

} // namespace hub::http
