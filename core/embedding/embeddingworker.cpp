// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingworker.h"

#include "core/base/log.h"

#include <QElapsedTimer>
#include <QThread>

namespace hub {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds firstPause = 250ms;
constexpr milliseconds longestPause = 60s;
constexpr qint64 slowBatchMs = 250;
constexpr qint64 quickBatchMs = 100;
/// So many refused texts one after another are the provider's fault, not theirs.
constexpr int maxRefusedInRow = 8;
/// So often one text may fail alone while the provider answers.
constexpr int maxFailures = 3;

bool isAboutTheTexts(const Error &error)
{
    return error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::TooLong;
}

/// Some servers fail with 500 on a text that is too long, or for which the model computes no number.
bool mayBeTheTexts(const Error &error) { return isAboutTheTexts(error) || error.code == ErrorCode::Internal; }

} // namespace

EmbeddingWorker::EmbeddingWorker(
    std::unique_ptr<Embedder> embedder, const EmbeddingSettings &settings, Embedded embedded, EmbeddingState &state)
    : m_embedder(std::move(embedder))
    , m_timeout(settings.timeoutMs)
    , m_maxBatch(std::max(1, settings.batchSize))
    , m_batch(m_maxBatch)
    , m_embedded(std::move(embedded))
    , m_state(state)
    , m_retry(this)
    , m_pause(firstPause)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &EmbeddingWorker::resume);
}

void EmbeddingWorker::add(qint64 seq, const QString &text)
{
    if (m_waiting.contains(seq))
        --m_state.backlog;
    else
        m_order.push_back(seq);
    m_waiting.insert(seq, text);
    schedule();
}

void EmbeddingWorker::ask(Question question)
{
    m_questions.push_back(std::move(question));
    schedule();
}

void EmbeddingWorker::close()
{
    m_retry.stop();
    m_questions.clear();
    m_embedder.reset();
}

void EmbeddingWorker::schedule()
{
    if (m_isScheduled || m_isBusy)
        return;
    m_isScheduled = true;
    QMetaObject::invokeMethod(this, &EmbeddingWorker::step, Qt::QueuedConnection);
}

bool EmbeddingWorker::mayEmbed() const { return !m_waiting.isEmpty() && !m_retry.isActive(); }

void EmbeddingWorker::step()
{
    m_isScheduled = false;
    if (m_isBusy || QThread::currentThread()->isInterruptionRequested())
        return;
    m_isBusy = true;
    while (!m_questions.empty()) {
        const auto question = std::move(m_questions.front());
        m_questions.pop_front();
        answerQuestion(question);
    }
    if (mayEmbed())
        embedBatch();
    m_isBusy = false;
    if (!m_questions.empty() || mayEmbed())
        schedule();
}

void EmbeddingWorker::answerQuestion(const Question &question)
{
    if (question.deadline.hasExpired())
        return;
    if (m_state.isPaused) {
        question.answer(Error {ErrorCode::Busy, u"The embedding provider is down"_s});
        return;
    }
    // The provider gets its full time although the caller waits for less: it may be loading
    // the model, and the vector is kept for the next time.
    const auto vectors = m_embedder->embed({question.text}, EmbedPurpose::Query, m_timeout);
    if (vectors) {
        m_pause = firstPause;
        question.answer(vectors->constFirst());
        return;
    }
    question.answer(vectors.error());
    if (!isAboutTheTexts(vectors.error()))
        pause(vectors.error());
}

void EmbeddingWorker::embedBatch()
{
    const auto batch = takeBatch();
    QStringList texts;
    for (const auto &passage : batch)
        texts += passage.text;
    QElapsedTimer watch;
    watch.start();
    const auto vectors = m_embedder->embed(texts, EmbedPurpose::Passage, 2 * m_timeout);
    if (!vectors) {
        handleFailure(batch, vectors.error());
        return;
    }
    fitBatchTo(watch.elapsed());
    deliver(batch, *vectors);
}

void EmbeddingWorker::deliver(const QList<Passage> &batch, const QList<Vector> &vectors)
{
    const auto space = m_embedder->space();
    QList<EmbeddedPassage> embedded;
    for (qsizetype i = 0; i < batch.size(); ++i) {
        embedded += {batch[i].seq, vectors[i], space};
        m_failures.remove(batch[i].seq);
    }
    m_refusedInRow = 0;
    m_pause = firstPause;
    m_state.isPaused = false;
    m_embedded(std::move(embedded));
    m_state.backlog -= batch.size();
}

void EmbeddingWorker::handleFailure(const QList<Passage> &batch, const Error &error)
{
    if (batch.size() > 1) {
        putBack(batch);
        if (mayBeTheTexts(error))
            m_oneByOne = batch.size();
        else
            pause(error);
        return;
    }
    if (isHopeless(batch.constFirst(), error)) {
        leaveOut(batch.constFirst(), error);
        return;
    }
    putBack(batch);
    m_order.push_back(m_order.front()); // another text shall be the next attempt
    m_order.pop_front();
    pause(error);
}

bool EmbeddingWorker::isHopeless(const Passage &passage, const Error &error)
{
    if (isAboutTheTexts(error))
        return ++m_refusedInRow <= maxRefusedInRow;
    return mayBeTheTexts(error) && ++m_failures[passage.seq] >= maxFailures;
}

void EmbeddingWorker::leaveOut(const Passage &passage, const Error &error)
{
    logError(lcCore(), u"The text %1 is left without a vector"_s.arg(passage.seq), error);
    m_failures.remove(passage.seq);
    m_state.isPaused = false; // it has answered
    --m_state.backlog;
}

QList<EmbeddingWorker::Passage> EmbeddingWorker::takeBatch()
{
    const bool isProbe = m_state.isPaused;
    const auto size = isProbe || m_oneByOne > 0 ? 1 : m_batch;
    QList<Passage> batch;
    while (batch.size() < size && !m_order.empty()) {
        const auto seq = m_order.front();
        m_order.pop_front();
        batch += {seq, m_waiting.take(seq)};
    }
    if (!isProbe && m_oneByOne > 0)
        --m_oneByOne;
    return batch;
}

void EmbeddingWorker::putBack(const QList<Passage> &batch)
{
    for (auto passage = batch.crbegin(); passage != batch.crend(); ++passage) {
        if (m_waiting.contains(passage->seq)) { // enqueued again meanwhile: that text is newer
            --m_state.backlog;
            continue;
        }
        m_order.push_front(passage->seq);
        m_waiting.insert(passage->seq, passage->text);
    }
}

void EmbeddingWorker::fitBatchTo(qint64 elapsedMs)
{
    if (elapsedMs > slowBatchMs)
        m_batch = std::max<qsizetype>(1, m_batch / 2);
    else if (elapsedMs < quickBatchMs)
        m_batch = std::min(m_maxBatch, m_batch * 2);
}

void EmbeddingWorker::pause(const Error &error)
{
    if (error.code == ErrorCode::Cancelled)
        return;
    if (!m_state.isPaused)
        logError(lcCore(), u"Embedding is paused"_s, error);
    m_state.isPaused = true;
    m_retry.start(m_pause);
    m_pause = std::min(longestPause, m_pause * 2);
}

/// With passages waiting, one of them is the probe, and the pause lasts until it
/// succeeds. Without, the next question is.
void EmbeddingWorker::resume()
{
    if (m_waiting.isEmpty())
        m_state.isPaused = false;
    schedule();
}

} // namespace hub
