// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/querydesk.h"

#include <QTimer>

namespace hub {
namespace {

void fulfil(const QueryDesk::Promise &promise, const Result<Vector> &vector)
{
    promise->addResult(vector);
    promise->finish();
}

} // namespace

std::optional<Vector> QueryCache::find(const QString &text)
{
    const auto *entry = m_entries.object(text);
    if (!entry || m_clock.now().ms - entry->madeAt.ms >= msPerHour)
        return std::nullopt;
    return entry->vector;
}

void QueryCache::insert(const QString &text, const Vector &vector)
{
    m_entries.insert(text, std::make_unique<Entry>(Entry {vector, m_clock.now()}).release());
}

QueryDesk::QueryDesk(
    EmbeddingWorker &worker, const EmbeddingState &state, std::chrono::milliseconds deadline, const Clock &clock)
    : m_worker(worker)
    , m_state(state)
    , m_deadline(deadline)
    , m_cache(clock)
{ }

void QueryDesk::ask(const QString &text, const Promise &promise)
{
    if (const auto known = m_cache.find(text)) {
        fulfil(promise, *known);
        return;
    }
    if (m_state.isPaused) {
        fulfil(promise, Error {ErrorCode::Busy, u"The embedding provider is down"_s});
        return;
    }
    const auto ticket = ++m_lastTicket;
    m_waiting.emplace(ticket, promise);
    QTimer::singleShot(m_deadline, this, [this, ticket] {
        answer(
            ticket, Error {ErrorCode::Busy, u"The embedding provider took more than %1 ms"_s.arg(m_deadline.count())});
    });
    auto receiver = [this, ticket, text](const Result<Vector> &vector) {
        QMetaObject::invokeMethod(this, [this, ticket, text, vector] { receive(ticket, text, vector); });
    };
    EmbeddingWorker::Question question {text, QDeadlineTimer(m_deadline), std::move(receiver)};
    QMetaObject::invokeMethod(&m_worker, [&worker = m_worker, question] { worker.ask(question); });
}

void QueryDesk::close()
{
    while (!m_waiting.empty())
        answer(m_waiting.begin()->first, Error {ErrorCode::Cancelled, u"The hub is shutting down"_s});
}

void QueryDesk::receive(quint64 ticket, const QString &text, const Result<Vector> &vector)
{
    if (vector)
        m_cache.insert(text, *vector);
    answer(ticket, vector);
}

void QueryDesk::answer(quint64 ticket, const Result<Vector> &vector)
{
    if (const auto waiting = m_waiting.extract(ticket)) // else: answered before, by the deadline
        fulfil(waiting.mapped(), vector);
}

} // namespace hub
