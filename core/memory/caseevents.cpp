// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/caseevents.h"

#include "core/base/text.h"
#include "core/index/lexicalindex.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

constexpr int summaryLength = 200;

/// How a turn of a case counts for its memories.
struct Reward {
    double importance = 0;
    double activation = 0;
    bool verified = false;  ///< their quality, too
    bool wholeCase = false; ///< else only those that events came from
};

constexpr Reward passed {.importance = 0.15, .verified = true};
constexpr Reward failed {.importance = -0.10};
constexpr Reward resolved {.importance = 0.15, .activation = 0.1, .wholeCase = true};
constexpr Reward abandoned {.importance = -0.10, .wholeCase = true};

std::optional<CaseEventType> eventOf(FragmentType type)
{
    switch (type) {
    case FragmentType::Error: return CaseEventType::ErrorObserved;
    case FragmentType::Decision: return CaseEventType::DecisionCommitted;
    case FragmentType::Procedure: return CaseEventType::FixAttempted;
    default: return std::nullopt;
    }
}

Statement &bindCase(Statement &statement, const Fragment &f)
{
    return statement.set(":case"_L1, f.caseId).set(":key"_L1, f.keyId).set(":agent"_L1, f.agentId);
}

Result<void> resolveErrors(UnitOfWork &work, qint64 event, const Fragment &fix)
{
    const bool isSession = fix.caseId == fix.sessionId; // which may be about many things
    HUB_TRY(statement, work.database().prepareNamed(u"cases/edges_from_errors"));
    return bindCase(statement, fix)
        .set(":event"_L1, event)
        .set(":topic"_L1, isSession ? std::optional(fix.topic) : std::nullopt)
        .run();
}

struct Weight {
    qint64 seq = 0;
    double importance = 0;
    double activation = 0;

    static constexpr auto fields()
    {
        using W = Weight;
        return std::tuple {
            field("seq", &W::seq), field("importance", &W::importance), field("ema_activation", &W::activation)};
    }
};

Result<void> reward(UnitOfWork &work, const Reward &by, const Fragment &of)
{
    if (!work.services().memory.caseBackprop)
        return {};
    HUB_TRY(statement, work.database().prepareNamed(u"cases/reward"));
    bindCase(statement, of)
        .set(":importance"_L1, by.importance)
        .set(":activation"_L1, by.activation)
        .set(":verified"_L1, by.verified)
        .set(":whole_case"_L1, by.wholeCase);
    HUB_TRY(weights, statement.all<Weight>());
    work.database().afterCommit([&index = work.services().lexical, weights] {
        for (const auto &weight : weights) {
            if (auto known = index.attributes(weight.seq)) {
                known->importance = float(weight.importance);
                known->activation = float(weight.activation);
                index.update(*known);
            }
        }
    });
    return {};
}

} // namespace

Result<void> putCaseEvent(UnitOfWork &work, CaseEventType type, const QString &summary, const Fragment &source)
{
    auto &database = work.database();
    auto entities = QStringList {source.topic} + source.keywords;
    entities.removeDuplicates();
    HUB_TRY(event, database.prepareNamed(u"cases/event_put"));
    event.bind(source.caseId, source.sessionId, source.keyId, source.agentId, source.workspace, type,
        cutText(summary, summaryLength), entities, source.id, work.now());
    HUB_TRY(id, event.scalar<qint64>());
    HUB_TRY(previous, database.prepareNamed(u"cases/edge_to_previous"));
    HUB_CHECK(bindCase(previous, source).set(":event"_L1, *id).run());
    HUB_TRY(evidence, database.prepareNamed(u"cases/evidence_put"));
    HUB_CHECK(evidence.bind(source.id, *id).run());
    return type == CaseEventType::FixAttempted ? resolveErrors(work, *id, source) : Result<void>();
}

Result<void> recordStored(UnitOfWork &work, const Fragment &stored)
{
    const auto type = eventOf(stored.type);
    if (!type || !stored.caseId)
        return {};
    return putCaseEvent(work, *type, stored.content, stored);
}

Result<void> recordAmended(UnitOfWork &work, const Fragment &before, const Fragment &after)
{
    if (!after.caseId)
        return {};
    if (after.assertionStatus != before.assertionStatus) {
        if (after.assertionStatus == AssertionStatus::Verified) {
            HUB_CHECK(putCaseEvent(work, CaseEventType::VerificationPassed, after.content, after));
            HUB_CHECK(reward(work, passed, after));
        } else if (after.assertionStatus == AssertionStatus::Rejected) {
            HUB_CHECK(putCaseEvent(work, CaseEventType::VerificationFailed, after.content, after));
            HUB_CHECK(reward(work, failed, after));
        }
    }
    if (after.resolutionStatus == before.resolutionStatus)
        return {};
    if (after.resolutionStatus == ResolutionStatus::Resolved) {
        HUB_CHECK(putCaseEvent(work, CaseEventType::CaseClosed, after.outcome.value_or(after.content), after));
        return reward(work, resolved, after);
    }
    return after.resolutionStatus == ResolutionStatus::Abandoned ? reward(work, abandoned, after) : Result<void>();
}

Result<void> backfillCase(UnitOfWork &work, const Fragment &stored)
{
    const bool opensCase = stored.type == FragmentType::Decision || stored.type == FragmentType::Procedure;
    if (!opensCase || !stored.sessionId || stored.caseId != stored.sessionId)
        return {};
    HUB_TRY(statement, work.database().prepareNamed(u"memory/case_backfill"));
    statement.set(":session"_L1, stored.sessionId)
        .set(":topic"_L1, stored.topic)
        .set(":key"_L1, stored.keyId)
        .set(":agent"_L1, stored.agentId);
    HUB_TRY(joined, statement.column<qint64>());
    work.database().afterCommit([&index = work.services().lexical, joined, caseId = *stored.caseId] {
        for (const auto seq : joined) {
            if (auto known = index.attributes(seq)) {
                known->caseId = index.names().intern(caseId);
                index.update(*known);
            }
        }
    });
    return {};
}

} // namespace hub
