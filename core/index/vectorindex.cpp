// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorindex.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <mutex>

namespace hub {

VectorIndex::VectorIndex(EmbeddingSpace space, qsizetype exactUpTo)
    : m_space(std::move(space))
    , m_exactUpTo(exactUpTo)
    , m_rows(m_space.dimension)
{ }

qsizetype VectorIndex::count() const
{
    const std::shared_lock lock(m_lock);
    return m_rows.alive();
}

bool VectorIndex::hasGraph() const
{
    const std::shared_lock lock(m_lock);
    return m_graph != nullptr;
}

QSet<qint64> VectorIndex::seqs() const
{
    const std::shared_lock lock(m_lock);
    QSet<qint64> seqs;
    seqs.reserve(m_rows.alive());
    for (VectorRows::Slot slot = 0; slot < m_rows.slotCount(); ++slot) {
        if (m_rows.row(slot).isAlive)
            seqs.insert(m_rows.row(slot).seq);
    }
    return seqs;
}

qint64 VectorIndex::memoryBytes() const
{
    const std::shared_lock lock(m_lock);
    return m_rows.memoryBytes() + (m_graph ? m_graph->memoryBytes() : 0)
        + qint64(m_pending.capacity() * sizeof(VectorRows::Slot) + m_isPending.capacity() / 8);
}

Result<void> VectorIndex::put(qint64 seq, int owner, const Vector &vector)
{
    HUB_TRY(unit, normalised(vector, m_space.dimension));
    const std::unique_lock lock(m_lock);
    if (m_rows.holds(seq, owner, unit))
        return {};
    const auto slot = m_rows.put(seq, owner, unit);
    if (m_graph) {
        m_graph->hide(slot);
        markPending(slot);
    }
    return {};
}

bool VectorIndex::remove(qint64 seq)
{
    const std::unique_lock lock(m_lock);
    const auto slot = m_rows.remove(seq);
    if (slot && m_graph)
        m_graph->hide(*slot);
    return slot.has_value();
}

Result<QList<VectorHit>> VectorIndex::search(const Vector &query, int limit, const AcceptVector &accept) const
{
    HUB_TRY(unit, normalised(query, m_space.dimension));
    const auto encoded = m_rows.encode(unit);
    const std::shared_lock lock(m_lock);
    NearestRows byGraph(m_rows, encoded, limit, accept);
    if (isGraphUseful(limit)) {
        HUB_TRY(isComplete, searchGraph(encoded, limit, byGraph));
        if (isComplete)
            return byGraph.take();
    }
    NearestRows exact(m_rows, encoded, limit, accept);
    exact.offerAll();
    return exact.take();
}

bool VectorIndex::isGraphUseful(int limit) const
{
    constexpr size_t manyPending = 4; // a quarter: the scan beside the graph costs more than it saves
    return m_graph && m_pending.size() * manyPending <= size_t(m_rows.alive())
        && firstGraphSearch(limit) <= widestGraphSearch();
}

size_t VectorIndex::firstGraphSearch(int limit) const { return std::max<size_t>(400, 4 * size_t(std::max(1, limit))); }

/// Beyond so many candidates a scan is as fast as the graph, and exact.
size_t VectorIndex::widestGraphSearch() const { return std::max<size_t>(1200, size_t(m_rows.alive()) / 100); }

/// False: the filter left too few of the candidates. The graph overlooks some of
/// the farther ones, so all answers must be among the nearer half.
Result<bool> VectorIndex::searchGraph(std::span<const VectorRows::Code> query, int limit, NearestRows &nearest) const
{
    bool isEnough = false;
    for (auto width = firstGraphSearch(limit); !isEnough; width *= 3) {
        if (width > widestGraphSearch())
            return false;
        HUB_TRY(candidates, m_graph->nearest(query, width));
        nearest.clear();
        for (size_t i = 0; i < candidates.size(); ++i) {
            nearest.offer(candidates[i]);
            isEnough = isEnough || (i < width / 2 && nearest.isFull());
        }
    }
    for (const auto slot : m_pending)
        nearest.offer(slot);
    return true;
}

void VectorIndex::markPending(VectorRows::Slot slot)
{
    m_isPending.resize(m_rows.slotCount());
    if (m_isPending[slot])
        return;
    m_isPending[slot] = true;
    m_pending.push_back(slot);
}

Result<void> VectorIndex::startGraph()
{
    HUB_TRY(graph, VectorGraph::create(m_rows));
    m_graph = std::move(graph);
    for (VectorRows::Slot slot = m_rows.slotCount(); slot-- > 0;) {
        if (m_rows.row(slot).isAlive)
            markPending(slot);
    }
    return {};
}

Result<bool> VectorIndex::catchUp(std::chrono::milliseconds budget)
{
    const QDeadlineTimer end(budget);
    bool isMore = true;
    // The lock is released after every vector: a search waits for one link at most.
    while (isMore && !end.hasExpired()) {
        HUB_TRY(linked, linkNext());
        isMore = linked;
    }
    return isMore;
}

/// False: the graph holds everything, or is not needed.
Result<bool> VectorIndex::linkNext()
{
    const std::unique_lock lock(m_lock);
    if (m_graph && m_rows.alive() < m_exactUpTo / 2) {
        m_graph.reset();
        m_pending.clear();
        m_isPending.clear();
    }
    if (!m_graph) {
        if (m_rows.alive() <= m_exactUpTo)
            return false;
        HUB_CHECK(startGraph());
    }
    if (m_pending.empty())
        return false;
    const auto slot = m_pending.back();
    if (m_rows.row(slot).isAlive)
        HUB_CHECK(m_graph->link(slot));
    m_pending.pop_back();
    m_isPending[slot] = false;
    return !m_pending.empty();
}

} // namespace hub
