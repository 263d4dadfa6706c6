// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/embedding/embeddingworker.h"

#include <QFuture>
#include <QThread>

#include <memory>

namespace hub {

class QueryDesk;

/// Everything that is embedded goes through here. Passages wait in order and are
/// embedded in batches; a question overtakes them and is answered within its
/// deadline, with a vector or with an error, whatever the provider does. While
/// the provider is down passages wait (a second try after a quarter of a second,
/// then twice as long each time, up to a minute) and questions fail at once.
/// Owns the embedding thread; may be called from any thread. Ending it takes
/// milliseconds even while a request hangs; what still waits is not embedded.
class EmbeddingQueue
{
public:
    /// Called on the embedding thread with one batch of vectors.
    using Embedded = EmbeddingWorker::Embedded;

    /// `clock` must outlive the queue.
    EmbeddingQueue(
        std::unique_ptr<Embedder> embedder, const EmbeddingSettings &settings, const Clock &clock, Embedded embedded);
    ~EmbeddingQueue();

    /// A text that is enqueued again while it waits is embedded once, as it was
    /// given last.
    void enqueue(qint64 seq, const QString &text);

    /// Busy: no vector within the deadline, or the provider is down. Vectors of
    /// the last 256 questions are kept for an hour. A continuation without a
    /// context runs on a thread that must not be blocked.
    QFuture<Result<Vector>> embedQuery(const QString &text);

    qsizetype backlog() const { return m_state.backlog; } ///< passages without a vector yet
    bool isPaused() const { return m_state.isPaused; }    ///< the provider is down
    EmbeddingSpace space() const { return m_worker->space(); }

private:
    Q_DISABLE_COPY_MOVE(EmbeddingQueue)

    EmbeddingState m_state;
    std::unique_ptr<EmbeddingWorker> m_worker;
    std::unique_ptr<QueryDesk> m_desk;
    QThread m_embeddingThread;
    QThread m_deskThread;
};

} // namespace hub
