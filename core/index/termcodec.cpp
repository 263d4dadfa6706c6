// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/termcodec.h"

#include <algorithm>

namespace hub {
namespace {

constexpr qsizetype termBytes = termBits / 8;
constexpr qsizetype checksumBytes = 2;
constexpr quint32 maxSpellingBytes = maxSpelling * 3; // a UTF-16 unit takes at most three

// Layout: version, number of words, the words (5 bytes each, ascending), number of those that
// occur more than once, their positions (as distances) and counts; number of spellings, each as
// length, count and UTF-8. All numbers as LEB128, at most 32 bits. Terms are evenly spread over
// 40 bits, so coding their distances would save nothing.

void putNumber(QByteArray &out, quint32 value)
{
    for (; value >= 0x80; value >>= 7)
        out += char(value | 0x80);
    out += char(value);
}

/// Takes values off the front of `bytes`; `ok` turns false for good at the first that is not there.
struct Reader {
    QByteArrayView bytes;
    bool ok = true;

    QByteArrayView take(qsizetype size)
    {
        ok = ok && size <= bytes.size();
        if (!ok)
            return {};
        const auto taken = bytes.first(size);
        bytes = bytes.sliced(size);
        return taken;
    }

    quint32 number()
    {
        quint64 value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            const auto next = take(1);
            if (!ok)
                return 0;
            value |= quint64(static_cast<unsigned char>(next[0]) & 0x7F) << shift;
            if (!(next[0] & 0x80))
                break;
        }
        ok = ok && value <= 0xFFFFFFFFU;
        return quint32(value);
    }

    /// A number of items that take at least `itemBytes` each.
    quint32 itemCount(qsizetype itemBytes)
    {
        const auto count = number();
        ok = ok && count <= quint64(bytes.size() / itemBytes);
        return ok ? count : 0;
    }
};

void readWords(Reader &reader, std::vector<TermCount> &words)
{
    words.resize(reader.itemCount(termBytes));
    for (auto &word : words) {
        for (const char byte : reader.take(termBytes))
            word.term = word.term << 8 | static_cast<unsigned char>(byte);
        word.count = 1;
    }
    qsizetype position = -1;
    for (auto repeated = reader.itemCount(2); repeated > 0 && reader.ok; --repeated) {
        position += reader.number();
        const auto count = reader.number();
        reader.ok = reader.ok && count > 0 && position >= 0 && position < qsizetype(words.size());
        if (reader.ok)
            words[std::size_t(position)].count = count;
    }
}

void readSpellings(Reader &reader, std::vector<SpellingCount> &spellings)
{
    spellings.resize(reader.itemCount(2));
    for (auto &spelling : spellings) {
        const auto size = reader.number();
        spelling.count = reader.number();
        const auto text = reader.take(size);
        reader.ok = reader.ok && spelling.count > 0 && size > 0 && size <= maxSpellingBytes;
        spelling.text.assign(text.data(), std::size_t(text.size()));
    }
}

} // namespace

QByteArray encodeTerms(const AnalysedText &text)
{
    QByteArray out;
    out.reserve(qsizetype(16 + text.words.size() * 6 + text.spellings.size() * 10));
    putNumber(out, analysisVersion);
    putNumber(out, quint32(text.words.size()));
    for (const auto &word : text.words) {
        for (int shift = termBits - 8; shift >= 0; shift -= 8)
            out += char(word.term >> shift);
    }
    putNumber(out, quint32(std::ranges::count_if(text.words, [](const TermCount &word) { return word.count > 1; })));
    quint32 distance = 1; // from the repeated word before; the first counts from -1
    for (const auto &word : text.words) {
        if (word.count > 1) {
            putNumber(out, distance);
            putNumber(out, word.count);
            distance = 0;
        }
        ++distance;
    }
    putNumber(out, quint32(text.spellings.size()));
    for (const auto &spelling : text.spellings) {
        putNumber(out, quint32(spelling.text.size()));
        putNumber(out, spelling.count);
        out.append(spelling.text.data(), qsizetype(spelling.text.size()));
    }
    const auto checksum = qChecksum(out);
    out += char(checksum >> 8);
    out += char(checksum);
    return out;
}

std::optional<AnalysedText> decodeTerms(QByteArrayView bytes)
{
    if (bytes.size() < checksumBytes)
        return std::nullopt;
    const auto body = bytes.chopped(checksumBytes);
    const auto sum = bytes.last(checksumBytes);
    const auto stored = quint16(static_cast<unsigned char>(sum[0]) << 8 | static_cast<unsigned char>(sum[1]));
    if (qChecksum(body) != stored)
        return std::nullopt;
    Reader reader {.bytes = body};
    if (reader.number() != quint32(analysisVersion))
        return std::nullopt;
    AnalysedText text;
    readWords(reader, text.words);
    readSpellings(reader, text.spellings);
    if (!reader.ok || !reader.bytes.isEmpty())
        return std::nullopt;
    return text;
}

} // namespace hub
