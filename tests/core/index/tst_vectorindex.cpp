// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorindex.h"
#include "tests/support/randomvectors.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <numeric>
#include <thread>

using namespace hub;
using namespace std::chrono_literals;

namespace {

constexpr int dimension = 48;
constexpr qsizetype never = 1'000'000; // the graph is not used
constexpr qsizetype always = 1;        // the graph is used as soon as it is built

const EmbeddingSpace space {u"test"_s, u"random"_s, dimension, u"1"_s};

using Vectors = QHash<qint64, Vector>;

/// The reference: every cosine in double precision, sorted.
QList<VectorHit> bruteForce(const Vectors &vectors, const Vector &query, int limit, const AcceptVector &accept = {})
{
    QList<VectorHit> hits;
    for (auto it = vectors.cbegin(); it != vectors.cend(); ++it) {
        if (!accept || accept(it.key(), int(it.key() % 10)))
            hits += {it.key(), float(std::inner_product(query.begin(), query.end(), it->begin(), 0.0))};
    }
    std::ranges::sort(hits, std::ranges::greater(), &VectorHit::similarity);
    return hits.mid(0, limit);
}

Vectors fill(VectorIndex &index, int count, unsigned seed = 1)
{
    test::RandomVectors random(dimension, 12, seed);
    Vectors vectors;
    for (qint64 seq = 0; seq < count; ++seq) {
        vectors[seq] = random.next();
        if (!index.put(seq, int(seq % 10), vectors[seq]))
            qFatal("put");
    }
    while (*index.catchUp(50ms)) { }
    return vectors;
}

/// The share of the truly nearest that a search finds, over many questions.
double recall(const VectorIndex &index, const Vectors &vectors, int limit, const AcceptVector &accept = {})
{
    test::RandomVectors random(dimension, 12, 99);
    double found = 0;
    double expected = 0;
    for (int i = 0; i < 30; ++i) {
        const auto query = random.next();
        const auto hits = index.search(query, limit, accept);
        if (!hits)
            return -1;
        for (const auto &truth : bruteForce(vectors, query, limit, accept)) {
            ++expected;
            found += std::ranges::any_of(*hits, [&](const auto &hit) { return hit.seq == truth.seq; });
        }
    }
    return found / expected;
}

} // namespace

class VectorIndexTest : public QObject
{
    Q_OBJECT

private:
    VectorIndex m_exact {space, never}; ///< both hold m_vectors; for tests that only search
    VectorIndex m_graph {space, always};
    Vectors m_vectors;

private Q_SLOTS:
    void initTestCase();
    void findsTheNearestExactly();
    void findsTheNearestByGraph();
    void staysInOrderAndInRange_data();
    void staysInOrderAndInRange();
    void answersOddLimits();
    void refusesVectorsOfAnotherKind();
    void honoursAFilter_data();
    void honoursAFilter();
    void asksTheFilterForTheOwner();
    void findsWhatTheGraphDoesNotHoldYet();
    void forgetsWhatIsRemoved_data();
    void forgetsWhatIsRemoved();
    void revivesWhatComesBack();
    void keepsItsRecallWhenMostIsReplaced();
    void returnsToScanningWhenItBecomesSmall();
    void growsBeyondItsFirstCapacity();
    void savesAndLoads_data();
    void savesAndLoads();
    void refusesAnotherSpace();
    void refusesADamagedFile();
    void keepsTheOldFileWhenItCannotSave();
    void servesSeveralThreads();
    void knowsItsSize();
};

void VectorIndexTest::initTestCase()
{
    m_vectors = fill(m_exact, 3000);
    fill(m_graph, 3000);
}

