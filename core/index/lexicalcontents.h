// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/documenttable.h"
#include "core/index/postings.h"

namespace hub {

/// The contents of a lexical index: which document has which words and which spellings, and
/// which spelling has which grams. Grams lead to documents through spellings: a vocabulary
/// has far fewer grams than all texts together. Not thread-safe.
struct LexicalContents {
    DocumentTable documents;
    Postings words;           ///< word -> documents
    Postings spellings;       ///< spelling -> documents
    Postings spellingsOfGram; ///< gram -> ordinals in `spellings`

    /// Adds the document, or replaces the one with that `seq`.
    void put(const DocumentAttributes &attributes, const AnalysedText &text);
    /// True when so much belongs to removed documents that compacted() pays.
    bool wantsCompaction() const;
    /// A copy without what removed documents left behind.
    LexicalContents compacted() const;
    qsizetype memoryBytes() const;

private:
    void addGrams(std::string_view spelling, quint32 ordinal);
};

} // namespace hub
