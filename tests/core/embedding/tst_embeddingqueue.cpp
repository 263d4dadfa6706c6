// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingqueue.h"
#include "core/embedding/httpembedder.h"
#include "tests/support/fakeclock.h"
#include "tests/support/fakeembedder.h"
#include "tests/support/fakeprovider.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>
#include <QSemaphore>

#include <mutex>

using namespace hub;
using namespace std::chrono_literals;
using test::FakeEmbedder;

namespace {

/// What the queue has asked for and delivered, written on the embedding thread.
struct Log {
    void ask(const QStringList &texts, EmbedPurpose purpose)
    {
        const std::scoped_lock lock(mutex);
        asked += (purpose == EmbedPurpose::Query ? u"? "_s : QString()) + texts.join(u'+');
    }
    void deliver(const QList<EmbeddedPassage> &passages)
    {
        const std::scoped_lock lock(mutex);
        delivered += passages;
        lastThread = QThread::currentThread();
    }
    QStringList questions()
    {
        const std::scoped_lock lock(mutex);
        return asked;
    }
    QList<qint64> seqs()
    {
        const std::scoped_lock lock(mutex);
        QList<qint64> out;
        for (const auto &passage : delivered)
            out += passage.seq;
        return out;
    }

    std::mutex mutex;
    QStringList asked;
    QList<EmbeddedPassage> delivered;
    QThread *lastThread = nullptr;
};

/// Longer than a test waits for anything; a loaded machine must not look like a failure.
constexpr int patient = 60'000;
constexpr int hasty = 300;

EmbeddingSettings settingsOf(int batchSize, int queryDeadlineMs = patient)
{
    EmbeddingSettings settings;
    settings.batchSize = batchSize;
    settings.timeoutMs = patient;
    settings.queryDeadlineMs = queryDeadlineMs;
    return settings;
}

} // namespace

class EmbeddingQueueTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void embedsInOrderAndInBatches();
    void embedsTheLatestTextOnce();
    void letsAQuestionOvertake();
    void answersAQuestionInTimeWhileThePassagesHang();
    void keepsALateVectorForTheNextTime();
    void remembersQuestionsForAnHour();
    void leavesOutTheTextThatIsRefused();
    void leavesOutTheTextOnWhichTheProviderFails();
    void keepsTextsWhenEverythingIsRefused();
    void pausesWhileTheProviderIsDownAndResumes();
    void letsAQuestionEndAPause();
    void makesBatchesSmallerWhenTheyAreSlow();
    void endsAtOnceWhileAnEmbedderHangs();
    void endsAtOnceWhileARequestHangs();

private:
    std::unique_ptr<EmbeddingQueue> queue(FakeEmbedder::Before before, int batchSize = 4, int queryDeadlineMs = patient)
    {
        auto counted = [this, before](const QStringList &texts, EmbedPurpose purpose) -> Result<void> {
            m_log->ask(texts, purpose);
            return before ? before(texts, purpose) : Result<void>();
        };
        return std::make_unique<EmbeddingQueue>(std::make_unique<FakeEmbedder>(64, counted),
            settingsOf(batchSize, queryDeadlineMs), m_clock,
            [this](const auto &passages) { m_log->deliver(passages); });
    }

    test::FakeClock m_clock;
    std::unique_ptr<Log> m_log;

private Q_SLOTS:
    void init() { m_log = std::make_unique<Log>(); }
};

