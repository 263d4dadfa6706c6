// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/embedding/embeddingworker.h"

#include <QCache>
#include <QObject>
#include <QPromise>

#include <map>
#include <memory>

namespace hub {

/// The vectors of the last 256 questions, for an hour each.
class QueryCache
{
public:
    explicit QueryCache(const Clock &clock)
        : m_clock(clock)
        , m_entries(256)
    { }

    std::optional<Vector> find(const QString &text);
    void insert(const QString &text, const Vector &vector);

private:
    struct Entry {
        Vector vector;
        Timestamp madeAt;
    };

    const Clock &m_clock;
    QCache<QString, Entry> m_entries;
};

/// Takes questions and keeps the promise that each is answered within its
/// deadline. It has a thread of its own because the embedding thread may be held
/// up by its provider; nothing here ever blocks.
class QueryDesk final : public QObject
{
public:
    using Promise = std::shared_ptr<QPromise<Result<Vector>>>;

    QueryDesk(
        EmbeddingWorker &worker, const EmbeddingState &state, std::chrono::milliseconds deadline, const Clock &clock);

    void ask(const QString &text, const Promise &promise);
    void close(); ///< answers everybody who still waits

private:
    void receive(quint64 ticket, const QString &text, const Result<Vector> &vector);
    void answer(quint64 ticket, const Result<Vector> &vector);

    EmbeddingWorker &m_worker;
    const EmbeddingState &m_state;
    std::chrono::milliseconds m_deadline;
    QueryCache m_cache;
    std::map<quint64, Promise> m_waiting;
    quint64 m_lastTicket = 0;
};

} // namespace hub
