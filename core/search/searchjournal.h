// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/searchrecord.h"
#include "core/storage/store.h"

#include <atomic>

namespace hub {

struct Services;

/// What searches leave behind, written after they are answered: one writer job for all
/// that waits, a few times a second at most and when the journal is closed. A search
/// never waits for it and never fails by it. Owned by the Hub; any thread may call.
class SearchJournal
{
public:
    /// Goes on counting where the store ends. `store` and `services` must outlive it.
    static Result<std::unique_ptr<SearchJournal>> open(Store &store, const Services &services);
    /// Writes what waits.
    ~SearchJournal();

    /// The id of a search that is being answered, valid at once for feedback.
    qint64 nextId() { return ++m_lastId; }
    void note(SearchRecord record);

    /// Whether the key has made this search and it is not in the store yet.
    bool isWaiting(qint64 id, const std::optional<QString> &ownKey) const;
    /// How often the key has asked for exactly these keywords in the last five minutes.
    int repeats(const std::optional<QString> &ownKey, const QStringList &keywords, Timestamp now) const;

    /// Writes what waits, and returns when it is safe on disk. Not from the store's threads.
    void flush();

private:
    struct Asked {
        QString keywords;
        Timestamp at;
    };

    SearchJournal(Store &store, const Services &services);
    Result<void> loadRecent(Database &database);
    void remember(const std::optional<QString> &ownKey, const QStringList &keywords, Timestamp at);
    void run();
    Result<void> write(Database &database, const std::vector<SearchRecord> &records);

    Store &m_store;
    const Services &m_services;
    std::atomic<qint64> m_lastId = 0;
    ContextMemory m_activated; ///< of the writer's thread

    mutable std::mutex m_mutex; // guards everything below
    std::condition_variable m_wake;
    std::condition_variable m_written;
    std::deque<SearchRecord> m_waiting;
    std::shared_ptr<const std::vector<SearchRecord>> m_writing;
    QHash<QString, std::deque<Asked>> m_asked; ///< by key; the empty name is the master key
    bool m_hurry = false;
    bool m_closing = false;
    std::thread m_thread;
};

} // namespace hub
