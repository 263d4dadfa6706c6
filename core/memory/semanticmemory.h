// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embeddingqueue.h"
#include "core/index/vectorindex.h"
#include "core/storage/store.h"

#include <atomic>

namespace hub {

/// Memories found by meaning: the embedding queue, the vectors in the store (the
/// truth) and the index over them, kept in step. Only there when a model is
/// configured; without it nothing else changes. Any thread may call.
class SemanticMemory
{
public:
    /// Starts the queue, fills the index with the stored vectors of the embedder's
    /// space, and sends what has none to the embedder. `store` and `clock` must
    /// outlive it.
    SemanticMemory(
        Store &store, const Clock &clock, std::unique_ptr<Embedder> embedder, const EmbeddingSettings &settings);
    ~SemanticMemory();

    void enqueue(qint64 seq, const QString &text) { m_queue->enqueue(seq, text); }
    void remove(qint64 seq);

    /// The vector of a question, within the deadline of the settings.
    QFuture<Result<Vector>> ask(const QString &question) { return m_queue->embedQuery(question); }
    /// None until the first vector of this space is known.
    std::shared_ptr<VectorIndex> index() const { return m_index.load(); }

    qsizetype backlog() const { return m_queue->backlog(); }
    bool isPaused() const { return m_queue->isPaused(); }
    EmbeddingSpace space() const { return m_queue->space(); }

private:
    void keep(const QList<EmbeddedPassage> &passages);
    Result<void> loadStored(Database &database, const EmbeddingSpace &space);
    std::shared_ptr<VectorIndex> indexFor(const EmbeddingSpace &space);

    Store &m_store;
    std::atomic<std::shared_ptr<VectorIndex>> m_index;
    std::unique_ptr<EmbeddingQueue> m_queue;
};

} // namespace hub
