// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/bm25.h"
#include "core/index/lexicalsearch.h"

namespace hub {

/// Sums up in `scratch.cg` the BM25 of the query's grams in each document of
/// `scratch.accepted`. Document by document, because a gram's occurrences in a document
/// come from several spellings and have to be added before they are weighed.
void scoreGrams(const LexicalContents &contents, const LexicalQuery &query, const Bm25 &field, LexicalScratch &scratch);

} // namespace hub
