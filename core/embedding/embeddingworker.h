// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/embedding/embeddingsettings.h"

#include <QDeadlineTimer>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>

namespace hub {

/// A stored text that has got its vector.
struct EmbeddedPassage {
    qint64 seq = 0;
    Vector vector;
    EmbeddingSpace space;
};

/// What the other threads see of the embedding thread.
struct EmbeddingState {
    std::atomic<qsizetype> backlog = 0; ///< passages without a vector yet
    std::atomic<bool> isPaused = false; ///< the provider is down
};

/// The part of the embedding queue that lives on the embedding thread: decides
/// what is embedded next and what a failure means. Questions come before
/// passages. A batch is sized so that a question waits at most about a quarter
/// of a second for it. A text that the model refuses, or on which the provider
/// fails again and again, is left out and logged; any other failure pauses the
/// work and keeps every text.
class EmbeddingWorker final : public QObject
{
public:
    using Embedded = std::function<void(QList<EmbeddedPassage>)>;

    /// A text to look for. `answer` is called on the embedding thread, unless
    /// the deadline is over before its turn comes.
    struct Question {
        QString text;
        QDeadlineTimer deadline;
        std::function<void(Result<Vector>)> answer;
    };

    EmbeddingWorker(std::unique_ptr<Embedder> embedder, const EmbeddingSettings &settings, Embedded embedded,
        EmbeddingState &state);

    void add(qint64 seq, const QString &text);
    void ask(Question question);
    /// Destroys the embedder on its own thread, where its sockets live.
    void close();
    /// From any thread, until close().
    EmbeddingSpace space() const { return m_embedder->space(); }

private:
    struct Passage {
        qint64 seq = 0;
        QString text;
    };

    void schedule();
    void step();
    void answerQuestion(const Question &question);
    void embedBatch();
    void deliver(const QList<Passage> &batch, const QList<Vector> &vectors);
    void handleFailure(const QList<Passage> &batch, const Error &error);
    bool isHopeless(const Passage &passage, const Error &error);
    void leaveOut(const Passage &passage, const Error &error);
    QList<Passage> takeBatch();
    void putBack(const QList<Passage> &batch);
    void fitBatchTo(qint64 elapsedMs);
    void pause(const Error &error);
    void resume();
    bool mayEmbed() const;

    std::unique_ptr<Embedder> m_embedder;
    std::chrono::milliseconds m_timeout;
    qsizetype m_maxBatch;
    qsizetype m_batch;        ///< current size, between 1 and m_maxBatch
    qsizetype m_oneByOne = 0; ///< so many passages are embedded alone, to find the one that is refused
    int m_refusedInRow = 0;
    QHash<qint64, int> m_failures; ///< by seq: how often a text has failed alone
    Embedded m_embedded;
    EmbeddingState &m_state;
    std::deque<qint64> m_order;
    QHash<qint64, QString> m_waiting;
    std::deque<Question> m_questions;
    QTimer m_retry;
    std::chrono::milliseconds m_pause;
    bool m_isBusy = false; ///< an embedder may run an event loop: new work must wait for it
    bool m_isScheduled = false;
};

} // namespace hub
