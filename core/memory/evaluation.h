// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class Access;
class UnitOfWork;

struct OutcomeCounts {
    qint64 completed = 0;
    qint64 partial = 0;
    qint64 blocked = 0;
    qint64 abandoned = 0;
    qint64 unknown = 0;
    qint64 unreported = 0;

    static constexpr auto fields()
    {
        using O = OutcomeCounts;
        return std::tuple {field("completed", &O::completed), field("partial", &O::partial),
            field("blocked", &O::blocked), field("abandoned", &O::abandoned), field("unknown", &O::unknown),
            field("unreported", &O::unreported)};
    }
};

struct IrrelevanceCounts {
    qint64 notStored = 0;
    qint64 searchMiss = 0;
    qint64 scopeLeak = 0;
    qint64 topicMismatch = 0;
    qint64 other = 0;
    qint64 unreported = 0;

    static constexpr auto fields()
    {
        using I = IrrelevanceCounts;
        return std::tuple {field("not_stored", &I::notStored), field("search_miss", &I::searchMiss),
            field("scope_leak", &I::scopeLeak), field("topic_mismatch", &I::topicMismatch), field("other", &I::other),
            field("unreported", &I::unreported)};
    }
};

struct IrrelevanceBreakdown {
    qint64 totalIrrelevant = 0;
    qint64 reported = 0; ///< those with a reason
    IrrelevanceCounts counts;

    static constexpr auto fields()
    {
        using B = IrrelevanceBreakdown;
        return std::tuple {field("total_irrelevant", &B::totalIrrelevant), field("reported", &B::reported),
            field("counts", &B::counts)};
    }
};

/// How well searches served, and what came of the work they were for. Shares are null
/// without a sample.
struct Evaluation {
    Nullable<double> rollingPrecisionAt5;
    Nullable<double> sufficientRate;
    qint64 sampleSessions = 0;
    Nullable<double> taskSuccessRate;
    qint64 taskSessions = 0;
    Nullable<double> taskCompletedRate;
    qint64 taskOutcomeReported = 0;
    Nullable<OutcomeCounts> taskOutcomeCounts;
    Nullable<IrrelevanceBreakdown> irrelevanceBreakdown;

    static constexpr auto fields()
    {
        using E = Evaluation;
        return std::tuple {
            field("rolling_precision_at_5", &E::rollingPrecisionAt5),
            field("sufficient_rate", &E::sufficientRate),
            field("sample_sessions", &E::sampleSessions),
            field("task_success_rate", &E::taskSuccessRate),
            field("task_sessions", &E::taskSessions),
            field("task_completed_rate", &E::taskCompletedRate),
            field("task_outcome_reported", &E::taskOutcomeReported),
            field("task_outcome_counts", &E::taskOutcomeCounts),
            field("irrelevance_breakdown", &E::irrelevanceBreakdown),
        };
    }
};

/// From what the caller's key (everybody, for the master key) has reported.
Result<Evaluation> evaluation(UnitOfWork &work, const Access &access);

} // namespace hub
