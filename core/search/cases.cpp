// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/cases.h"

#include "core/base/text.h"
#include "core/memory/stats.h"
#include "core/memory/unitofwork.h"
#include "core/search/pipeline.h"
#include "core/search/tokenbudget.h"

namespace hub {
namespace {

constexpr int mostEvents = 20;
constexpr int summaryLength = 120;

/// What one memory says of its case.
struct Told {
    QString caseId;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<ResolutionStatus> resolutionStatus;

    static constexpr auto fields()
    {
        using T = Told;
        return std::tuple {field("case_id", &T::caseId), field("goal", &T::goal), field("outcome", &T::outcome),
            field("resolution_status", &T::resolutionStatus)};
    }
};

struct EventRow : CaseStep {
    QString caseId;

    static constexpr auto fields()
    {
        return std::tuple_cat(CaseStep::fields(), std::tuple {field("case_id", &EventRow::caseId)});
    }
};

/// The cases of the candidates, each with how many of them it has; best rank first.
QList<RecalledCase> group(const Interner &names, const QList<Candidate> &found)
{
    QList<RecalledCase> cases;
    QHash<quint32, qsizetype> places;
    for (const auto &candidate : found) {
        const auto id = candidate.attributes.caseId;
        if (id == Interner::none)
            continue;
        auto place = places.constFind(id);
        if (place == places.cend()) {
            place = places.insert(id, cases.size());
            cases.emplaceBack().caseId = names.name(id);
        }
        ++cases[*place].relevanceScore;
    }
    return cases;
}

QStringList idsOf(const QList<RecalledCase> &cases)
{
    QStringList ids;
    for (const auto &one : cases)
        ids += one.caseId;
    return ids;
}

Result<void> tellAimAndEnd(UnitOfWork &work, const SearchPlan &plan, QList<RecalledCase> &cases)
{
    HUB_TRY(statement, work.database().prepareNamed(u"search/cases_told"));
    HUB_TRY(rows, plan.access.bindVisible(statement.set(":cases"_L1, idsOf(cases))).all<Told>());
    QHash<QString, Told> latest;
    for (const auto &row : rows) {
        auto &told = latest[row.caseId];
        if (row.goal)
            told.goal = row.goal;
        if (row.outcome)
            told.outcome = row.outcome;
        if (row.resolutionStatus)
            told.resolutionStatus = row.resolutionStatus;
    }
    for (auto &one : cases) {
        const auto told = latest.value(one.caseId);
        if (told.goal)
            one.goal = *told.goal;
        if (told.outcome)
            one.outcome = *told.outcome;
        if (told.resolutionStatus)
            one.resolutionStatus = Nullable<ResolutionStatus>(*told.resolutionStatus);
    }
    return {};
}

Result<void> tellSizeAndCourse(UnitOfWork &work, const SearchPlan &plan, QList<RecalledCase> &cases)
{
    HUB_TRY(sizes, work.database().prepareNamed(u"search/cases_size"));
    HUB_TRY(counts, plan.access.bindVisible(sizes.set(":cases"_L1, idsOf(cases))).all<NamedCount>());
    HUB_TRY(statement, work.database().prepareNamed(u"search/cases_events"));
    statement.set(":cases"_L1, idsOf(cases)).set(":limit"_L1, mostEvents);
    HUB_TRY(events, plan.access.bindVisible(statement).all<EventRow>());
    for (auto &one : cases) {
        one.fragmentCount = one.relevanceScore; // replaced ones count where they were asked for
        for (const auto &count : counts) {
            if (count.name == one.caseId)
                one.fragmentCount = std::max(one.fragmentCount, int(count.count));
        }
        for (const auto &event : events) {
            if (event.caseId == one.caseId)
                one.events += {.eventType = event.eventType, .summary = cutText(oneLine(event.summary), summaryLength)};
        }
    }
    return {};
}

/// Drops what does not fit: of a case its oldest events, then the cases ranked last.
void fit(QList<RecalledCase> &cases, TokenBudget &budget, int limit)
{
    TokenBudget part(std::min(limit, budget.left()));
    qsizetype kept = 0;
    for (auto &one : cases) {
        if (!part.take(estimateTokens(one.goal.value_or(QString())) + estimateTokens(one.outcome.value_or(QString()))))
            break;
        qsizetype events = 0;
        while (
            events < one.events.size() && part.take(estimateTokens(one.events[one.events.size() - 1 - events].summary)))
            ++events;
        one.events = one.events.mid(one.events.size() - events);
        ++kept;
    }
    cases = cases.mid(0, kept);
    budget.take(part.spent());
}

} // namespace

Result<QList<RecalledCase>> casesOf(
    UnitOfWork &work, const SearchPlan &plan, const QList<Candidate> &found, TokenBudget &budget, int limit)
{
    auto cases = group(work.services().lexical.names(), found);
    if (cases.isEmpty())
        return cases;
    HUB_CHECK(tellAimAndEnd(work, plan, cases));
    std::stable_sort(cases.begin(), cases.end(), [](const RecalledCase &a, const RecalledCase &b) {
        const auto place = [](const RecalledCase &one) {
            const bool resolved = one.resolutionStatus && *one.resolutionStatus == ResolutionStatus::Resolved;
            return std::pair(!resolved, -one.relevanceScore);
        };
        return place(a) < place(b);
    });
    cases = cases.mid(0, plan.request.maxCases);
    HUB_CHECK(tellSizeAndCourse(work, plan, cases));
    fit(cases, budget, limit);
    return cases;
}

} // namespace hub
