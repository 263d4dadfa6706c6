// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/store.h"
#include "tests/support/verify.h"

#include <QSemaphore>
#include <QTemporaryDir>

using namespace hub;

class StoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsAHundredWritesOfManyThreads();
    void writesInTheOrderAsked();
    void takesBackOnlyTheWriteThatFailed();
    void answersOnlyWhenTheChangeIsSafe();
    void acknowledgesNothingThatAFullDiskRefused();
    void recoversWhenThereIsRoomAgain();
    void readsBesideAWriter();
    void readsOnSeveralThreadsAtOnce();
    void finishesQueuedWorkBeforeItEnds();
    void drainsBothKindsOfWork();
    void opensWhatItHasWritten();

private:
    std::unique_ptr<Store> open() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::unique_ptr<Store> m_store;
};

namespace {

Result<void> note(Database &database, const QString &name, const QString &value = {})
{
    HUB_TRY(statement, database.prepareNamed(u"storage/meta_put"));
    return statement.bind(name, value).run();
}

Result<QStringList> names(Database &database)
{
    HUB_TRY(statement, database.prepare(u"SELECT name FROM meta ORDER BY rowid"_s));
    return statement.column<QString>();
}

Result<bool> has(Database &database, const QString &name)
{
    HUB_TRY(statement, database.prepare(u"SELECT count(*) FROM meta WHERE name = ?1"_s));
    HUB_TRY(count, statement.bind(name).scalar<int>());
    return count.value_or(0) == 1;
}

auto noting(const QString &name, const QString &value = {})
{
    return [name, value](Database &database) { return note(database, name, value); };
}

/// Lets the store's file grow by `pages` pages of 4 KiB, as a nearly full disk does.
Result<void> leaveRoom(Database &database, int pages)
{
    HUB_TRY(count, database.prepare(u"PRAGMA page_count"_s));
    HUB_TRY(used, count.scalar<int>());
    return database.runScript(u"PRAGMA max_page_count = %1"_s.arg(used.value_or(0) + pages));
}

} // namespace

std::unique_ptr<Store> StoreTest::open() const
{
    auto store = Store::open(m_path, m_folder->filePath(u"backups"_s));
    if (!store)
        qFatal("the store could not be opened");
    return std::move(*store);
}

void StoreTest::init()
{
    m_store.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(u"memory.db"_s);
    m_store = open();
}