void VectorIndexTest::findsTheNearestExactly()
{
    QCOMPARE(m_exact.count(), 3000);
    test::RandomVectors random(dimension, 12, 7);
    for (int i = 0; i < 30; ++i) {
        const auto query = random.next();
        const auto hits = m_exact.search(query, 10);
        VERIFY_OK(hits);
        const auto truth = bruteForce(m_vectors, query, 10);
        QCOMPARE(hits->size(), 10);
        for (qsizetype rank = 0; rank < 10; ++rank) // two cosines may be nearer to each other than 16 bits tell
            QVERIFY(std::abs((*hits)[rank].similarity - truth[rank].similarity) < 1e-4F);
    }
    QVERIFY(recall(m_exact, m_vectors, 10) > 0.995);
}

void VectorIndexTest::findsTheNearestByGraph()
{
    for (const int limit : {1, 10, 200}) {
        const auto found = recall(m_graph, m_vectors, limit);
        QVERIFY2(found > 0.98, qPrintable(QString::number(found)));
    }
}

void VectorIndexTest::staysInOrderAndInRange_data()
{
    QTest::addColumn<qsizetype>("exactUpTo");
    QTest::newRow("exact") << never;
    QTest::newRow("graph") << always;
}

void VectorIndexTest::staysInOrderAndInRange()
{
    QFETCH(qsizetype, exactUpTo);
    VectorIndex index(space, exactUpTo);
    const auto vectors = fill(index, 1000);
    const auto same = index.search(vectors[17], 5);
    VERIFY_OK(same);
    QCOMPARE(same->constFirst().seq, 17);
    QVERIFY(same->constFirst().similarity <= 1 && same->constFirst().similarity > 0.9999F);
    QVERIFY(std::ranges::is_sorted(*same, std::ranges::greater(), &VectorHit::similarity));
    auto opposite = vectors[17];
    for (auto &number : opposite)
        number = -number;
    VERIFY_OK(index.put(-5, 0, opposite));
    const auto all = index.search(vectors[17], 2000);
    VERIFY_OK(all);
    QCOMPARE(all->size(), 1001);
    QCOMPARE(all->constLast().seq, -5);
    QVERIFY(all->constLast().similarity >= -1 && all->constLast().similarity < -0.9999F);
}

void VectorIndexTest::answersOddLimits()
{
    VectorIndex empty(space);
    const auto query = test::RandomVectors(dimension, 12).next();
    QVERIFY(empty.search(query, 10)->isEmpty());
    VectorIndex index(space, always);
    fill(index, 50);
    QVERIFY(index.search(query, 0)->isEmpty());
    QVERIFY(index.search(query, -1)->isEmpty());
    QCOMPARE(index.search(query, 1'000'000)->size(), 50);
}

void VectorIndexTest::refusesVectorsOfAnotherKind()
{
    VectorIndex index(space);
    QVERIFY(!index.put(1, 0, Vector {1, 0}));
    QVERIFY(!index.put(1, 0, Vector(dimension, 0.0F)));
    QVERIFY(!index.put(1, 0, Vector(dimension, std::nanf(""))));
    QVERIFY(!index.search(Vector {1, 0}, 10));
    QCOMPARE(index.count(), 0);
}

void VectorIndexTest::honoursAFilter_data()
{
    QTest::addColumn<qsizetype>("exactUpTo");
    QTest::addColumn<int>("everyNth");
    QTest::addColumn<int>("matches");
    for (const auto &[nth, matches] : {std::pair(1, 10), {2, 10}, {10, 10}, {100, 10}, {1000, 3}, {5000, 1}}) {
        QTest::addRow("exact, one in %d", nth) << never << nth << matches;
        QTest::addRow("graph, one in %d", nth) << always << nth << matches;
    }
}

