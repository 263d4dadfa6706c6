// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/vector.h"

#include <QHash>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hub {

struct VectorHit {
    qint64 seq = 0;
    float similarity = 0; ///< cosine, -1 to 1
};

/// Whether a vector may be found. `owner` is the number it was put with.
using AcceptVector = std::function<bool(qint64 seq, int owner)>;

/// Vectors in memory, as 16-bit fixed-point numbers: half the size of floats,
/// twice as fast to compare (a scan is bound by memory), and the cosine is off
/// by about 1e-5. Every vector has a slot, a small number that is reused after a
/// removal; the numbers of a slot never move in memory. Not thread-safe.
class VectorRows
{
public:
    using Slot = quint32;
    using Code = qint16;

    struct Row {
        qint64 seq = 0;
        qint32 owner = 0;
        bool isAlive = false;
    };

    explicit VectorRows(qsizetype dimension);

    /// `unit` must have length 1 and the dimension of the rows.
    Slot put(qint64 seq, int owner, const Vector &unit);
    bool holds(qint64 seq, int owner, const Vector &unit) const; ///< exactly so
    std::optional<Slot> remove(qint64 seq);
    /// Fills the next slot as it was saved; its numbers are to be read into.
    Slot restore(const Row &row);

    qsizetype alive() const { return m_slots.size(); }
    size_t width() const { return m_width; }
    Slot slotCount() const { return Slot(m_rows.size()); }
    const Row &row(Slot slot) const { return m_rows[slot]; }
    std::span<const Code> numbers(Slot slot) const;
    std::span<Code> numbers(Slot slot);
    qint64 memoryBytes() const;

    /// The numbers of `unit` as they are compared, padded to a row's width.
    std::vector<Code> encode(const Vector &unit) const;

private:
    Slot appendSlot();

    qsizetype m_dimension;
    size_t m_width; ///< numbers a row takes in memory, zeros at its end included
    std::vector<std::unique_ptr<Code[]>> m_blocks;
    std::vector<Row> m_rows;
    std::vector<Slot> m_free;
    QHash<qint64, Slot> m_slots;
};

/// The cosine of two encoded vectors of the same width.
float similarity(const VectorRows::Code *a, const VectorRows::Code *b, size_t width);

/// Collects the `limit` nearest rows that `accept` accepts (empty: all). It asks
/// only about rows that would be among them, since asking costs more than comparing.
class NearestRows
{
public:
    NearestRows(const VectorRows &rows, std::span<const VectorRows::Code> query, int limit, const AcceptVector &accept);

    void offer(VectorRows::Slot slot);
    void offerAll();
    void clear() { m_heap.clear(); }
    bool isFull() const { return m_heap.size() == m_limit; }
    QList<VectorHit> take(); ///< nearest first, then in the order of seq

private:
    const VectorRows &m_rows;
    std::span<const VectorRows::Code> m_query;
    size_t m_limit;
    const AcceptVector &m_accept;
    std::vector<VectorHit> m_heap; ///< the worst hit on top
};

} // namespace hub
