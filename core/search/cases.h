// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class TokenBudget;
class UnitOfWork;
struct Candidate;
struct SearchPlan;

struct CaseStep {
    QString eventType;
    QString summary; ///< at most 120 characters

    static constexpr auto fields()
    {
        return std::tuple {field("event_type", &CaseStep::eventType), field("summary", &CaseStep::summary)};
    }
};

/// What was done before in a case like this: its aim, its course, its end.
struct RecalledCase {
    QString caseId;
    Nullable<QString> goal;
    Nullable<QString> outcome;
    Nullable<ResolutionStatus> resolutionStatus;
    QList<CaseStep> events; ///< the last 20, in their order
    int fragmentCount = 0;  ///< memories of the case
    int relevanceScore = 0; ///< memories of the case that were found

    static constexpr auto fields()
    {
        using C = RecalledCase;
        return std::tuple {field("case_id", &C::caseId), field("goal", &C::goal), field("outcome", &C::outcome),
            field("resolution_status", &C::resolutionStatus), field("events", &C::events),
            field("fragment_count", &C::fragmentCount), field("relevance_score", &C::relevanceScore)};
    }
};

/// The cases of what was found: resolved ones first, then those found most often. At
/// most `maxCases`, and no more text than `limit` tokens, which are taken from the budget.
Result<QList<RecalledCase>> casesOf(
    UnitOfWork &work, const SearchPlan &plan, const QList<Candidate> &found, TokenBudget &budget, int limit);

} // namespace hub
