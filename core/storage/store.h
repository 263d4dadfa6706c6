// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/storage/database.h"

#include <QFuture>
#include <QPromise>
#include <QThreadPool>
#include <QThreadStorage>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace hub {

/// Where all work against the database runs: up to four readers beside exactly
/// one writer, each thread with its own connection. Work goes in as a function
/// of a Database and comes back as a future; the GUI and the server never see a
/// Database.
///
/// Writes run one after another in the order they were asked for. Those that
/// wait together share one commit (and one fsync): an answer is given only when
/// its change is safe on disk, and a failing write takes back only its own.
class Store
{
public:
    /// Opens the file and brings its schema up to date; a backup is made first
    /// in `backupFolder` when the schema of an existing file changes.
    static Result<std::unique_ptr<Store>> open(const QString &path, const QString &backupFolder);
    /// Closes after drain().
    ~Store();

    /// Waits until all work that was asked for before has been done.
    void drain();

    template <typename Work>
    QFuture<std::invoke_result_t<Work, Database &>> read(Work work)
    {
        using Outcome = std::invoke_result_t<Work, Database &>;
        auto promise = std::make_shared<QPromise<Outcome>>();
        promise->start();
        m_readers.start([this, promise, job = std::move(work)]() mutable {
            finish(*promise, [&]() -> Outcome {
                HUB_TRY(database, readerConnection());
                return job(*database);
            }());
        });
        return promise->future();
    }

    template <typename Work>
    QFuture<std::invoke_result_t<Work, Database &>> write(Work work)
    {
        using Outcome = std::invoke_result_t<Work, Database &>;
        auto promise = std::make_shared<QPromise<Outcome>>();
        promise->start();
        write(std::move(work), [promise](Outcome outcome) { finish(*promise, std::move(outcome)); });
        return promise->future();
    }

    /// The same, with `done(Outcome)` called on the writer's thread.
    template <typename Work, typename Done>
    void write(Work work, Done done)
    {
        using Outcome = std::invoke_result_t<Work, Database &>;
        const auto outcome = std::make_shared<std::optional<Outcome>>();
        enqueue({.run =
                     [outcome, job = std::move(work)](Database &database) mutable {
                         *outcome = job(database);
                         return bool(**outcome);
                     },
            .settle =
                [outcome, done = std::move(done)](const std::optional<Error> &failure) {
                    if (failure && (!*outcome || **outcome))
                        *outcome = Outcome(*failure);
                    done(std::move(**outcome));
                }});
    }

private:
    struct Job {
        std::function<bool(Database &)> run;                      ///< false: take back what it did
        std::function<void(const std::optional<Error> &)> settle; ///< with the error of the commit, if it failed
        std::optional<Error> failure {};
    };

    explicit Store(QString path);

    template <typename Outcome>
    static void finish(QPromise<Outcome> &promise, Outcome outcome)
    {
        promise.addResult(std::move(outcome));
        promise.finish();
    }

    void enqueue(Job job);
    void writeLoop();
    static void runBatch(Database &database, std::deque<Job> &batch);
    static void settleAll(std::deque<Job> &batch, const Error &failure);
    Result<Database *> readerConnection();

    QString m_path;
    QThreadStorage<std::optional<Database>> m_connections;
    QThreadPool m_readers;

    std::mutex m_mutex; // guards m_jobs and m_closing, the border between the callers' threads and the writer
    std::condition_variable m_wake;
    std::deque<Job> m_jobs;
    bool m_closing = false;
    std::thread m_writer;
};

} // namespace hub
