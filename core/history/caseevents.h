// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/timephrase.h"
#include "core/history/textmatch.h"
#include "core/memory/access.h"

namespace hub {

class UnitOfWork;

struct EventEvidence {
    QString fragmentId;
    QString kind; ///< supports, contradicts, produced_by
    double confidence = 1;

    static constexpr auto fields()
    {
        using E = EventEvidence;
        return std::tuple {
            field("fragment_id", &E::fragmentId), field("kind", &E::kind), field("confidence", &E::confidence)};
    }
};

/// Something that happened in the course of a case.
struct StoredEvent {
    qint64 id = 0;
    QString caseId;
    QString eventType;
    QString summary;
    QStringList entities;
    QString agentId;
    Nullable<QString> sessionId;
    Nullable<QString> sourceFragmentId;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using E = StoredEvent;
        return std::tuple {field("id", &E::id), field("case_id", &E::caseId), field("event_type", &E::eventType),
            field("summary", &E::summary), field("entities", &E::entities), field("agent_id", &E::agentId),
            field("session_id", &E::sessionId), field("source_fragment_id", &E::sourceFragmentId),
            field("created_at", &E::createdAt)};
    }
};

/// An event with the memories that it rests on.
struct CaseEvent : StoredEvent {
    QList<EventEvidence> evidence;

    static constexpr auto fields()
    {
        return std::tuple_cat(StoredEvent::fields(), std::tuple {field("evidence", &CaseEvent::evidence)});
    }
};

struct EventNode {
    qint64 id = 0;
    QString eventType;
    Timestamp createdAt;

    static constexpr auto fields()
    {
        using N = EventNode;
        return std::tuple {field("id", &N::id), field("event_type", &N::eventType), field("created_at", &N::createdAt)};
    }
};

struct EventEdge {
    qint64 from = 0;
    qint64 to = 0;
    QString edgeType; ///< caused_by, resolved_by, preceded_by, contradicts
    double confidence = 1;

    static constexpr auto fields()
    {
        using E = EventEdge;
        return std::tuple {field("from", &E::from), field("to", &E::to), field("edge_type", &E::edgeType),
            field("confidence", &E::confidence)};
    }
};

/// The events as a graph that runs one way.
struct EventDag {
    QList<EventNode> nodes;
    QList<EventEdge> edges;

    static constexpr auto fields()
    {
        return std::tuple {field("nodes", &EventDag::nodes), field("edges", &EventDag::edges)};
    }
};

/// Which events are wanted: those of a case, or those about something.
struct EventQuery {
    std::optional<QString> caseId;
    TextMatch entity {std::nullopt}; ///< without a case
    QStringList fragmentIds;         ///< without a case: also the events of these fragments
    Period period;
    QList<TextMatch> words; ///< all of them are in the summary
    int limit = 500;
};

/// Events that the caller may read, oldest first (the newest of them, if there are
/// more than the limit), with the evidence that the caller may read. What comes from
/// a forgotten memory is forgotten with it.
Result<QList<CaseEvent>> caseEvents(UnitOfWork &work, const EventQuery &query, const Access &access);

/// How these events hang together.
Result<EventDag> eventDag(UnitOfWork &work, const QList<CaseEvent> &events);

} // namespace hub
