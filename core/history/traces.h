// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/timephrase.h"
#include "core/search/recall.h"

namespace hub {

class UnitOfWork;

struct TracesRequest {
    std::optional<FragmentType> eventType {};
    std::optional<QString> entityKey {};
    std::optional<QString> keyword {};
    std::optional<QString> caseId {};
    std::optional<QString> sessionId {};
    std::optional<TimeRangeText> timeRange {};
    int limit = 20;
    std::optional<QString> workspace {};
    std::optional<QString> agentId {};

    static constexpr auto fields()
    {
        using R = TracesRequest;
        return std::tuple {
            field("event_type", &R::eventType).also("eventType"),
            field("entity_key", &R::entityKey).also("entityKey").max(255),
            field("keyword", &R::keyword).max(4000),
            field("case_id", &R::caseId).also("caseId").max(255),
            field("session_id", &R::sessionId).also("sessionId").max(255),
            field("time_range", &R::timeRange).also("timeRange"),
            field("limit", &R::limit).clamped(1, 100),
            field("workspace", &R::workspace).max(255),
            field("agentId", &R::agentId).also("agent_id").max(128),
        };
    }
};

struct Trace {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    Nullable<QString> caseId;
    Nullable<QString> sessionId;
    Nullable<ResolutionStatus> resolutionStatus;
    double importance = 0;
    Timestamp createdAt;
    QString source = u"fragment"_s;
    std::optional<bool> truncated;

    static constexpr auto fields()
    {
        using T = Trace;
        return std::tuple {field("id", &T::id), field("content", &T::content), field("type", &T::type),
            field("topic", &T::topic), field("case_id", &T::caseId), field("session_id", &T::sessionId),
            field("resolution_status", &T::resolutionStatus), field("importance", &T::importance),
            field("created_at", &T::createdAt), field("source", &T::source), field("truncated", &T::truncated)};
    }
};

struct TracesAnswer {
    bool success = true;
    QList<Trace> traces; ///< newest first
    int count = 0;

    static constexpr auto fields()
    {
        using A = TracesAnswer;
        return std::tuple {field("success", &A::success), field("traces", &A::traces), field("count", &A::count)};
    }
};

/// Looks through everything stored, replaced memories too, for the very letters that
/// are given: what recall finds by meaning, this finds by text.
Result<TracesAnswer> searchTraces(UnitOfWork &work, const TracesRequest &request);

/// The period asked for, or all of time.
Result<Period> periodOf(const UnitOfWork &work, const std::optional<TimeRangeText> &range);

} // namespace hub
