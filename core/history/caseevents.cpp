// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/caseevents.h"

#include "core/history/firstones.h"
#include "core/memory/unitofwork.h"
#include "core/search/neighbours.h"

namespace hub {
namespace {

struct EvidenceRow : EventEvidence {
    qint64 eventId = 0;

    static constexpr auto fields()
    {
        return std::tuple_cat(EventEvidence::fields(), std::tuple {field("event_id", &EvidenceRow::eventId)});
    }
};

QString idsOf(const QList<CaseEvent> &events)
{
    QList<qint64> ids;
    for (const auto &event : events)
        ids += event.id;
    return jsonList(ids);
}

bool isAbout(const StoredEvent &event, const EventQuery &query)
{
    if (!std::all_of(query.words.begin(), query.words.end(), [&](const auto &word) { return word.in(event.summary); }))
        return false;
    if (query.caseId || (event.sourceFragmentId && query.fragmentIds.contains(*event.sourceFragmentId)))
        return true;
    return std::any_of(
        event.entities.begin(), event.entities.end(), [&](const auto &entity) { return query.entity.is(entity); });
}

Result<QList<StoredEvent>> storedEvents(UnitOfWork &work, const EventQuery &query, const Access &access)
{
    HUB_TRY(
        statement, work.database().prepareNamed(query.caseId ? u"history/events_of_case" : u"history/events_about"));
    statement.set(":from"_L1, query.period.start).set(":to"_L1, query.period.end);
    if (query.caseId)
        statement.set(":case_id"_L1, query.caseId);
    else
        statement.set(":entity_part"_L1, query.entity.part()).set(":fragment_ids"_L1, query.fragmentIds);
    return firstOnes<StoredEvent>(
        access.bindVisible(statement), query.limit, [&](const StoredEvent &event) { return isAbout(event, query); });
}

} // namespace

Result<QList<CaseEvent>> caseEvents(UnitOfWork &work, const EventQuery &query, const Access &access)
{
    HUB_TRY(newestFirst, storedEvents(work, query, access));
    QList<CaseEvent> events;
    QHash<qint64, qsizetype> places;
    for (auto it = newestFirst.crbegin(); it != newestFirst.crend(); ++it) {
        CaseEvent event;
        static_cast<StoredEvent &>(event) = *it;
        places.insert(event.id, events.size());
        events += event;
    }
    HUB_TRY(statement, work.database().prepareNamed(u"history/evidence_of"));
    HUB_TRY(evidence, access.bindVisible(statement.set(":event_ids"_L1, idsOf(events))).all<EvidenceRow>());
    for (const auto &row : evidence)
        events[places.value(row.eventId)].evidence += row;
    return events;
}

Result<EventDag> eventDag(UnitOfWork &work, const QList<CaseEvent> &events)
{
    EventDag dag;
    for (const auto &event : events)
        dag.nodes += EventNode {.id = event.id, .eventType = event.eventType, .createdAt = event.createdAt};
    HUB_TRY(statement, work.database().prepareNamed(u"history/event_edges"));
    HUB_TRY(edges, statement.bind(idsOf(events)).all<EventEdge>());
    dag.edges = edges;
    return dag;
}

} // namespace hub
