// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/eval/evaluationset.h"
#include "core/eval/retrievalmetrics.h"
#include "core/settings/settings.h"

namespace hub {

struct EvaluationOptions {
    QString set;          ///< folder of the set
    QStringList excluded; ///< categories that do not count
    QString runFile;      ///< where the ranking is written for another scorer; empty: nowhere
    QString signalFile;   ///< where the value of each signal is written; empty: nowhere
    Settings settings;    ///< weights and model, as the hub would use them
};

struct EvaluationCategory : RetrievalMetrics {
    QString name;

    static constexpr auto fields()
    {
        return std::tuple_cat(std::tuple {field("category", &EvaluationCategory::name)}, RetrievalMetrics::fields());
    }
};

struct EvaluationBaselines {
    RetrievalMetrics bm25; ///< BM25 over the product's words alone
    RetrievalMetrics fts5; ///< SQLite's full-text search as it comes, any of the words

    static constexpr auto fields()
    {
        return std::tuple {field("bm25", &EvaluationBaselines::bm25), field("fts5", &EvaluationBaselines::fts5)};
    }
};

/// The product's own figures are at the top.
struct EvaluationReport : RetrievalMetrics {
    QString set;
    QString model; ///< "none" without one
    int documents = 0;
    int refused = 0;         ///< documents that are no memory (too short)
    double sessionHit10 = 0; ///< share of queries with a memory of an answering session among the first ten
    double recallP50 = 0;    ///< milliseconds of one recall
    QList<EvaluationCategory> categories;
    EvaluationBaselines baselines;

    static constexpr auto fields()
    {
        using R = EvaluationReport;
        return std::tuple_cat(RetrievalMetrics::fields(),
            std::tuple {field("set", &R::set), field("model", &R::model), field("documents", &R::documents),
                field("refused", &R::refused), field("session_hit@10", &R::sessionHit10),
                field("recall_p50_ms", &R::recallP50), field("categories", &R::categories),
                field("baselines", &R::baselines)});
    }
};

/// Remembers a retrieval set in a scratch store, through the same use cases as any
/// agent, and asks all its questions. Blocks for as long as that takes.
Result<EvaluationReport> evaluate(const EvaluationOptions &options);

} // namespace hub
