// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorindex.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSaveFile>
#include <QSysInfo>
#include <QTemporaryFile>

#include <mutex>

// The file: magic, content, digest of the content. Rows are raw memory, so the
// format's name says of which kind of machine.

namespace hub {
namespace {

constexpr auto magic = "AHVECTOR"_L1;
constexpr auto digestMethod = QCryptographicHash::Blake2b_256;
constexpr qint64 digestSize = 32;
constexpr qint64 copyStep = 1 << 20;

constexpr quint8 aliveFlag = 1;
constexpr quint8 pendingFlag = 2;

QString formatName()
{
    const auto order = QSysInfo::ByteOrder == QSysInfo::LittleEndian ? u"little"_s : u"big"_s;
    return u"1 %1-bit %2-endian"_s.arg(QSysInfo::WordSize).arg(order);
}

Error doubtful(const QString &why) { return {ErrorCode::Storage, u"The saved vector index cannot be used: "_s + why}; }

Error notWritten(const QString &why) { return {ErrorCode::Storage, u"The vector index could not be saved"_s, why}; }

/// Passes on what is written to it and keeps its digest.
class DigestingFile final : public QIODevice
{
public:
    explicit DigestingFile(QIODevice &file)
        : m_file(file)
        , m_hash(digestMethod)
    {
        open(QIODevice::WriteOnly);
    }

    QByteArray digest() const { return m_hash.result(); }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        m_hash.addData(QByteArrayView(data, size));
        return m_file.write(data, size);
    }

private:
    QIODevice &m_file;
    QCryptographicHash m_hash;
};

/// Reads `bytes` bytes; fewer when the file ends.
QByteArray digestOf(QIODevice &file, qint64 bytes)
{
    QCryptographicHash hash(digestMethod);
    while (bytes > 0) {
        const auto piece = file.read(std::min(bytes, copyStep));
        if (piece.isEmpty())
            break;
        hash.addData(piece);
        bytes -= piece.size();
    }
    return hash.result();
}

/// Copies from the current position of `in` to that of `out`.
bool copyBytes(QIODevice &in, QIODevice &out, qint64 bytes)
{
    while (bytes > 0) {
        const auto piece = in.read(std::min(bytes, copyStep));
        if (piece.isEmpty() || out.write(piece) != piece.size())
            return false;
        bytes -= piece.size();
    }
    return true;
}

} // namespace

Result<void> VectorIndex::save(const QString &path) const
{
    const std::shared_lock lock(m_lock);
    QTemporaryFile graphFile(path + u".XXXXXX"_s); // the library can only write to a path
    if (m_graph && !graphFile.open())
        return notWritten(graphFile.errorString());
    if (m_graph)
        HUB_CHECK(m_graph->save(graphFile.fileName()));

    QSaveFile file(path); // reaches the disk before it takes the old file's place
    if (!file.open(QIODevice::WriteOnly))
        return notWritten(file.errorString());
    file.write(magic.data(), magic.size());
    DigestingFile content(file);
    QDataStream out(&content);
    HUB_CHECK(writeTo(out, m_graph ? graphFile.fileName() : QString()));
    if (file.write(content.digest()) != digestSize || !file.commit())
        return notWritten(file.errorString());
    return {};
}

Result<void> VectorIndex::writeTo(QDataStream &out, const QString &graphPath) const
{
    QFile graph(graphPath);
    if (!graphPath.isEmpty() && !graph.open(QIODevice::ReadOnly))
        return notWritten(graph.errorString());
    out.setVersion(QDataStream::Qt_6_4);
    out << formatName() << m_space.id() << quint32(m_rows.slotCount()) << quint64(graph.size());
    for (VectorRows::Slot slot = 0; slot < m_rows.slotCount(); ++slot) {
        const auto &row = m_rows.row(slot);
        const bool isPending = slot < m_isPending.size() && m_isPending[slot];
        const auto numbers = std::as_bytes(m_rows.numbers(slot));
        out << row.seq << row.owner << quint8((row.isAlive ? aliveFlag : 0) | (isPending ? pendingFlag : 0));
        out.writeRawData(reinterpret_cast<const char *>(numbers.data()), int(numbers.size()));
    }
    if (out.status() != QDataStream::Ok || !copyBytes(graph, *out.device(), graph.size()))
        return notWritten(out.device()->errorString());
    return {};
}

Result<std::unique_ptr<VectorIndex>> VectorIndex::load(
    const QString &path, const EmbeddingSpace &space, qsizetype exactUpTo)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return doubtful(file.errorString());
    if (file.read(magic.size()) != QByteArrayView(magic))
        return doubtful(u"it is not an index"_s);
    const auto digest = digestOf(file, file.size() - magic.size() - digestSize);
    if (file.read(digestSize) != digest || !file.atEnd())
        return doubtful(u"its checksum is wrong"_s);

    file.seek(magic.size());
    QDataStream in(&file);
    QTemporaryFile graphFile(path + u".XXXXXX"_s);
    if (!graphFile.open())
        return doubtful(graphFile.errorString());
    auto index = std::make_unique<VectorIndex>(space, exactUpTo);
    HUB_CHECK(index->readFrom(in, graphFile.fileName()));
    return index;
}

Result<void> VectorIndex::readFrom(QDataStream &in, const QString &graphPath)
{
    in.setVersion(QDataStream::Qt_6_4);
    QString format;
    QString space;
    quint32 slots = 0;
    quint64 graphBytes = 0;
    in >> format >> space >> slots >> graphBytes;
    if (format != formatName())
        return doubtful(u"its format is %1"_s.arg(format));
    if (space != m_space.id())
        return doubtful(u"it belongs to %1"_s.arg(space));
    for (VectorRows::Slot i = 0; i < slots && in.status() == QDataStream::Ok; ++i) {
        VectorRows::Row row;
        quint8 flags = 0;
        in >> row.seq >> row.owner >> flags;
        row.isAlive = (flags & aliveFlag) != 0;
        const auto slot = m_rows.restore(row);
        const auto numbers = std::as_writable_bytes(m_rows.numbers(slot));
        in.readRawData(reinterpret_cast<char *>(numbers.data()), int(numbers.size()));
        if ((flags & pendingFlag) != 0)
            markPending(slot);
    }
    if (in.status() != QDataStream::Ok)
        return doubtful(u"it ends too early"_s);
    if (graphBytes == 0)
        return {};
    QFile graph(graphPath);
    if (!graph.open(QIODevice::WriteOnly) || !copyBytes(*in.device(), graph, qint64(graphBytes)))
        return doubtful(u"its graph cannot be read"_s);
    graph.close();
    HUB_TRY(loaded, VectorGraph::load(m_rows, graphPath));
    m_graph = std::move(loaded);
    return {};
}

} // namespace hub
