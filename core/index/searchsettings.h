// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// How much each signal counts in the rank of a memory. A signal is a number
/// from 0 to 1 within one query; the rank is the weighted sum of them, times the
/// workspace factor. Choose weights by measuring, never by feel.
struct SearchSettings {
    static constexpr std::string_view group = "search";

    double words = 1.0;   ///< BM25 over stems, particle-stripped words and syllable pairs
    double grams = 0.3;   ///< BM25 over letter triples and quadruples
    double context = 2.0; ///< BM25 over the neighbours in the session
    double session = 1.2; ///< BM25 over the whole session
    double reply = 0.8;   ///< BM25 over the question that it follows at once in the session
    double vector = 3.2;  ///< how near in meaning it and what stands beside it are, when a model is there
    double keyword = 1.0; ///< share of the query's keywords that are labels of the memory
    double topic = 1.5;   ///< the query names the topic
    double date = 6.0;    ///< the query names the date that the memory is from
    double graph = 0.3;   ///< linked with one of the best hits
    double importance = 0.25;
    double recency = 0.15;   ///< halves every 30 days
    double activation = 0.1; ///< how often it was needed lately
    // These two count as a share of what the signals above give together.
    double time = 0.3;           ///< the query asks when, and the memory says when: as far as its words match
    double detail = 0.025;       ///< how much it tells, full at 40 terms
    double otherWorkspace = 0.7; ///< factor for a memory of no or another workspace than asked for
    int candidates = 200;        ///< per stage
    bool keywordFallback = true; ///< keywords without a text are looked for by meaning, too

    static constexpr auto fields()
    {
        using S = SearchSettings;
        return std::tuple {
            field("words", &S::words).range(0, 10),
            field("grams", &S::grams).range(0, 10),
            field("context", &S::context).range(0, 10),
            field("session", &S::session).range(0, 10),
            field("reply", &S::reply).range(0, 10),
            field("vector", &S::vector).range(0, 10),
            field("keyword", &S::keyword).range(0, 10),
            field("topic", &S::topic).range(0, 10),
            field("time", &S::time).range(0, 10),
            field("date", &S::date).range(0, 10),
            field("detail", &S::detail).range(0, 10),
            field("graph", &S::graph).range(0, 10),
            field("importance", &S::importance).range(0, 10),
            field("recency", &S::recency).range(0, 10),
            field("activation", &S::activation).range(0, 10),
            field("otherWorkspace", &S::otherWorkspace).range(0, 1),
            field("candidates", &S::candidates).range(20, 2000),
            field("keywordFallback", &S::keywordFallback),
        };
    }
};

} // namespace hub
