// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"

#include <chrono>
#include <functional>
#include <memory>
#include <shared_mutex>

namespace hub {

class VectorGraph;
class VectorRows;

struct VectorHit {
    qint64 seq = 0;
    float similarity = 0; ///< cosine, -1 to 1
};

/// The vectors of one embedding space, found again by nearness. Small sets are
/// scanned: exact, and fast enough to some ten thousands. Above `exactUpTo` an
/// HNSW graph narrows the candidates (Malkov and Yashunin,
/// https://arxiv.org/abs/1603.09320); vectors that it does not hold yet are
/// scanned beside it, and a filter that leaves it short of answers makes the
/// search exact, so nothing is ever missing because of an index's state.
/// Everything here can be rebuilt from the store. Any thread may call.
class VectorIndex
{
public:
    /// Whether a vector may be found. Called under the index's lock: must not
    /// call the index.
    using Accept = std::function<bool(qint64 seq, int owner)>;

    /// `space` must be complete (with its dimension).
    explicit VectorIndex(EmbeddingSpace space, qsizetype exactUpTo = 50'000);
    ~VectorIndex();

    const EmbeddingSpace &space() const { return m_space; }
    qsizetype count() const;
    qint64 memoryBytes() const;

    /// Adds `seq`, or replaces its vector and owner. Found at once by search();
    /// costs microseconds. `owner` is any number that `Accept` understands.
    Result<void> put(qint64 seq, int owner, const Vector &vector);

    /// False: there was no such vector.
    bool remove(qint64 seq);

    /// The `limit` nearest accepted vectors, nearest first; an empty `accept`
    /// accepts all.
    Result<QList<VectorHit>> search(const Vector &query, int limit, const Accept &accept = {}) const;

    /// Works new vectors into the graph for about `budget`. True: there is more
    /// to do. Whoever fills the index calls this when it has nothing better to do.
    Result<bool> catchUp(std::chrono::milliseconds budget);

    /// Writes the index to a file that is either the old one or the whole new one.
    Result<void> save(const QString &path) const;

    /// Reads what save() wrote. Fails on any doubt: another space, another
    /// format, a byte that has changed. The caller then rebuilds.
    static Result<std::unique_ptr<VectorIndex>> load(const QString &path, const EmbeddingSpace &space,
                                                     qsizetype exactUpTo = 50'000);

private:
    EmbeddingSpace m_space;
    qsizetype m_exactUpTo;
    std::unique_ptr<VectorRows> m_rows;
    std::unique_ptr<VectorGraph> m_graph;
    mutable std::shared_mutex m_lock;
};

} // namespace hub
