// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingqueue.h"

#include "core/embedding/querydesk.h"

namespace hub {

EmbeddingQueue::EmbeddingQueue(
    std::unique_ptr<Embedder> embedder, const EmbeddingSettings &settings, const Clock &clock, Embedded embedded)
    : m_worker(std::make_unique<EmbeddingWorker>(std::move(embedder), settings, std::move(embedded), m_state))
    , m_desk(
          std::make_unique<QueryDesk>(*m_worker, m_state, std::chrono::milliseconds(settings.queryDeadlineMs), clock))
{
    m_embeddingThread.setObjectName(u"embedding"_s);
    m_deskThread.setObjectName(u"embedding-desk"_s);
    m_worker->moveToThread(&m_embeddingThread);
    m_desk->moveToThread(&m_deskThread);
    // Emitted by the ending thread itself, so the worker is closed where it lived.
    QObject::connect(&m_embeddingThread, &QThread::finished, m_worker.get(), &EmbeddingWorker::close);
    m_embeddingThread.start();
    m_deskThread.start();
}

EmbeddingQueue::~EmbeddingQueue()
{
    m_embeddingThread.requestInterruption();
    m_embeddingThread.quit();
    m_embeddingThread.wait();
    QMetaObject::invokeMethod(m_desk.get(), &QueryDesk::close, Qt::BlockingQueuedConnection);
    m_deskThread.quit();
    m_deskThread.wait();
}

void EmbeddingQueue::enqueue(qint64 seq, const QString &text)
{
    ++m_state.backlog;
    QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), seq, text] { worker->add(seq, text); });
}

QFuture<Result<Vector>> EmbeddingQueue::embedQuery(const QString &text)
{
    const auto promise = std::make_shared<QPromise<Result<Vector>>>();
    promise->start();
    QMetaObject::invokeMethod(m_desk.get(), [desk = m_desk.get(), text, promise] { desk->ask(text, promise); });
    return promise->future();
}

} // namespace hub
