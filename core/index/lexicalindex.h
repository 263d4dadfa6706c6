// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/analysis.h"
#include "core/index/interner.h"

#include <QList>

#include <functional>
#include <memory>
#include <stop_token>

namespace hub {

/// What a filter or a ranking needs to know of a document. Names are numbers of
/// LexicalIndex::names(); Interner::none stands for an absent one.
struct DocumentAttributes {
    qint64 seq = 0; ///< the document's identity in the store
    qint64 createdMs = 0;
    qint64 validToMs = 0; ///< 0: still valid
    quint32 keyId = Interner::none;
    quint32 workspace = Interner::none;
    quint32 agentId = Interner::none;
    quint32 topic = Interner::none;
    quint32 sessionId = Interner::none;
    quint32 caseId = Interner::none;
    float importance = 0;
    float activation = 0;
    quint8 type = 0; ///< the FragmentType
    bool anchor = false;
    // Known from the text; what put() and update() are given does not count.
    bool saysWhen = false; ///< tells a time
    bool asks = false;     ///< is a question itself
    bool isSpelt = false;  ///< mostly words of an alphabet, not of Korean, Chinese or Japanese
    quint16 words = 0;     ///< how many terms it has

    bool operator==(const DocumentAttributes &) const = default;
};

using AcceptDocument = std::function<bool(const DocumentAttributes &)>;

/// One number per signal: `bm` words of the document, `cg` character grams, `ctx` words of
/// its neighbours in the session, `sess` words of the whole session, `reply` words of the
/// question that it follows at once in the session, if it does.
struct LexicalSignals {
    float bm = 0;
    float cg = 0;
    float ctx = 0;
    float sess = 0;
    float reply = 0;
};

struct LexicalQuery {
    AnalysedQuery terms;
    AcceptDocument accept; ///< empty: every document
    LexicalSignals weights {.bm = 1.0F, .cg = 0.8F, .ctx = 1.4F, .sess = 0.9F, .reply = 0.5F};
    qsizetype limit = 200;
    QList<qint64> alsoReport {}; ///< documents to report beyond the limit, as far as accepted
    std::stop_token stop {};
};

struct LexicalHit {
    qint64 seq = 0;
    float score = 0;           ///< weighted sum of `normalised`
    LexicalSignals raw;        ///< BM25 sums
    LexicalSignals normalised; ///< divided by the largest of this query, `reply` by that of `bm`: 0..1
};

struct LexicalResult {
    QList<LexicalHit>
        hits; ///< best first, newer first among equals; those of `alsoReport` that were not among the best, last
    qsizetype accepted = 0; ///< documents that passed the filter
    qsizetype matched = 0;  ///< of these, documents with a score
    bool cancelled = false; ///< stopped early: `hits` is empty
};

/// Where a page of `newest()` ended.
struct BrowsePosition {
    qint64 createdMs = 0;
    qint64 seq = 0;
};

/// All documents of a hub as an inverted index in memory; the truth is the store, from
/// which it is filled at start. Any number of threads may read while one writes.
///
/// A search sees accepted documents only: document frequencies, averages, neighbours and
/// maxima are those of an index that holds nothing else, so one owner's memories neither
/// change nor reveal themselves in another's ranking.
///
/// Functions given to it run under its read lock: they must be quick and must not call
/// the index. Scoring: BM25, Robertson and Zaragoza 2009, with the constants of lexicalsearch.cpp.
class LexicalIndex
{
public:
    LexicalIndex();
    ~LexicalIndex();

    /// Adds the document, or replaces the one with that `seq`.
    void put(const DocumentAttributes &attributes, const AnalysedText &text);
    /// Changes what is known of a document, its terms stay. Unknown ones are ignored.
    void update(const DocumentAttributes &attributes);
    void remove(qint64 seq);

    LexicalResult search(const LexicalQuery &query) const;

    /// Accepted documents by (createdMs, seq) descending, those after `before` only.
    QList<qint64> newest(
        const AcceptDocument &accept, qsizetype limit, std::optional<BrowsePosition> before = {}) const;
    void forEach(const AcceptDocument &accept, const std::function<void(const DocumentAttributes &)> &visit) const;
    /// How many documents are accepted; stops counting at `most`.
    qsizetype countUpTo(const AcceptDocument &accept, qsizetype most) const;
    std::optional<DocumentAttributes> attributes(qint64 seq) const;
    /// The accepted documents that are read with this one beside them (see
    /// LexicalSignals::ctx): the one before it in its session, and the two after it.
    QList<qint64> readersOf(qint64 seq, const AcceptDocument &accept) const;

    qsizetype size() const;
    qsizetype memoryBytes() const;
    Interner &names() { return m_names; }
    const Interner &names() const { return m_names; }

private:
    struct State;

    Interner m_names;
    std::unique_ptr<State> m_state;
};

} // namespace hub
