// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/modelfile.h"

#include <QFloat16>
#include <QSysInfo>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hub {
namespace {

constexpr auto magic = QByteArrayView("E5S1");
constexpr quint32 knownVersion = 1;

Error damaged(const QString &why) { return {ErrorCode::Storage, u"The model's file cannot be used: "_s + why}; }

} // namespace

/// Reads numbers one after another; after the end of the file everything is zero
/// and isBeyond() is true.
class ModelFile::Reader
{
public:
    explicit Reader(std::span<const uchar> bytes)
        : m_bytes(bytes)
    { }

    std::span<const uchar> take(quint64 count)
    {
        if (m_isBeyond || count > m_bytes.size() - m_at) {
            m_isBeyond = true;
            return {};
        }
        const auto taken = m_bytes.subspan(m_at, size_t(count));
        m_at += size_t(count);
        return taken;
    }
    template <typename Number>
    Number number()
    {
        const auto taken = take(sizeof(Number));
        return taken.empty() ? Number() : qFromLittleEndian<Number>(taken.data());
    }
    float real()
    {
        const auto bits = number<quint32>();
        float value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    bool isBeyond() const { return m_isBeyond; }

private:
    std::span<const uchar> m_bytes;
    size_t m_at = 0;
    bool m_isBeyond = false;
};

Result<std::unique_ptr<ModelFile>> ModelFile::open(const QString &path)
{
    if (QSysInfo::ByteOrder != QSysInfo::LittleEndian)
        return damaged(u"it is for little-endian machines"_s);
    std::unique_ptr<ModelFile> file(new ModelFile);
    file->m_file.setFileName(path);
    if (!file->m_file.open(QIODevice::ReadOnly))
        return damaged(file->m_file.errorString());
    const auto size = file->m_file.size();
    const auto *mapped = size > 0 ? file->m_file.map(0, size) : nullptr;
    if (!mapped)
        return damaged(u"it is empty or cannot be mapped"_s);
    file->m_bytes = {mapped, size_t(size)};
    HUB_CHECK(file->readAll());
    return file;
}

Result<void> ModelFile::readAll()
{
    Reader reader(m_bytes);
    const auto name = reader.take(size_t(magic.size()));
    if (name.empty() || std::memcmp(name.data(), magic.data(), name.size()) != 0)
        return damaged(u"it has another format"_s);
    if (const auto version = reader.number<quint32>(); version != knownVersion)
        return damaged(u"its format has version %1"_s.arg(version));
    HUB_CHECK(readShape(reader));
    HUB_CHECK(readVocabulary(reader, m_textBytes));
    HUB_CHECK(readReplacements(reader));
    return readDirectory(reader);
}

Result<void> ModelFile::readShape(Reader &reader)
{
    constexpr int most = 1 << 20;
    auto &s = m_shape;
    int types = 0;
    int block = 0;
    const auto read = [&](std::initializer_list<int *> members) {
        for (auto *member : members)
            *member = int(std::min<quint32>(reader.number<quint32>(), most));
    };
    read({&s.width, &s.layers, &s.heads, &s.inner, &s.words, &s.positions, &types});
    s.epsilon = reader.real();
    read({&block, &s.pieces, &s.begin, &s.end, &s.padding, &s.unknown});
    m_textBytes = reader.number<quint32>();
    reader.number<quint32>(); // always zero so far
    if (reader.isBeyond())
        return damaged(u"it ends too early"_s);
    const auto fits
        = [](int number, int step, int limit) { return number > 0 && number % step == 0 && number <= limit; };
    const bool isPlausible = block == blockNumbers && fits(s.width, blockNumbers, 4096)
        && fits(s.inner, blockNumbers, 8192) && fits(s.layers, 1, 64) && fits(s.heads, 1, s.width)
        && s.width % s.heads == 0 && fits(s.words, 1, most - 1) && s.positions > 2 && s.positions <= 8192 && types > 0
        && s.epsilon >= 0 && s.epsilon < 1 && s.pieces > 0 && s.pieces <= s.words
        && std::max({s.begin, s.end, s.padding, s.unknown}) < s.pieces;
    return isPlausible ? Result<void>() : damaged(u"its sizes make no sense"_s);
}

Result<void> ModelFile::readVocabulary(Reader &reader, quint32 textBytes)
{
    const auto count = size_t(m_shape.pieces);
    const auto starts = reader.take((count + 1) * sizeof(quint32));
    const auto scores = reader.take(count * sizeof(float));
    m_text = reader.take(textBytes);
    if (reader.isBeyond())
        return damaged(u"it ends too early"_s);
    m_ends.resize(count + 1);
    m_scores.resize(count);
    std::memcpy(m_ends.data(), starts.data(), starts.size());
    std::memcpy(m_scores.data(), scores.data(), scores.size());
    const bool areOrdered = m_ends.front() == 0 && m_ends.back() == textBytes && std::ranges::is_sorted(m_ends);
    const bool areFinite = std::ranges::all_of(m_scores, [](float score) { return std::isfinite(score); });
    return areOrdered && areFinite ? Result<void>() : damaged(u"its vocabulary is broken"_s);
}

Result<void> ModelFile::readReplacements(Reader &reader)
{
    const auto count = reader.number<quint32>();
    reader.number<quint32>(); // bytes of the table; every entry has its length
    for (quint32 i = 0; i < count && !reader.isBeyond(); ++i) {
        const auto character = char32_t(reader.number<quint32>());
        const auto length = reader.number<quint8>();
        QString text;
        for (int k = 0; k < length && !reader.isBeyond(); ++k) {
            const auto c = char32_t(reader.number<quint32>());
            if (c > 0x10FFFF)
                return damaged(u"its table of characters is broken"_s);
            text += QString::fromUcs4(&c, 1);
        }
        m_replacements.insert(character, text);
    }
    return reader.isBeyond() ? damaged(u"it ends too early"_s) : Result<void>();
}

Result<void> ModelFile::readDirectory(Reader &reader)
{
    const auto count = reader.number<quint32>();
    for (quint32 i = 0; i < count && !reader.isBeyond(); ++i) {
        const auto name = reader.take(reader.number<quint16>());
        const auto kind = reader.number<quint8>();
        Table table {.isInBlocks = kind == 1, .count = reader.number<quint32>(), .bytes = {}};
        const auto offset = reader.number<quint64>();
        const auto size = reader.number<quint64>();
        if (reader.isBeyond())
            break;
        const quint64 expected = table.isInBlocks ? quint64(table.count) / blockNumbers * blockBytes
                                                  : quint64(table.count) * sizeof(float);
        if (kind > 1 || size != expected || offset > m_bytes.size() || size > m_bytes.size() - offset)
            return damaged(u"a table lies beside it"_s);
        table.bytes = m_bytes.subspan(size_t(offset), size_t(size));
        m_tables.insert(QString::fromUtf8(reinterpret_cast<const char *>(name.data()), qsizetype(name.size())), table);
    }
    return reader.isBeyond() ? damaged(u"it ends too early"_s) : Result<void>();
}

QByteArrayView ModelFile::piece(int id) const
{
    const auto begin = m_ends[size_t(id)];
    return {m_text.data() + begin, qsizetype(m_ends[size_t(id) + 1] - begin)};
}

const QString *ModelFile::replacement(char32_t character) const
{
    const auto found = m_replacements.constFind(character);
    return found == m_replacements.cend() ? nullptr : &*found;
}

Result<ModelFile::Table> ModelFile::table(const QString &name, qsizetype count) const
{
    const auto found = m_tables.constFind(name);
    if (found == m_tables.cend() || qsizetype(found->count) != count)
        return damaged(u"the table %1 is missing or has another size"_s.arg(name));
    return *found;
}

Result<std::vector<float>> ModelFile::numbers(const QString &name, qsizetype count) const
{
    HUB_TRY(found, table(name, count));
    std::vector<float> numbers(static_cast<size_t>(count));
    if (found.isInBlocks && count % blockNumbers == 0)
        expandBlocks(found.bytes, numbers.data());
    else if (!found.isInBlocks)
        std::memcpy(numbers.data(), found.bytes.data(), found.bytes.size());
    const bool areFinite = std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); });
    return areFinite ? Result<std::vector<float>>(std::move(numbers)) : damaged(u"the table %1 is broken"_s.arg(name));
}

Result<std::span<const uchar>> ModelFile::blocks(const QString &name, qsizetype rows, qsizetype columns) const
{
    HUB_TRY(found, table(name, rows * columns));
    if (!found.isInBlocks || columns % blockNumbers != 0)
        return damaged(u"the table %1 is not in blocks"_s.arg(name));
    return found.bytes;
}

void expandBlocks(std::span<const uchar> blocks, float *out)
{
    constexpr int half = ModelFile::blockNumbers / 2;
    for (size_t at = 0; at + ModelFile::blockBytes <= blocks.size(); at += ModelFile::blockBytes) {
        qfloat16 stored;
        std::memcpy(&stored, blocks.data() + at, sizeof stored);
        const auto scale = float(stored);
        const auto *pairs = blocks.data() + at + sizeof stored;
        for (int i = 0; i < half; ++i) {
            out[i] = float((pairs[i] & 0x0F) - 8) * scale;
            out[i + half] = float((pairs[i] >> 4) - 8) * scale;
        }
        out += ModelFile::blockNumbers;
    }
}

} // namespace hub