void EmbeddingQueueTest::embedsInOrderAndInBatches()
{
    QSemaphore start;
    const auto queued = queue([&](const QStringList &texts, EmbedPurpose) -> Result<void> {
        if (texts.contains(u"t0"_s))
            start.tryAcquire(1, patient);
        return {};
    });
    for (int i = 0; i < 10; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QCOMPARE(queued->backlog(), 10);
    start.release();
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QCOMPARE(m_log->seqs(), (QList<qint64> {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    for (const auto &batch : m_log->questions())
        QVERIFY(batch.count(u'+') < 4);
    QVERIFY(m_log->questions().size() <= 4);
    QCOMPARE(m_log->delivered[3].vector, FakeEmbedder::vectorOf(u"t3"_s, 64));
    QCOMPARE(m_log->delivered[3].space, queued->space());
    QVERIFY(m_log->lastThread != QThread::currentThread());
}

void EmbeddingQueueTest::embedsTheLatestTextOnce()
{
    QSemaphore start;
    const auto queued = queue([&](const QStringList &texts, EmbedPurpose) -> Result<void> {
        if (texts.contains(u"first"_s))
            start.tryAcquire(1, patient);
        return {};
    });
    queued->enqueue(1, u"first"_s);
    QVERIFY(QTest::qWaitFor([&] { return m_log->questions().size() == 1; }, patient));
    queued->enqueue(2, u"old"_s);
    queued->enqueue(2, u"new"_s);
    start.release();
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QCOMPARE(m_log->questions(), (QStringList {u"first"_s, u"new"_s}));
    QCOMPARE(m_log->seqs(), (QList<qint64> {1, 2}));
}

void EmbeddingQueueTest::letsAQuestionOvertake()
{
    QSemaphore start;
    const auto queued = queue(
        [&](const QStringList &texts, EmbedPurpose) -> Result<void> {
            if (texts.contains(u"t0"_s))
                start.tryAcquire(1, patient);
            return {};
        },
        1);
    for (int i = 0; i < 5; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return m_log->questions().size() == 1; }, patient));
    auto asked = queued->embedQuery(u"where"_s);
    QTest::qWait(30); // the question reaches the embedding thread, which is held up
    start.release();
    asked.waitForFinished();
    VERIFY_OK(asked.result());
    QCOMPARE(*asked.result(), FakeEmbedder::vectorOf(u"where"_s, 64));
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QCOMPARE(m_log->questions(), (QStringList {u"t0"_s, u"? where"_s, u"t1"_s, u"t2"_s, u"t3"_s, u"t4"_s}));
}

void EmbeddingQueueTest::answersAQuestionInTimeWhileThePassagesHang()
{
    QSemaphore start;
    const auto queued = queue(
        [&](const QStringList &, EmbedPurpose) -> Result<void> {
            start.tryAcquire(1, patient);
            return {};
        },
        4, hasty);
    queued->enqueue(1, u"slow"_s);
    QVERIFY(QTest::qWaitFor([&] { return m_log->questions().size() == 1; }, patient));
    QElapsedTimer watch;
    watch.start();
    auto asked = queued->embedQuery(u"where"_s);
    asked.waitForFinished();
    QVERIFY(watch.elapsed() >= 290);
    QVERIFY2(watch.elapsed() < patient / 2, qPrintable(QString::number(watch.elapsed())));
    QVERIFY(!asked.result());
    QCOMPARE(asked.result().error().code, ErrorCode::Busy);
    start.release(10);
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QCOMPARE(m_log->questions(), QStringList {u"slow"_s}); // nobody waits for that question any more
}

void EmbeddingQueueTest::keepsALateVectorForTheNextTime()
{
    QSemaphore start;
    const auto queued = queue(
        [&](const QStringList &, EmbedPurpose) -> Result<void> {
            start.tryAcquire(1, patient);
            return {};
        },
        4, hasty);
    auto late = queued->embedQuery(u"where"_s);
    late.waitForFinished();
    QVERIFY(!late.result());
    start.release(10);
    QTest::qWait(200); // the vector reaches the desk
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
    QCOMPARE(m_log->questions(), QStringList {u"? where"_s});
}

void EmbeddingQueueTest::remembersQuestionsForAnHour()
{
    const auto queued = queue({});
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
    m_clock.advance(msPerHour - 1);
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
    QCOMPARE(m_log->questions().size(), 1);
    m_clock.advance(1);
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
    QCOMPARE(m_log->questions().size(), 2);
}

void EmbeddingQueueTest::leavesOutTheTextThatIsRefused()
{
    const auto queued = queue([](const QStringList &texts, EmbedPurpose) -> Result<void> {
        if (texts.contains(u"bad"_s))
            return Error {ErrorCode::InvalidArgument, u"too long"_s};
        return {};
    });
    for (int i = 0; i < 8; ++i)
        queued->enqueue(i, i == 5 ? u"bad"_s : u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QCOMPARE(m_log->seqs(), (QList<qint64> {0, 1, 2, 3, 4, 6, 7}));
    QVERIFY(!queued->isPaused());
}

void EmbeddingQueueTest::leavesOutTheTextOnWhichTheProviderFails()
{
    const auto queued = queue([](const QStringList &texts, EmbedPurpose) -> Result<void> {
        if (texts.contains(u"poison"_s))
            return Error {ErrorCode::Internal, u"status 500"_s};
        return {};
    });
    for (int i = 0; i < 6; ++i)
        queued->enqueue(i, i == 1 ? u"poison"_s : u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    auto seqs = m_log->seqs();
    std::ranges::sort(seqs);
    QCOMPARE(seqs, (QList<qint64> {0, 2, 3, 4, 5}));
    QVERIFY(!queued->isPaused());
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
}

void EmbeddingQueueTest::keepsTextsWhenEverythingIsRefused()
{
    const auto queued = queue([](const QStringList &, EmbedPurpose) -> Result<void> {
        return Error {ErrorCode::InvalidArgument, u"this model does not embed"_s};
    });
    for (int i = 0; i < 50; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return queued->isPaused(); }, patient));
    QVERIFY(queued->backlog() >= 40);
}

void EmbeddingQueueTest::pausesWhileTheProviderIsDownAndResumes()
{
    std::atomic<bool> isDown = true;
    const auto queued = queue([&](const QStringList &, EmbedPurpose) -> Result<void> {
        if (isDown)
            return Error {ErrorCode::Busy, u"connection refused"_s};
        return {};
    });
    for (int i = 0; i < 6; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return queued->isPaused(); }, patient));
    const auto asked = queued->embedQuery(u"where"_s).result(); // answered at once, not after its deadline
    QVERIFY(!asked);
    QVERIFY(QTest::qWaitFor([&] { return m_log->questions().size() == 3; }, patient)); // after 250 ms and 500 ms
    QCOMPARE(m_log->questions()[1].count(u'+'), 0);                                    // one text is enough to find out
    QCOMPARE(queued->backlog(), 6);
    isDown = false;
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    QVERIFY(!queued->isPaused());
    QCOMPARE(m_log->seqs().size(), 6);
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
}

