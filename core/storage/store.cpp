// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/store.h"

#include "core/base/log.h"
#include "core/storage/migrator.h"

namespace hub {
namespace {

constexpr int readerThreads = 4;
constexpr size_t largestBatch = 64; // bounds how long the first of a batch waits for its answer

} // namespace

Result<std::unique_ptr<Store>> Store::open(const QString &path, const QString &backupFolder)
{
    {
        HUB_TRY(database, Database::open(path));
        HUB_CHECK(migrate(database, backupFolder));
    }
    return std::unique_ptr<Store>(new Store(path));
}

Store::Store(QString path)
    : m_path(std::move(path))
{
    m_readers.setMaxThreadCount(readerThreads);
    m_writer = std::thread([this] { writeLoop(); });
}

Store::~Store()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_one();
    m_writer.join();
    m_readers.waitForDone();
}

void Store::drain()
{
    m_readers.waitForDone();
    write([](Database &) -> Result<void> { return {}; }).waitForFinished();
}

void Store::enqueue(Job job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_wake.notify_one();
}

void Store::writeLoop()
{
    std::optional<Database> database;
    for (;;) {
        std::deque<Job> batch;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_closing || !m_jobs.empty(); });
            if (m_jobs.empty())
                return;
            while (!m_jobs.empty() && batch.size() < largestBatch) {
                batch.push_back(std::move(m_jobs.front()));
                m_jobs.pop_front();
            }
        }
        if (!database) { // at the first write, or after the folder was away
            auto opened = Database::open(m_path);
            if (!opened) {
                settleAll(batch, opened.error());
                continue;
            }
            database.emplace(std::move(*opened));
        }
        runBatch(*database, batch);
    }
}

void Store::runBatch(Database &database, std::deque<Job> &batch)
{
    if (const auto begun = database.begin(); !begun)
        return settleAll(batch, begun.error());
    for (auto &job : batch) {
        // A savepoint for each, so that one failing write takes back only its own.
        const auto begun = database.begin();
        if (!begun)
            job.failure = begun.error();
        else if (!job.run(database))
            database.rollback();
        else if (const auto released = database.commit(); !released)
            job.failure = released.error();
        if (!database.inTransaction()) { // SQLite gave up on all of it
            database.rollback();
            return settleAll(
                batch, job.failure.value_or(Error {ErrorCode::Storage, u"The memory store could not be written"_s}));
        }
    }
    const auto committed = database.commit();
    if (!committed)
        return settleAll(batch, committed.error());
    for (auto &job : batch)
        job.settle(job.failure);
}

void Store::settleAll(std::deque<Job> &batch, const Error &failure)
{
    logError(lcStore(), u"writing %1 changes"_s.arg(batch.size()), failure);
    for (auto &job : batch)
        job.settle(failure);
}

Result<Database *> Store::readerConnection()
{
    auto &mine = m_connections.localData();
    if (!mine) {
        HUB_TRY(opened, Database::open(m_path));
        mine.emplace(std::move(opened));
    }
    return &*mine;
}

} // namespace hub
