// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/searchjournal.h"

#include "core/base/log.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

using namespace std::chrono_literals;

constexpr auto pause = 250ms;          ///< between two writes, so that searches share them
constexpr size_t largestJob = 64;      ///< searches a writer job takes, so that other writes need not wait long
constexpr size_t mostWaiting = 10'000; ///< a store that cannot be written must not fill the memory
constexpr size_t mostAsked = 1000;     ///< questions remembered of each key
constexpr qint64 repeatWindow = 5 * msPerMinute;
constexpr qint64 keptFor = 30 * msPerDay;
constexpr int purgedAtOnce = 500;

struct RecentRow {
    std::optional<QString> keyId;
    QStringList keywords;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using R = RecentRow;
        return std::tuple {
            field("key_id", &R::keyId), field("keywords", &R::keywords), field("created_at", &R::createdAt)};
    }
};

} // namespace

SearchJournal::SearchJournal(Store &store, const Services &services)
    : m_store(store)
    , m_services(services)
{ }

Result<std::unique_ptr<SearchJournal>> SearchJournal::open(Store &store, const Services &services)
{
    std::unique_ptr<SearchJournal> journal(new SearchJournal(store, services));
    HUB_CHECK(store.read([&](Database &database) { return journal->loadRecent(database); }).result());
    journal->m_thread = std::thread([raw = journal.get()] { raw->run(); });
    return journal;
}

SearchJournal::~SearchJournal()
{
    if (!m_thread.joinable())
        return;
    {
        const std::scoped_lock lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

Result<void> SearchJournal::loadRecent(Database &database)
{
    HUB_TRY(last, database.prepareNamed(u"search/events_last"));
    HUB_TRY(id, last.scalar<qint64>());
    m_lastId = id.value_or(0);
    HUB_TRY(recent, database.prepareNamed(u"search/events_recent"));
    recent.bind(m_services.clock.now().ms - repeatWindow);
    return recent.forEach<RecentRow>([this](const RecentRow &row) -> Result<void> {
        remember(row.keyId, row.keywords, row.createdAt);
        return {};
    });
}

void SearchJournal::remember(const std::optional<QString> &ownKey, const QStringList &keywords, Timestamp at)
{
    auto &asked = m_asked[ownKey.value_or(QString())];
    while (!asked.empty() && (asked.size() >= mostAsked || at.ms - asked.front().at.ms > repeatWindow))
        asked.pop_front();
    asked.push_back({keywords.join(u'\n'), at});
}

void SearchJournal::note(SearchRecord record)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!record.keywords.isEmpty() && !record.filters.contains(u"cursor"_s))
            remember(record.caller.ownKey(), record.keywords, record.at);
        m_waiting.push_back(std::move(record));
        if (m_waiting.size() > mostWaiting)
            m_waiting.pop_front();
        if (m_waiting.size() > 1) // the thread knows already
            return;
    }
    m_wake.notify_one();
}

bool SearchJournal::isWaiting(qint64 id, const std::optional<QString> &ownKey) const
{
    const std::scoped_lock lock(m_mutex);
    const auto isIt = [&](const SearchRecord &record) { return record.id == id && record.caller.ownKey() == ownKey; };
    return std::any_of(m_waiting.begin(), m_waiting.end(), isIt)
        || (m_writing && std::any_of(m_writing->begin(), m_writing->end(), isIt));
}

int SearchJournal::repeats(const std::optional<QString> &ownKey, const QStringList &keywords, Timestamp now) const
{
    auto sorted = keywords;
    sorted.sort();
    const auto wanted = sorted.join(u'\n');
    const std::scoped_lock lock(m_mutex);
    const auto asked = m_asked.constFind(ownKey.value_or(QString()));
    if (asked == m_asked.cend())
        return 0;
    return int(std::count_if(asked->begin(), asked->end(),
        [&](const Asked &one) { return now.ms - one.at.ms <= repeatWindow && one.keywords == wanted; }));
}

void SearchJournal::flush()
{
    std::unique_lock lock(m_mutex);
    m_hurry = true;
    m_wake.notify_all();
    m_written.wait(lock, [this] { return m_waiting.empty() && !m_writing; });
    m_hurry = false;
}

void SearchJournal::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_closing || !m_waiting.empty(); });
        if (m_waiting.empty())
            return;
        m_wake.wait_for(lock, pause, [this] { return m_closing || m_hurry; });
        const auto count = std::min(largestJob, m_waiting.size());
        auto records = std::make_shared<std::vector<SearchRecord>>();
        for (size_t i = 0; i < count; ++i) {
            records->push_back(std::move(m_waiting.front()));
            m_waiting.pop_front();
        }
        m_writing = records;
        lock.unlock();
        const auto written
            = m_store.write([this, records](Database &database) { return write(database, *records); }).result();
        if (!written)
            logError(lcCore(), u"noting %1 searches"_s.arg(count), written.error());
        lock.lock();
        m_writing.reset();
        m_written.notify_all();
    }
}

Result<void> SearchJournal::write(Database &database, const std::vector<SearchRecord> &records)
{
    for (const auto &record : records) {
        UnitOfWork work(database, m_services, record.caller);
        const auto left = database.atomically([&] { return leaveTraces(work, record, m_activated); });
        if (!left) // one search less in the statistics; the others are noted all the same
            logError(lcCore(), u"noting a search"_s, left.error());
    }
    HUB_TRY(purge, database.prepareNamed(u"search/events_purge"));
    return purge.bind(m_services.clock.now().ms - keptFor, purgedAtOnce).run();
}

} // namespace hub