void VectorIndexTest::honoursAFilter()
{
    QFETCH(qsizetype, exactUpTo);
    QFETCH(int, everyNth);
    QFETCH(int, matches);
    auto &index = exactUpTo == never ? m_exact : m_graph;
    const AcceptVector accept = [everyNth](qint64 seq, int) { return seq % everyNth == 0; };
    const auto hits = index.search(m_vectors[17], 10, accept);
    VERIFY_OK(hits);
    QCOMPARE(hits->size(), matches);
    QVERIFY(std::ranges::all_of(*hits, [&](const auto &hit) { return accept(hit.seq, 0); }));
    const auto found = recall(index, m_vectors, 10, accept);
    QVERIFY2(found > 0.98, qPrintable(QString::number(found)));
}

void VectorIndexTest::asksTheFilterForTheOwner()
{
    VectorIndex index(space, always);
    const auto vectors = fill(index, 1000);
    const auto ofThree = [](qint64, int owner) { return owner == 3; };
    const auto hits = index.search(vectors[17], 20, ofThree);
    VERIFY_OK(hits);
    QCOMPARE(hits->size(), 20);
    QVERIFY(std::ranges::all_of(*hits, [](const auto &hit) { return hit.seq % 10 == 3; }));
    VERIFY_OK(index.put(17, 3, vectors[17])); // it has changed hands
    QCOMPARE(index.search(vectors[17], 1, ofThree)->constFirst().seq, 17);
}

void VectorIndexTest::findsWhatTheGraphDoesNotHoldYet()
{
    VectorIndex index(space, always);
    auto vectors = fill(index, 2000);
    test::RandomVectors random(dimension, 12, 5);
    for (qint64 seq = 5000; seq < 5100; ++seq) {
        vectors[seq] = random.next();
        VERIFY_OK(index.put(seq, 0, vectors[seq]));
        QCOMPARE(index.search(vectors[seq], 1)->constFirst().seq, seq);
    }
    for (qint64 seq = 0; seq < 100; ++seq) { // replaced: the graph has the old numbers
        const auto old = vectors[seq];
        vectors[seq] = random.next();
        VERIFY_OK(index.put(seq, 0, vectors[seq]));
        QCOMPARE(index.search(vectors[seq], 1)->constFirst().seq, seq);
        QVERIFY(index.search(old, 1)->constFirst().similarity < 0.9999F);
    }
    QVERIFY(recall(index, vectors, 10) > 0.98);
    while (*index.catchUp(50ms)) { }
    QVERIFY(recall(index, vectors, 10) > 0.98);
}

void VectorIndexTest::forgetsWhatIsRemoved_data() { staysInOrderAndInRange_data(); }

void VectorIndexTest::forgetsWhatIsRemoved()
{
    QFETCH(qsizetype, exactUpTo);
    VectorIndex index(space, exactUpTo);
    auto vectors = fill(index, 2000);
    const auto nearest = vectors[4];
    for (qint64 seq = 0; seq < 2000; seq += 2) {
        QVERIFY(index.remove(seq));
        vectors.remove(seq);
    }
    QVERIFY(!index.remove(0));
    QVERIFY(!index.remove(123456));
    QCOMPARE(index.count(), 1000);
    const auto hits = index.search(nearest, 1000);
    QCOMPARE(hits->size(), 1000);
    QVERIFY(std::ranges::all_of(*hits, [](const auto &hit) { return hit.seq % 2 == 1; }));
    QVERIFY(recall(index, vectors, 10) > 0.98);
}

void VectorIndexTest::revivesWhatComesBack()
{
    VectorIndex index(space, always);
    const auto vectors = fill(index, 1000);
    QVERIFY(index.remove(17));
    QVERIFY(index.search(vectors[17], 1)->constFirst().seq != 17);
    VERIFY_OK(index.put(17, 0, vectors[17]));
    QCOMPARE(index.search(vectors[17], 1)->constFirst().seq, 17);
    while (*index.catchUp(50ms)) { }
    QCOMPARE(index.search(vectors[17], 1)->constFirst().seq, 17);
    QVERIFY(index.remove(17));
    VERIFY_OK(index.put(99999, 0, vectors[17])); // the slot is taken over before the graph has caught up
    QCOMPARE(index.search(vectors[17], 1)->constFirst().seq, 99999);
    QCOMPARE(index.count(), 1000);
}

