// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/eval/retrievalmetrics.h"

#include <cmath>

namespace hub {
namespace {

constexpr int gainDepth = 10;

double discount(qsizetype place) { return 1 / std::log2(double(place) + 2); }

qsizetype found(const QStringList &ranked, const QSet<QString> &relevant, qsizetype depth)
{
    const auto end = ranked.begin() + std::min(depth, ranked.size());
    return std::count_if(ranked.begin(), end, [&](const QString &id) { return relevant.contains(id); });
}

} // namespace

void MetricsSum::add(const QStringList &ranked, const QSet<QString> &relevant)
{
    const auto recall
        = [&](qsizetype depth) { return double(found(ranked, relevant, depth)) / double(relevant.size()); };
    m_sum.recall5 += recall(5);
    m_sum.recall10 += recall(10);
    m_sum.recall20 += recall(20);
    m_sum.hit5 += found(ranked, relevant, 5) > 0;
    m_sum.hit10 += found(ranked, relevant, 10) > 0;
    double gain = 0;
    double best = 0;
    for (qsizetype place = 0; place < std::min<qsizetype>(gainDepth, relevant.size()); ++place)
        best += discount(place);
    for (qsizetype place = 0; place < std::min<qsizetype>(gainDepth, ranked.size()); ++place)
        gain += relevant.contains(ranked[place]) ? discount(place) : 0;
    m_sum.ndcg10 += gain / best;
    for (qsizetype place = 0; place < ranked.size(); ++place) {
        if (relevant.contains(ranked[place])) {
            m_sum.mrr += 1 / double(place + 1);
            break;
        }
    }
    ++m_sum.queries;
}

RetrievalMetrics MetricsSum::mean() const
{
    auto mean = m_sum;
    const double n = std::max(1, m_sum.queries);
    for (auto *figure :
        {&mean.recall5, &mean.recall10, &mean.recall20, &mean.hit5, &mean.hit10, &mean.mrr, &mean.ndcg10})
        *figure = std::round(*figure / n * 10000) / 10000;
    return mean;
}

} // namespace hub
