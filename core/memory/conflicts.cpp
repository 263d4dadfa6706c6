// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/conflicts.h"

#include "core/base/text.h"
#include "core/memory/fragmentrepository.h"

#include <cmath>

namespace hub {
namespace {

constexpr double closeEnough = 0.8;
constexpr int mostCandidates = 5;
constexpr int mostConflicts = 3;
constexpr int previewLength = 100;

/// Cosine of two ascending lists of term counts.
double cosine(const std::vector<TermCount> &a, const std::vector<TermCount> &b)
{
    const auto length = [](const std::vector<TermCount> &terms) {
        double sum = 0;
        for (const auto &term : terms)
            sum += double(term.count) * term.count;
        return std::sqrt(sum);
    };
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

} // namespace

Result<QList<MemoryConflict>> findConflicts(UnitOfWork &work, const Fragment &fragment)
{
    const auto &index = work.services().lexical;
    const auto topic = index.names().find(fragment.topic);
    const auto access = Access::of(work.caller(), fragment.agentId, fragment.workspace);
    auto query = analyseQuery(fragment.content);
    query.grams.clear(); // whole words say it
    const auto result = index.search({.terms = query,
                                      .accept = [visible = access.visible(index.names()), topic](const DocumentAttributes &d) {
                                          return d.topic == topic && d.validToMs == 0 && visible(d);
                                      },
                                      .weights = {.bm = 1, .cg = 0, .ctx = 0, .sess = 0},
                                      .limit = mostCandidates});
    QList<qint64> seqs;
    for (const auto &hit : result.hits)
        seqs += hit.seq;
    HUB_TRY(candidates, FragmentRepository(work).bySeqs(seqs, access));
    const auto terms = analyse(fragment.content).words;
    QList<MemoryConflict> conflicts;
    for (const auto &other : candidates) {
        const double similarity = cosine(terms, analyse(other.content).words);
        if (similarity <= closeEnough || other.contentHash == fragment.contentHash)
            continue;
        conflicts += {.existingId = other.id, .existingContent = cutText(other.content, previewLength),
                      .similarity = std::round(similarity * 1000) / 1000,
                      .recommendation = u"amend %1, or remember with supersedes [\"%1\"]"_s.arg(other.id)};
    }
    std::sort(conflicts.begin(), conflicts.end(), [](const auto &a, const auto &b) { return a.similarity > b.similarity; });
    return conflicts.mid(0, mostConflicts);
}

} // namespace hub
