// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/timephrase.h"
#include "core/index/searchsettings.h"
#include "core/memory/access.h"
#include "core/search/cursor.h"
#include "core/search/recall.h"

namespace hub {

/// What a recall looks for and among what, read once from the request.
struct SearchPlan {
    RecallRequest request;
    Access access;
    std::optional<Cursor> cursor;
    Timestamp anchor;  ///< "now" of the first page: recency counts from here
    qint64 newest = 0; ///< seq of the fragment that was stored last then: later ones wait for the next question
    std::optional<Period> period;
    std::optional<Timestamp> asOf;
    QString question;                 ///< text and keywords in one; empty: browse
    QStringList labels;               ///< the keywords asked for, lower case
    QString circumstances;            ///< contextText: what the caller is at
    std::optional<QSet<qint64>> only; ///< fragments that pass the filters which only the store knows
    QSet<qint64> hidden;              ///< fragments that this session has been shown already

    bool isBrowsing() const { return question.isEmpty(); }
    /// The owner filter and every filter of the request, as one predicate. It refers
    /// to this plan, which must outlive it.
    AcceptDocument accept(const Interner &names) const;
    /// The same for every page of one search, different for any other caller or question.
    QByteArray fingerprint(const Principal &caller) const;
};

/// One fragment on its way through the pipeline, with what each signal gave it.
struct Candidate {
    qint64 seq = 0;
    DocumentAttributes attributes;
    double score = 0;
    double evidence = 0; ///< of it, what the question itself gave
    std::optional<double> similarity;
    std::array<float, signalCount> signalValues {}; ///< value of each Signal, 0..1

    double value(Signal signal) const { return double(signalValues[size_t(signal)]); }
    /// What a value of the signal is multiplied with here.
    double weight(Signal signal, const SearchSettings &weights) const;
    /// The signals that count for something, with what they were multiplied with.
    QList<SignalShare> shares(const SearchSettings &weights) const;
};

double weightOf(Signal signal, const SearchSettings &weights);

/// What each way of finding gave, and how long it took; no time: it was not taken.
struct StageFigures {
    int labelled = 0;
    int lexical = 0;
    int semantic = 0;
    int graph = 0;
    std::optional<qint64> labelMicroseconds;
    std::optional<qint64> lexicalMicroseconds;
    std::optional<qint64> semanticMicroseconds;
};

/// All candidates, best first, and how they were found.
struct Ranking {
    QList<Candidate> candidates;
    int total = 0;
    QString searchPath;
    StageFigures figures;
};

/// parse: reads the request. InvalidArgument names what cannot be read.
Result<SearchPlan> planSearch(UnitOfWork &work, const RecallRequest &request);

/// candidates -> signals -> weighted sum -> policy; see SearchSettings for the
/// weights. The stages in order: lexical, vector, graph, labels, time, and the standing
/// of a memory (importance, recency, activation, workspace).
Result<Ranking> rank(UnitOfWork &work, const SearchPlan &plan);

/// Without a question: newest first.
Result<Ranking> browse(UnitOfWork &work, const SearchPlan &plan);

} // namespace hub
