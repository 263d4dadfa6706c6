// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/vectorindex.h"
#include "tests/support/randomvectors.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>

// bench_vectors [count] [dimension]: what finding the nearest of `count` vectors costs.

using namespace hub;
using namespace std::chrono_literals;

namespace {

constexpr int questions = 50;

double medianMs(const std::function<void(int)> &run)
{
    std::vector<double> times;
    for (int i = 0; i < questions; ++i) {
        QElapsedTimer watch;
        watch.start();
        run(i);
        times.push_back(double(watch.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

template <typename Sum, typename Number>
Sum product(const Number *a, const Number *b, qsizetype width)
{
    if constexpr (std::is_integral_v<Number>) {
        Sum sum = 0;
        for (qsizetype i = 0; i < width; ++i)
            sum += Sum(a[i]) * Sum(b[i]);
        return sum;
    }
    Sum lanes[16] = {}; // a compiler may not reorder a sum of floats; so it can use vectors
    for (qsizetype i = 0; i + 16 <= width; i += 16) {
        for (qsizetype lane = 0; lane < 16; ++lane)
            lanes[lane] += Sum(a[i + lane]) * Sum(b[i + lane]);
    }
    return std::accumulate(std::begin(lanes), std::end(lanes), Sum(0));
}

/// One pass over `count` rows of one number format, without anything around it.
template <typename Number, typename Sum>
void benchScan(const char *name, qsizetype count, qsizetype width, double factor)
{
    test::RandomVectors random(int(width), 48);
    std::vector<Number> rows;
    rows.reserve(size_t(count * width));
    for (qsizetype i = 0; i < std::min<qsizetype>(count, 1000); ++i) {
        for (const float number : random.next())
            rows.push_back(Number(double(number) * factor));
    }
    while (rows.size() < size_t(count * width))
        rows.push_back(rows[rows.size() % size_t(1000 * width)]);
    Sum best = std::numeric_limits<Sum>::lowest();
    const auto ms = medianMs([&](int question) {
        const auto *query = rows.data() + question * width;
        for (const auto *row = rows.data(); row < rows.data() + rows.size(); row += width) {
            const Sum total = product<Sum>(query, row, width);
            best = std::max(best, total);
        }
    });
    printf("scan %-8s %8.2f ms   (best %g)\n", name, ms, double(best));
}

struct Quality {
    double ms = 0;
    double recall = 0;
};

Quality measure(const VectorIndex &index, const QList<Vector> &asked, int limit, const QList<QSet<qint64>> &truth,
    const AcceptVector &accept)
{
    qsizetype found = 0;
    Quality quality;
    quality.ms = medianMs([&](int i) {
        const auto hits = index.search(asked[i], limit, accept);
        for (const auto &hit : *hits)
            found += truth[i].contains(hit.seq);
    });
    quality.recall = double(found) / double(questions * limit);
    return quality;
}

QList<QSet<qint64>> truthOf(const VectorIndex &exact, const QList<Vector> &asked, int limit, const AcceptVector &accept)
{
    QList<QSet<qint64>> truth;
    for (const auto &query : asked) {
        QSet<qint64> seqs;
        const auto hits = exact.search(query, limit, accept);
        for (const auto &hit : *hits)
            seqs += hit.seq;
        truth += seqs;
    }
    return truth;
}

void benchIndex(qsizetype count, int dimension)
{
    const EmbeddingSpace space {QStringLiteral("bench"), QStringLiteral("random"), dimension, {}};
    VectorIndex exact(space, std::numeric_limits<qsizetype>::max());
    VectorIndex graph(space, 1);
    test::RandomVectors random(dimension, 48);
    QElapsedTimer watch;
    qint64 putNs = 0;
    for (qsizetype i = 0; i < count; ++i) {
        const auto vector = random.next();
        watch.start();
        if (!exact.put(i, int(i % 1000), vector))
            return;
        putNs += watch.nsecsElapsed();
        if (!graph.put(i, int(i % 1000), vector))
            return;
    }
    printf("put           %8.2f us each, %lld MB for %lld vectors\n", double(putNs) / 1e3 / double(count),
        exact.memoryBytes() >> 20, qlonglong(count));
    watch.start();
    while (*graph.catchUp(50ms)) { }
    printf("graph built   %8.1f s, %lld MB in all\n", double(watch.elapsed()) / 1e3, graph.memoryBytes() >> 20);

    QList<Vector> asked;
    for (int i = 0; i < questions; ++i)
        asked += random.next();
    for (const int limit : {10, 50, 200}) {
        for (const int share : {1000, 100, 10}) {
            const AcceptVector accept
                = share == 1000 ? AcceptVector() : [share](qint64, int owner) { return owner < share; };
            const auto truth = truthOf(exact, asked, limit, accept);
            const auto scanned = measure(exact, asked, limit, truth, accept);
            const auto linked = measure(graph, asked, limit, truth, accept);
            printf("search %4d of %5.1f %%: exact %7.2f ms, graph %7.2f ms with recall %.3f\n", limit, share / 10.0,
                scanned.ms, linked.ms, linked.recall);
        }
    }
    const QTemporaryDir folder;
    watch.start();
    const auto saved = graph.save(folder.filePath(QStringLiteral("index")));
    const auto savedMs = watch.restart();
    const auto loaded = VectorIndex::load(folder.filePath(QStringLiteral("index")), space, 1);
    printf("saved %lld ms (%s), loaded %lld ms (%s)\n", savedMs, saved ? "ok" : "failed", watch.elapsed(),
        loaded ? "ok" : "failed");
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    const qsizetype count = arguments.value(1, QStringLiteral("50000")).toLongLong();
    const int dimension = arguments.value(2, QStringLiteral("384")).toInt();
    benchScan<float, float>("float32", count, dimension, 1);
    benchScan<qint16, qint32>("int16", count, dimension, 32767);
    benchScan<qint8, qint32>("int8", count, dimension, 127 * 5);
    benchIndex(count, dimension);
    return 0;
}
