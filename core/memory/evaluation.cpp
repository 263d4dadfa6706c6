// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/evaluation.h"

#include "core/memory/access.h"
#include "core/memory/percentile.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr qint64 window = 30 * msPerDay;
constexpr int precisionSessions = 100;
constexpr int precisionAt = 5;

struct Precision {
    std::optional<double> precision;
    qint64 sessions = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("precision", &Precision::precision), field("sessions", &Precision::sessions)};
    }
};

struct Tasks : OutcomeCounts {
    qint64 total = 0;
    qint64 successful = 0;

    static constexpr auto fields()
    {
        return std::tuple_cat(OutcomeCounts::fields(),
            std::tuple {field("total", &Tasks::total), field("successful", &Tasks::successful)});
    }
};

struct Irrelevant : IrrelevanceCounts {
    qint64 total = 0;

    static constexpr auto fields()
    {
        return std::tuple_cat(IrrelevanceCounts::fields(), std::tuple {field("total", &Irrelevant::total)});
    }
};

Nullable<double> share(qint64 part, qint64 whole) { return rounded(double(part) / double(whole)); }

} // namespace

Result<Evaluation> evaluation(UnitOfWork &work, const Access &access)
{
    const Timestamp since {work.now().ms - window};
    HUB_TRY(precise, work.database().prepareNamed(u"memory/stats_precision"));
    precise.set(":sessions"_L1, precisionSessions).set(":at"_L1, precisionAt);
    HUB_TRY(precision, access.bindKey(precise).first<Precision>());
    HUB_TRY(enough, work.database().prepareNamed(u"memory/stats_sufficient"));
    HUB_TRY(sufficient, access.bindKey(enough).scalar<std::optional<double>>());
    HUB_TRY(counting, work.database().prepareNamed(u"memory/stats_tasks"));
    HUB_TRY(taskRow, access.bindKey(counting.set(":since"_L1, since)).first<Tasks>());
    HUB_TRY(missing, work.database().prepareNamed(u"memory/stats_irrelevant"));
    HUB_TRY(irrelevantRow, access.bindKey(missing.set(":since"_L1, since)).first<Irrelevant>());

    Evaluation out;
    out.rollingPrecisionAt5 = rounded(precision.value_or(Precision {}).precision);
    out.sampleSessions = precision.value_or(Precision {}).sessions;
    out.sufficientRate = rounded(sufficient.value_or(std::optional<double>()));
    const auto tasks = taskRow.value_or(Tasks {});
    out.taskSessions = tasks.total;
    out.taskOutcomeReported = tasks.total - tasks.unreported;
    if (tasks.total > 0) {
        out.taskSuccessRate = share(tasks.successful, tasks.total);
        out.taskOutcomeCounts = static_cast<const OutcomeCounts &>(tasks);
    }
    if (out.taskOutcomeReported > 0)
        out.taskCompletedRate = share(tasks.completed, out.taskOutcomeReported);
    const auto irrelevant = irrelevantRow.value_or(Irrelevant {});
    if (irrelevant.total > 0)
        out.irrelevanceBreakdown = IrrelevanceBreakdown {.totalIrrelevant = irrelevant.total,
            .reported = irrelevant.total - irrelevant.unreported,
            .counts = irrelevant};
    return out;
}

} // namespace hub
