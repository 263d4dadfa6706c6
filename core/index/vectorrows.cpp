// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorrows.h"

#include <algorithm>
#include <cmath>

namespace hub {
namespace {

constexpr size_t rowsInBlock = 1024;
constexpr size_t widthStep = 32; // 64 bytes: one cache line
/// The largest scale at which no sum can overflow: the sum of products of two
/// unit vectors, and of any part of them, is at most scale squared < 2^31.
constexpr float scale = 32767;

bool isNearer(const VectorHit &a, const VectorHit &b)
{
    return a.similarity != b.similarity ? a.similarity > b.similarity : a.seq < b.seq;
}

} // namespace

float similarity(const VectorRows::Code *a, const VectorRows::Code *b, size_t width)
{
    qint32 sum = 0;
    for (size_t i = 0; i < width; ++i)
        sum += qint32(a[i]) * qint32(b[i]);
    return std::clamp(float(sum) / (scale * scale), -1.0F, 1.0F);
}

VectorRows::VectorRows(qsizetype dimension)
    : m_dimension(dimension)
    , m_width((size_t(dimension) + widthStep - 1) / widthStep * widthStep)
{
    Q_ASSERT(dimension > 0);
}

std::span<const VectorRows::Code> VectorRows::numbers(Slot slot) const
{
    return {m_blocks[slot / rowsInBlock].get() + slot % rowsInBlock * m_width, m_width};
}

std::span<VectorRows::Code> VectorRows::numbers(Slot slot)
{
    return {m_blocks[slot / rowsInBlock].get() + slot % rowsInBlock * m_width, m_width};
}

std::vector<VectorRows::Code> VectorRows::encode(const Vector &unit) const
{
    Q_ASSERT(unit.size() == m_dimension);
    std::vector<Code> codes(m_width, 0);
    std::transform(unit.begin(), unit.end(), codes.begin(),
        [](float number) { return Code(std::lround(std::clamp(number, -1.0F, 1.0F) * scale)); });
    return codes;
}

VectorRows::Slot VectorRows::appendSlot()
{
    if (m_rows.size() == m_blocks.size() * rowsInBlock)
        m_blocks.push_back(std::make_unique<Code[]>(rowsInBlock * m_width));
    m_rows.emplace_back();
    return Slot(m_rows.size() - 1);
}

VectorRows::Slot VectorRows::put(qint64 seq, int owner, const Vector &unit)
{
    auto known = m_slots.constFind(seq);
    if (known == m_slots.cend()) {
        const bool isReused = !m_free.empty();
        known = m_slots.insert(seq, isReused ? m_free.back() : appendSlot());
        if (isReused)
            m_free.pop_back();
    }
    const auto slot = *known;
    m_rows[slot] = {seq, owner, true};
    std::ranges::copy(encode(unit), numbers(slot).begin());
    return slot;
}

bool VectorRows::holds(qint64 seq, int owner, const Vector &unit) const
{
    const auto known = m_slots.constFind(seq);
    return known != m_slots.cend() && m_rows[*known].owner == owner
        && std::ranges::equal(numbers(*known), encode(unit));
}

std::optional<VectorRows::Slot> VectorRows::remove(qint64 seq)
{
    const auto known = m_slots.constFind(seq);
    if (known == m_slots.cend())
        return std::nullopt;
    const auto slot = *known;
    m_slots.erase(known);
    m_rows[slot].isAlive = false;
    m_free.push_back(slot);
    return slot;
}

VectorRows::Slot VectorRows::restore(const Row &row)
{
    const auto slot = appendSlot();
    m_rows[slot] = row;
    if (row.isAlive)
        m_slots.insert(row.seq, slot);
    else
        m_free.push_back(slot);
    return slot;
}

qint64 VectorRows::memoryBytes() const
{
    constexpr size_t hashEntry = 20; // key, slot and a share of the table
    return qint64(m_blocks.size() * rowsInBlock * m_width * sizeof(Code) + m_rows.capacity() * sizeof(Row)
        + m_free.capacity() * sizeof(Slot) + size_t(m_slots.size()) * hashEntry);
}

NearestRows::NearestRows(
    const VectorRows &rows, std::span<const VectorRows::Code> query, int limit, const AcceptVector &accept)
    : m_rows(rows)
    , m_query(query)
    , m_limit(size_t(std::max(0, limit)))
    , m_accept(accept)
{
    m_heap.reserve(std::min<size_t>(m_limit, size_t(rows.alive())));
}

void NearestRows::offer(VectorRows::Slot slot)
{
    const auto &row = m_rows.row(slot);
    if (!row.isAlive)
        return;
    const VectorHit hit {row.seq, similarity(m_query.data(), m_rows.numbers(slot).data(), m_query.size())};
    if (isFull() && (m_limit == 0 || !isNearer(hit, m_heap.front())))
        return;
    if (m_accept && !m_accept(row.seq, row.owner))
        return;
    if (isFull()) {
        std::ranges::pop_heap(m_heap, isNearer);
        m_heap.pop_back();
    }
    m_heap.push_back(hit);
    std::ranges::push_heap(m_heap, isNearer);
}

void NearestRows::offerAll()
{
    for (VectorRows::Slot slot = 0; slot < m_rows.slotCount(); ++slot)
        offer(slot);
}

QList<VectorHit> NearestRows::take()
{
    std::ranges::sort_heap(m_heap, isNearer);
    return {m_heap.begin(), m_heap.end()};
}

} // namespace hub
