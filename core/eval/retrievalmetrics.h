// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// How well rankings answer, averaged over queries: recall and hit rate among the
/// first k, mean reciprocal rank of the first answer, and normalised discounted
/// cumulative gain with binary relevance (Järvelin and Kekäläinen, 2002).
struct RetrievalMetrics {
    double recall5 = 0;
    double recall10 = 0;
    double recall20 = 0;
    double hit5 = 0;
    double hit10 = 0;
    double mrr = 0;
    double ndcg10 = 0;
    int queries = 0;

    static constexpr auto fields()
    {
        using M = RetrievalMetrics;
        return std::tuple {field("recall@5", &M::recall5), field("recall@10", &M::recall10),
            field("recall@20", &M::recall20), field("hit@5", &M::hit5), field("hit@10", &M::hit10),
            field("MRR", &M::mrr), field("nDCG@10", &M::ndcg10), field("queries", &M::queries)};
    }
};

/// Sums the figures of single queries; mean() divides.
class MetricsSum
{
public:
    /// `ranked` is best first; `relevant` must not be empty.
    void add(const QStringList &ranked, const QSet<QString> &relevant);
    RetrievalMetrics mean() const;

private:
    RetrievalMetrics m_sum;
};

} // namespace hub
