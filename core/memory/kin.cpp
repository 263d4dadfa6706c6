// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/kin.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"

#include <cmath>

namespace hub {
namespace {

constexpr double closeEnough = 0.8;
constexpr int mostHits = 24;
constexpr int mostOfTopic = 5;
constexpr int mostOfOthers = 4;
constexpr int mostConflicts = 3;
constexpr int previewLength = 100;

double length(const std::vector<TermCount> &terms)
{
    double sum = 0;
    for (const auto &term : terms)
        sum += double(term.count) * term.count;
    return std::sqrt(sum);
}

/// Cosine of two ascending lists of term counts.
double cosine(const std::vector<TermCount> &a, const std::vector<TermCount> &b)
{
    double dot = 0;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].term == b[j].term)
            dot += double(a[i].count) * b[j].count;
        const bool stepA = a[i].term <= b[j].term;
        const bool stepB = b[j].term <= a[i].term;
        i += stepA;
        j += stepB;
    }
    const double lengths = length(a) * length(b);
    return lengths > 0 ? dot / lengths : 0;
}

/// The best hits of the topic and the best of all others.
QList<qint64> nearest(const LexicalIndex &index, const LexicalQuery &query, quint32 topic)
{
    QList<qint64> seqs;
    int ofTopic = 0;
    int ofOthers = 0;
    for (const auto &hit : index.search(query).hits) {
        const auto known = index.attributes(hit.seq);
        if (!known)
            continue;
        auto &count = known->topic == topic ? ofTopic : ofOthers;
        if (++count <= (known->topic == topic ? mostOfTopic : mostOfOthers))
            seqs += hit.seq;
    }
    return seqs;
}

} // namespace

Result<QList<Kin>> findKin(UnitOfWork &work, const Fragment &fragment)
{
    const auto &index = work.services().lexical;
    const auto access = Access::of(work.caller(), fragment.agentId, fragment.workspace);
    auto query = analyseQuery(fragment.content);
    query.grams.clear(); // whole words say it
    const auto seqs = nearest(index,
        {.terms = query,
            .accept = [visible = access.visible(index.names())](
                          const DocumentAttributes &d) { return d.validToMs == 0 && visible(d); },
            .weights = {.bm = 1, .cg = 0, .ctx = 0, .sess = 0},
            .limit = mostHits},
        index.names().find(fragment.topic));
    QList<Kin> kin;
    if (seqs.isEmpty())
        return kin;
    QStringList numbers;
    for (const auto seq : seqs)
        numbers += QString::number(seq);
    HUB_TRY(statement, work.database().prepareNamed(u"memory/kin_of"));
    statement.set(":seqs"_L1, QString(u'[' + numbers.join(u',') + u']'));
    HUB_TRY(rows, access.bindVisible(statement).all<Fragment>());
    const auto terms = analyse(fragment.content).words;
    for (const auto &row : rows) {
        const bool isSameTopic = row.topic == fragment.topic;
        kin += {.fragment = row,
            .similarity = isSameTopic ? cosine(terms, analyse(row.content).words) : 0,
            .isSameTopic = isSameTopic};
    }
    std::sort(kin.begin(), kin.end(), [](const Kin &a, const Kin &b) { return a.similarity > b.similarity; });
    return kin;
}

QList<MemoryConflict> conflictsAmong(const QList<Kin> &kin, const Fragment &fragment)
{
    QList<MemoryConflict> conflicts;
    for (const auto &[other, similarity, isSameTopic] : kin) {
        if (!isSameTopic || similarity <= closeEnough || other.contentHash == fragment.contentHash)
            continue;
        conflicts += {.existingId = other.id,
            .existingContent = cutText(other.content, previewLength),
            .similarity = std::round(similarity * 1000) / 1000,
            .recommendation = u"amend %1, or remember with supersedes [\"%1\"]"_s.arg(other.id)};
    }
    return conflicts.mid(0, mostConflicts);
}

} // namespace hub