void EmbeddingQueueTest::letsAQuestionEndAPause()
{
    std::atomic<bool> isDown = true;
    const auto queued = queue([&](const QStringList &, EmbedPurpose) -> Result<void> {
        if (isDown)
            return Error {ErrorCode::Busy, u"connection refused"_s};
        return {};
    });
    QVERIFY(QTest::qWaitFor([&] { return !queued->embedQuery(u"where"_s).result() && queued->isPaused(); }, patient));
    isDown = false;
    QVERIFY(QTest::qWaitFor([&] { return !queued->isPaused(); }, patient));
    VERIFY_OK(queued->embedQuery(u"where"_s).result());
}

void EmbeddingQueueTest::makesBatchesSmallerWhenTheyAreSlow()
{
    const auto queued = queue(
        [](const QStringList &texts, EmbedPurpose) -> Result<void> {
            QThread::msleep(60 * static_cast<unsigned long>(texts.size()));
            return {};
        },
        8);
    for (int i = 0; i < 20; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return queued->backlog() == 0; }, patient));
    const auto batches = m_log->questions();
    QVERIFY(batches.last().count(u'+') + 1 <= 4);
    QCOMPARE(m_log->seqs().size(), 20);
}

void EmbeddingQueueTest::endsAtOnceWhileAnEmbedderHangs()
{
    auto queued = queue([](const QStringList &, EmbedPurpose) -> Result<void> {
        while (!QThread::currentThread()->isInterruptionRequested())
            QThread::msleep(1);
        return Error {ErrorCode::Cancelled, u"ending"_s};
    });
    for (int i = 0; i < 100; ++i)
        queued->enqueue(i, u"t%1"_s.arg(i));
    QVERIFY(QTest::qWaitFor([&] { return !m_log->questions().isEmpty(); }, patient));
    auto asked = queued->embedQuery(u"where"_s);
    QElapsedTimer watch;
    watch.start();
    queued.reset();
    QVERIFY(watch.elapsed() < patient / 2);
    QVERIFY(asked.isFinished());
    QCOMPARE(asked.result().error().code, ErrorCode::Cancelled);
    QVERIFY(m_log->seqs().isEmpty());
}

void EmbeddingQueueTest::endsAtOnceWhileARequestHangs()
{
    test::FakeProvider provider([](const auto &) { return QByteArray(); });
    auto settings = settingsOf(4);
    settings.baseUrl = provider.baseUrl();
    settings.model = u"m"_s;
    auto embedder = HttpEmbedder::create(settings);
    VERIFY_OK(embedder);
    auto queued = std::make_unique<EmbeddingQueue>(
        std::move(*embedder), settings, m_clock, [this](const auto &passages) { m_log->deliver(passages); });
    queued->enqueue(1, u"text"_s);
    QVERIFY(QTest::qWaitFor([&] { return provider.requests().size() == 1; }, patient));
    QElapsedTimer watch;
    watch.start();
    queued.reset();
    QVERIFY2(watch.elapsed() < patient / 2, qPrintable(QString::number(watch.elapsed())));
    QVERIFY(m_log->seqs().isEmpty());
}

QTEST_GUILESS_MAIN(EmbeddingQueueTest)
#include "tst_embeddingqueue.moc"