void VectorIndexTest::keepsItsRecallWhenMostIsReplaced()
{
    VectorIndex index(space, always);
    auto vectors = fill(index, 1500);
    test::RandomVectors random(dimension, 12, 5);
    for (qint64 seq = 0; seq < 1200; ++seq) {
        QVERIFY(index.remove(seq));
        vectors.remove(seq);
        vectors[10'000 + seq] = random.next();
        VERIFY_OK(index.put(10'000 + seq, 0, vectors[10'000 + seq]));
        if (seq % 100 == 0)
            while (*index.catchUp(50ms)) { }
    }
    while (*index.catchUp(50ms)) { }
    const auto found = recall(index, vectors, 10);
    QVERIFY2(found > 0.97, qPrintable(QString::number(found)));
}

void VectorIndexTest::returnsToScanningWhenItBecomesSmall()
{
    VectorIndex index(space, 500);
    auto vectors = fill(index, 1000);
    const auto withGraph = index.memoryBytes();
    for (qint64 seq = 0; seq < 900; ++seq) {
        QVERIFY(index.remove(seq));
        vectors.remove(seq);
    }
    QVERIFY(!*index.catchUp(50ms));
    QVERIFY(index.memoryBytes() < withGraph / 2);
    QVERIFY(recall(index, vectors, 10) > 0.995);
}

void VectorIndexTest::growsBeyondItsFirstCapacity()
{
    VectorIndex index(space, always);
    fill(index, 10);
    auto vectors = fill(index, 4500, 3);
    QCOMPARE(index.count(), 4500);
    QVERIFY(recall(index, vectors, 10) > 0.98);
}

void VectorIndexTest::savesAndLoads_data() { staysInOrderAndInRange_data(); }

void VectorIndexTest::savesAndLoads()
{
    QFETCH(qsizetype, exactUpTo);
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"vectors"_s);
    VectorIndex index(space, exactUpTo);
    auto vectors = fill(index, 2000);
    for (qint64 seq = 0; seq < 100; ++seq) {
        QVERIFY(index.remove(seq));
        vectors.remove(seq);
    }
    VERIFY_OK(index.put(7777, 1, *normalised(Vector(dimension, 1)))); // the graph has not caught up
    vectors[7777] = *normalised(Vector(dimension, 1));
    VERIFY_OK(index.save(path));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {u"vectors"_s});

    const auto loaded = VectorIndex::load(path, space, exactUpTo);
    VERIFY_OK(loaded);
    QCOMPARE((*loaded)->count(), index.count());
    test::RandomVectors random(dimension, 12, 8);
    for (int i = 0; i < 20; ++i) {
        const auto query = random.next();
        const auto before = index.search(query, 10);
        const auto after = (*loaded)->search(query, 10);
        VERIFY_OK(after);
        for (qsizetype rank = 0; rank < 10; ++rank) {
            QCOMPARE((*after)[rank].seq, (*before)[rank].seq);
            QCOMPARE((*after)[rank].similarity, (*before)[rank].similarity);
        }
    }
    QCOMPARE((*loaded)->search(vectors[7777], 1, [](qint64, int owner) { return owner == 1; })->constFirst().seq, 7777);
    while (*(*loaded)->catchUp(50ms)) { } // a loaded graph can be worked on
    VERIFY_OK((*loaded)->put(1, 0, vectors[500]));
    VERIFY_OK((*loaded)->save(path));
    QVERIFY(recall(**loaded, vectors, 10) > 0.97);
    VERIFY_OK(VectorIndex::load(path, space, exactUpTo));
}

