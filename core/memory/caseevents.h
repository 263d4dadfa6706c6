// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

enum class CaseEventType : quint8 {
    MilestoneReached,
    HypothesisProposed,
    HypothesisRejected,
    DecisionCommitted,
    ErrorObserved,
    FixAttempted,
    VerificationPassed,
    VerificationFailed,
    CaseClosed
};
template <>
struct EnumNames<CaseEventType> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"milestone_reached", "hypothesis_proposed", "hypothesis_rejected", "decision_committed", "error_observed",
            "fix_attempted", "verification_passed", "verification_failed", "case_closed"});
};

/// Writes one event into the course of the case of `source`, after the one before it,
/// with `source` as what brought it about. A fix resolves the errors of the case that
/// are open; of a case that is only a session, those of the same topic.
Result<void> putCaseEvent(UnitOfWork &work, CaseEventType type, const QString &summary, const Fragment &source);

/// What storing a fragment says of its case: an error, a decision, a fix. Nothing for
/// other types, or without a case.
Result<void> recordStored(UnitOfWork &work, const Fragment &stored);

/// What a change says of the case: a verification that passed or failed, the case
/// closed. With the setting for it, the other memories of the case learn from it.
Result<void> recordAmended(UnitOfWork &work, const Fragment &before, const Fragment &after);

/// Errors of the session and topic of a decision or fix that have no case join its own.
Result<void> backfillCase(UnitOfWork &work, const Fragment &stored);

} // namespace hub
