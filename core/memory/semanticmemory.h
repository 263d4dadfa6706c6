// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embeddingqueue.h"
#include "core/index/vectorindex.h"
#include "core/storage/store.h"

#include <QThread>

#include <atomic>

namespace hub {

struct SemanticOptions {
    EmbeddingSettings embedding;
    QString indexFile; ///< where the graph over many vectors is kept from one start to the next; empty: nowhere
    qsizetype exactUpTo = VectorIndex::defaultExactUpTo;
};

/// Memories found by meaning: the embedding queue, the vectors in the store (the
/// truth) and the index over them, kept in step. Only there when a model is
/// configured; without it nothing else changes. Any thread may call.
class SemanticMemory
{
public:
    /// Starts the queue, fills the index with the stored vectors of the embedder's
    /// space, and sends what has none to the embedder. A kept index is used as far
    /// as it agrees with the store. `store` and `clock` must outlive it.
    SemanticMemory(Store &store, const Clock &clock, std::unique_ptr<Embedder> embedder, SemanticOptions options);
    /// Keeps the index, if it has a graph.
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
    std::shared_ptr<VectorIndex> keptIndex(const EmbeddingSpace &space) const;
    void build();
    void keepIndex() const;
    std::shared_ptr<VectorIndex> indexFor(const EmbeddingSpace &space);

    Store &m_store;
    SemanticOptions m_options;
    std::atomic<std::shared_ptr<VectorIndex>> m_index;
    std::unique_ptr<EmbeddingQueue> m_queue;
    std::unique_ptr<QThread> m_builder; ///< works what was loaded into the graph, then ends
};

} // namespace hub
