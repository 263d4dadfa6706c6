// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/lexicalcontents.h"

namespace hub {

/// Working memory of one search, kept from one to the next because its size is that of
/// the index. A search leaves `counts` zero and `touched` empty.
struct LexicalScratch {
    std::vector<quint8> accepted;       ///< by document
    std::vector<quint32> positions;     ///< by document: where it stands in `sequence`
    std::vector<quint32> sequence;      ///< accepted documents that have a session, session by session
    std::vector<quint32> sessions;      ///< by position: which session
    std::vector<quint32> contextLength; ///< by position
    std::vector<quint32> sessionLength; ///< by session
    std::vector<float> bm, cg;          ///< by document
    std::vector<float> ctx;             ///< by position
    std::vector<float> sess;            ///< by session
    std::vector<quint32> counts;        ///< of the current word, by position or session
    std::vector<quint32> touched;       ///< whose count is not zero
    std::vector<quint32> spellings;     ///< that have grams of the query, by document
    std::vector<quint32> spellingsEnd;  ///< by document: end of its part of `spellings`
};

/// Scores the accepted documents; see LexicalIndex::search().
LexicalResult searchLexically(const LexicalContents &contents, const LexicalQuery &query, LexicalScratch &scratch);

} // namespace hub
