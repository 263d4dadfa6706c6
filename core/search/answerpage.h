// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"
#include "core/search/stitch.h"
#include "core/search/tokenbudget.h"

namespace hub {

/// One page of an answer while it is put together: every text that goes in is paid
/// from one token budget, the best first. The steps are called in the order in which
/// they stand here; each leaves out what does not fit.
class AnswerPage
{
public:
    /// `ranked`: the whole ranking, of which the page begins at `offset`.
    AnswerPage(UnitOfWork &work, const SearchPlan &plan, const Ranking &ranking, int offset);

    Result<void> addCases();
    /// The ranked memories, and with includeContext the stories around the best three.
    Result<void> addRanked();
    /// Short views of what each memory is linked with.
    Result<void> addPreviews();
    /// Linked memories that are not ranked themselves; `alongside` came with an earlier page.
    Result<void> addLinked(QSet<qint64> &alongside);
    /// With includeContext: what stands beside each memory in its session.
    Result<void> addNearby();

    /// The answer as far as the page goes; where the next one begins is the caller's to say.
    RecallAnswer finished();
    /// Ranked memories on the page, in order.
    const QList<qint64> &shown() const { return m_shown; }
    /// Places of the ranking that are done with, those included whose memory has gone.
    int passed() const { return m_passed; }
    const QList<Candidate> &candidates() const { return m_candidates; }
    /// One of the memories contradicts another, and neither has given way.
    bool hasContradiction() const { return m_contradiction; }

private:
    void fill(int reserve);
    bool add(RecalledFragment fragment, int reserve);
    RecalledFragment describeRanked(const Candidate &candidate, const Fragment &fragment);
    Result<void> stitchBest();
    Result<QList<SessionNeighbour>> besides(const Fragment &fragment);
    Result<void> load();
    void preview(RecalledFragment &fragment, const Neighbour &link, const NeighbourText &text);

    UnitOfWork &m_work;
    const SearchPlan &m_plan;
    const Ranking &m_ranking;
    TokenBudget m_budget;
    RecallAnswer m_answer;
    QList<Candidate> m_candidates;
    QHash<qint64, Fragment> m_fragments;
    QList<qint64> m_shown;
    int m_passed = 0;
    QList<Neighbour> m_near;
    bool m_contradiction = false;
    QHash<qint64, QList<SessionNeighbour>> m_besides;
    int m_stitched = 0; ///< tokens of all stories
};

} // namespace hub