void StoreTest::keepsAHundredWritesOfManyThreads()
{
    constexpr int perThread = 25;
    std::vector<std::thread> threads;
    std::mutex mutex;
    QList<QFuture<Result<void>>> futures;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (int i = 0; i < perThread; ++i) {
                auto future = m_store->write(noting(u"%1-%2"_s.arg(thread).arg(i)));
                const std::scoped_lock lock(mutex);
                futures += future;
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    for (const auto &future : futures)
        VERIFY_OK(future.result());
    QCOMPARE(m_store->read(names).result()->size(), 4 * perThread);
}

void StoreTest::writesInTheOrderAsked()
{
    QStringList asked;
    for (int i = 0; i < 200; ++i) {
        asked += QString::number(i);
        m_store->write(noting(asked.constLast()));
    }
    m_store->drain();
    QCOMPARE(*m_store->read(names).result(), asked);
}

void StoreTest::takesBackOnlyTheWriteThatFailed()
{
    QSemaphore gate; // holds the writer, so that the three that follow share one commit
    auto held = m_store->write([&](Database &database) {
        gate.acquire();
        return note(database, u"held"_s);
    });
    auto before = m_store->write(noting(u"before"_s));
    auto failing = m_store->write([](Database &database) -> Result<int> {
        HUB_CHECK(note(database, u"taken back"_s));
        return Error {ErrorCode::NotFound, u"on purpose"_s};
    });
    bool acted = false;
    auto breaking = m_store->write([&](Database &database) -> Result<void> {
        database.afterCommit([&] { acted = true; });
        HUB_CHECK(note(database, u"taken back too"_s));
        return database.runScript(u"INSERT INTO meta VALUES ('before', 'again')"_s);
    });
    auto after = m_store->write(noting(u"after"_s));
    gate.release();
    VERIFY_OK(held.result());
    VERIFY_OK(before.result());
    QCOMPARE(failing.result().error().message, u"on purpose"_s);
    QCOMPARE(breaking.result().error().code, ErrorCode::Conflict);
    VERIFY_OK(after.result());
    QVERIFY(!acted);
    QCOMPARE(*m_store->read(names).result(), (QStringList {u"held"_s, u"before"_s, u"after"_s}));
}

void StoreTest::answersOnlyWhenTheChangeIsSafe()
{
    QSemaphore gate;
    m_store->write([&](Database &) -> Result<void> {
        gate.acquire();
        return {};
    });
    std::atomic<int> seen = 0;
    QSemaphore answered;
    for (int i = 0; i < 20; ++i) {
        const auto name = QString::number(i);
        m_store->write(noting(name), [&, name](const Result<void> &written) {
            auto other = Database::open(m_path); // on the writer's thread, at the moment of the answer
            if (written && other && has(*other, name).operator bool() && *has(*other, name))
                ++seen;
            answered.release();
        });
    }
    gate.release();
    answered.acquire(20);
    QCOMPARE(seen.load(), 20);
}

void StoreTest::acknowledgesNothingThatAFullDiskRefused()
{
    VERIFY_OK(m_store->write([](Database &database) { return leaveRoom(database, 40); }).result());
    const QString large(20'000, u'x');
    QList<std::pair<QString, QFuture<Result<void>>>> writes;
    for (int i = 0; i < 200; ++i) {
        const auto name = QString::number(i);
        writes.emplace_back(name, m_store->write(noting(name, large)));
    }
    QStringList acknowledged;
    int refused = 0;
    for (const auto &[name, future] : writes) {
        const auto result = future.result();
        if (result) {
            acknowledged += name;
            continue;
        }
        ++refused;
        QCOMPARE(result.error().code, ErrorCode::Storage);
    }
    QVERIFY(refused > 0);
    m_store = open();
    QCOMPARE(*m_store->read(names).result(), acknowledged);
    const auto check = m_store->read([](Database &database) -> Result<QString> {
        HUB_TRY(statement, database.prepare(u"PRAGMA integrity_check"_s));
        HUB_TRY(answer, statement.scalar<QString>());
        return answer.value_or(QString());
    });
    QCOMPARE(*check.result(), u"ok"_s);
}

void StoreTest::recoversWhenThereIsRoomAgain()
{
    VERIFY_OK(m_store->write([](Database &database) { return leaveRoom(database, 2); }).result());
    const auto refused = m_store->write(noting(u"large"_s, QString(100'000, u'x'))).result();
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(u"full"_s), qPrintable(refused.error().message));
    VERIFY_OK(m_store->read(names).result());
    VERIFY_OK(m_store->write([](Database &database) { return leaveRoom(database, 1000); }).result());
    VERIFY_OK(m_store->write(noting(u"large"_s, QString(100'000, u'x'))).result());
    QCOMPARE(*m_store->read(names).result(), QStringList {u"large"_s});
}

void StoreTest::readsBesideAWriter()
{
    VERIFY_OK(m_store->write(noting(u"old"_s)).result());
    QSemaphore inside;
    QSemaphore gate;
    auto writing = m_store->write([&](Database &database) -> Result<void> {
        HUB_CHECK(note(database, u"new"_s));
        inside.release();
        gate.acquire();
        return {};
    });
    inside.acquire();
    QCOMPARE(*m_store->read(names).result(), QStringList {u"old"_s}); // neither waits nor sees the half-done
    gate.release();
    VERIFY_OK(writing.result());
    QCOMPARE(m_store->read(names).result()->size(), 2);
}

void StoreTest::readsOnSeveralThreadsAtOnce()
{
    QSemaphore arrived;
    QSemaphore gate;
    QList<QFuture<Result<void>>> reads;
    for (int i = 0; i < 4; ++i) {
        reads += m_store->read([&](Database &) -> Result<void> {
            arrived.release();
            gate.acquire();
            return {};
        });
    }
    QVERIFY(arrived.tryAcquire(4, 10'000));
    gate.release(4);
    for (const auto &read : reads)
        VERIFY_OK(read.result());
}

void StoreTest::finishesQueuedWorkBeforeItEnds()
{
    QList<QFuture<Result<void>>> futures;
    for (int i = 0; i < 150; ++i) // more than one batch
        futures += m_store->write(noting(QString::number(i)));
    auto reading = m_store->read(names);
    m_store.reset();
    for (const auto &future : futures) {
        QVERIFY(future.isFinished());
        VERIFY_OK(future.result());
    }
    QVERIFY(reading.isFinished());
    m_store = open();
    QCOMPARE(m_store->read(names).result()->size(), 150);
}

void StoreTest::drainsBothKindsOfWork()
{
    std::atomic<int> done = 0;
    for (int i = 0; i < 10; ++i) {
        m_store->write([&](Database &) -> Result<void> {
            ++done;
            return {};
        });
        m_store->read([&](Database &) -> Result<void> {
            ++done;
            return {};
        });
    }
    m_store->drain();
    QCOMPARE(done.load(), 20);
}

void StoreTest::opensWhatItHasWritten()
{
    VERIFY_OK(m_store->write(noting(u"한글 🟡"_s, u"값"_s)).result());
    m_store = open();
    QCOMPARE(*m_store->read(names).result(), QStringList {u"한글 🟡"_s});
}

QTEST_GUILESS_MAIN(StoreTest)
#include "tst_store.moc"
