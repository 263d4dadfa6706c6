// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/eval/evaluationset.h"

namespace hub {

/// The ids that answer each query, best first, by id of the query.
using RankedIds = QHash<QString, QStringList>;

constexpr int evaluationDepth = 50; ///< results per query that are looked at

/// What a document says, as it is remembered.
QString evaluationText(const EvaluationDocument &document);

/// BM25 over words, without anything that the product adds to it.
RankedIds rankByWords(const EvaluationSet &set);

/// SQLite's FTS5 with its own tokenizer and rank; a memory that has any of the words counts.
Result<RankedIds> rankByFts(const EvaluationSet &set);

} // namespace hub
