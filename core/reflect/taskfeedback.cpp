// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/taskfeedback.h"

#include "core/base/text.h"
#include "core/memory/redaction.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

enum class TaskOutcome : quint8 { Completed, Partial, Blocked, Abandoned, Unknown };
enum class Evaluator : quint8 { Agent, Automatic, Human };

constexpr qsizetype longestEvidence = 1000;
constexpr qsizetype mostEntries = 20;
constexpr qsizetype longestEntry = 200;

bool saysNothing(const TaskEffectiveness &task)
{
    return !presentText(task.outcome) && !presentText(task.evidence) && !task.overallSuccess
        && task.unmetRequirements.isEmpty() && task.toolHighlights.isEmpty() && task.toolPainPoints.isEmpty();
}

} // namespace

template <>
struct EnumNames<TaskOutcome> {
    static constexpr auto names
        = std::to_array<std::string_view>({"completed", "partial", "blocked", "abandoned", "unknown"});
};
template <>
struct EnumNames<Evaluator> {
    static constexpr auto names = std::to_array<std::string_view>({"agent", "automatic", "human"});
};

Result<void> noteTask(UnitOfWork &work, const QString &sessionId, const TaskEffectiveness &task)
{
    if (saysNothing(task))
        return {};
    const auto kept = [&](const QString &text, qsizetype most) {
        return cutText(redact(canonicalText(text), work.services().memory).text, most);
    };
    const auto entries = [&](const QStringList &given) {
        QStringList list;
        for (const auto &text : given) {
            if (const auto entry = kept(text, longestEntry); !entry.isEmpty() && list.size() < mostEntries)
                list += entry;
        }
        return list;
    };
    const auto outcome = enumFromString<TaskOutcome>(task.outcome.value_or(QString()).trimmed());
    std::optional<Evaluator> evaluator;
    if (outcome)
        evaluator = enumFromString<Evaluator>(task.evaluator.value_or(QString()).trimmed()).value_or(Evaluator::Agent);
    std::optional<QString> evidence = presentText(task.evidence);
    if (evidence)
        evidence = kept(*evidence, longestEvidence);
    const auto session = sessionId.isEmpty() ? std::nullopt : std::optional(sessionId);
    if (session) {
        HUB_TRY(drop, work.database().prepareNamed(u"reflect/task_feedback_drop"));
        HUB_CHECK(drop.bind(session, work.caller().ownKey()).run());
    }
    HUB_TRY(put, work.database().prepareNamed(u"reflect/task_feedback_put"));
    return put
        .bind(session, work.caller().ownKey(), task.overallSuccess.value_or(outcome == TaskOutcome::Completed), outcome,
            evaluator, evidence, entries(task.unmetRequirements), entries(task.toolHighlights),
            entries(task.toolPainPoints), work.now())
        .run();
}

} // namespace hub