void VectorIndexTest::refusesAnotherSpace()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"vectors"_s);
    VectorIndex index(space);
    fill(index, 10);
    VERIFY_OK(index.save(path));
    auto other = space;
    other.version = u"2"_s;
    QVERIFY(!VectorIndex::load(path, other));
    other = space;
    other.dimension = dimension * 2;
    QVERIFY(!VectorIndex::load(path, other));
    QVERIFY(!VectorIndex::load(folder.filePath(u"absent"_s), space));
    QVERIFY(!VectorIndex::load(folder.path(), space));
}

void VectorIndexTest::refusesADamagedFile()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"vectors"_s);
    VectorIndex index(space, always);
    fill(index, 300);
    VERIFY_OK(index.save(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto good = file.readAll();
    file.close();
    const auto loads = [&](const QByteArray &content) {
        QFile target(path);
        return target.open(QIODevice::WriteOnly) && target.write(content) == content.size() && target.flush()
            && VectorIndex::load(path, space, always);
    };
    QVERIFY(loads(good));
    // Every region: magic, format, rows, graph, digest.
    for (qsizetype at = 0; at < good.size(); at += at < 100 || at > good.size() - 40 ? 1 : 1997) {
        auto flipped = good;
        flipped[at] = char(flipped[at] ^ 0x10);
        QVERIFY2(!loads(flipped), qPrintable(u"flipped at %1"_s.arg(at)));
        QVERIFY2(!loads(good.left(at)), qPrintable(u"cut at %1"_s.arg(at)));
    }
    QVERIFY(!loads(good + 'x'));
}

void VectorIndexTest::keepsTheOldFileWhenItCannotSave()
{
    VectorIndex index(space, always);
    fill(index, 100);
    const auto saved = index.save(u"/nonexistent-folder/vectors"_s);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::Storage);
}

void VectorIndexTest::servesSeveralThreads()
{
    const QTemporaryDir folder;
    VectorIndex index(space, 200);
    const auto vectors = fill(index, 1000);
    std::atomic<bool> isFailed = false;
    std::atomic<int> searches = 0;
    const auto search = [&] {
        for (int i = 0; i < 150; ++i) {
            const auto hits = index.search(vectors[i], 10, [](qint64 seq, int) { return seq % 3 != 0; });
            isFailed = isFailed || !hits || hits->size() != 10;
            ++searches;
        }
    };
    const auto change = [&] {
        for (qint64 i = 0; i < 400; ++i) {
            isFailed = isFailed || !index.put(2000 + i, 0, vectors[i]) || !index.catchUp(1ms);
            if (i % 2 == 0)
                isFailed = isFailed || !index.remove(2000 + i);
        }
    };
    const auto save = [&] {
        for (int i = 0; i < 5; ++i)
            isFailed = isFailed || !index.save(folder.filePath(u"vectors"_s)) || index.memoryBytes() <= 0;
    };
    std::vector<std::thread> threads;
    threads.emplace_back(search);
    threads.emplace_back(search);
    threads.emplace_back(change);
    threads.emplace_back(save);
    for (auto &thread : threads)
        thread.join();
    QVERIFY(!isFailed);
    QCOMPARE(searches, 300);
    QCOMPARE(index.count(), 1200);
    VERIFY_OK(VectorIndex::load(folder.filePath(u"vectors"_s), space, 200));
}

void VectorIndexTest::knowsItsSize()
{
    const EmbeddingSpace wide {u"test"_s, u"wide"_s, 384, {}};
    VectorIndex index(wide, never);
    QCOMPARE(index.memoryBytes(), 0);
    test::RandomVectors random(384, 12);
    for (qint64 seq = 0; seq < 2048; ++seq)
        VERIFY_OK(index.put(seq, 0, random.next()));
    const auto numbers = qint64(2048) * 384 * 2;
    QVERIFY(index.memoryBytes() >= numbers);
    QVERIFY(index.memoryBytes() < numbers + numbers / 4);
}

QTEST_GUILESS_MAIN(VectorIndexTest)
#include "tst_vectorindex.moc"
