// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/index/vectorgraph.h"
#include "core/index/vectorrows.h"

#include <QDataStream>
#include <QSet>

#include <chrono>
#include <memory>
#include <shared_mutex>
#include <vector>

namespace hub {

/// The vectors of one embedding space, found again by nearness. Small sets are
/// scanned: exact, and a matter of milliseconds. Above `exactUpTo` an HNSW graph
/// narrows the candidates (Malkov and Yashunin,
/// https://arxiv.org/abs/1603.09320); vectors that it does not hold yet are
/// scanned beside it, and a filter that leaves it short of answers makes the
/// search exact, so nothing is ever missing because of an index's state.
/// Everything here can be rebuilt from the store. Any thread may call.
class VectorIndex
{
public:
    /// A scan of so many vectors (of 384 numbers) was measured to take about as
    /// long as a search of the graph, which may overlook some.
    static constexpr qsizetype defaultExactUpTo = 100'000;

    /// `space` must be complete (with its dimension).
    explicit VectorIndex(EmbeddingSpace space, qsizetype exactUpTo = defaultExactUpTo);

    const EmbeddingSpace &space() const { return m_space; }
    qsizetype count() const;
    qint64 memoryBytes() const;

    /// Whether there is a graph: what takes long to make again.
    bool hasGraph() const;
    QSet<qint64> seqs() const;

    /// Adds `seq`, or replaces its vector and owner. Found at once by search();
    /// costs microseconds, and nothing when it is there as it is. `owner` is any number that `accept` understands.
    Result<void> put(qint64 seq, int owner, const Vector &vector);

    /// False: there was no such vector.
    bool remove(qint64 seq);

    /// The `limit` nearest accepted vectors, nearest first; an empty `accept`
    /// accepts all. It is called under the index's lock and must not call the
    /// index.
    Result<QList<VectorHit>> search(const Vector &query, int limit, const AcceptVector &accept = {}) const;

    /// Works new vectors into the graph for about `budget`. True: there is more
    /// to do. Whoever fills the index calls this when it has nothing better to do.
    Result<bool> catchUp(std::chrono::milliseconds budget);

    /// Writes the index to a file that is either the old one or the whole new one.
    Result<void> save(const QString &path) const;

    /// Reads what save() wrote. Fails on any doubt: another space, another
    /// format, a byte that has changed. The caller then rebuilds.
    static Result<std::unique_ptr<VectorIndex>> load(
        const QString &path, const EmbeddingSpace &space, qsizetype exactUpTo = defaultExactUpTo);

private:
    bool isGraphUseful(int limit) const;
    size_t firstGraphSearch(int limit) const;
    size_t widestGraphSearch() const;
    Result<bool> searchGraph(std::span<const VectorRows::Code> query, int limit, NearestRows &nearest) const;
    Result<bool> linkNext();
    void markPending(VectorRows::Slot slot);
    Result<void> startGraph();

    Result<void> writeTo(QDataStream &out, const QString &graphPath) const;
    Result<void> readFrom(QDataStream &in, const QString &graphPath);

    EmbeddingSpace m_space;
    qsizetype m_exactUpTo;
    VectorRows m_rows;
    std::unique_ptr<VectorGraph> m_graph;
    std::vector<VectorRows::Slot> m_pending; ///< not in the graph, or in it with old numbers
    std::vector<bool> m_isPending;           ///< by slot
    mutable std::shared_mutex m_lock;
};

} // namespace hub
