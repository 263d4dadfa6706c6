// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/answermeta.h"
#include "core/memory/link.h"
#include "core/search/cases.h"
#include "core/search/recalledfragment.h"

namespace hub {

class UnitOfWork;

enum class RecallDepth : quint8 { HighLevel, Detail, ToolLevel };
template <>
struct EnumNames<RecallDepth> {
    static constexpr auto names = std::to_array<std::string_view>({"high-level", "detail", "tool-level"});
};

/// The start and end of a period, as ISO 8601 or in words ("yesterday", "지난주").
struct TimeRangeText {
    std::optional<QString> from;
    std::optional<QString> to;

    static constexpr auto fields()
    {
        return std::tuple {field("from", &TimeRangeText::from).max(64), field("to", &TimeRangeText::to).max(64)};
    }
};

struct RecallRequest {
    QStringList keywords;
    std::optional<QString> text;
    std::optional<QString> topic;
    std::optional<FragmentType> type;
    int tokenBudget = 1000;
    bool includeLinks = true;
    std::optional<LinkRelation> linkRelationType;
    std::optional<double> threshold;
    bool includeSuperseded = false;
    bool includePeerAgents = false;
    bool includeKeyName = false;
    std::optional<QString> asOf;
    bool excludeSeen = true;
    bool includeKeywords = false;
    bool includeContext = false;
    std::optional<TimeRangeText> timeRange;
    std::optional<QString> caseId;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<QString> phase;
    bool caseMode = false;
    int maxCases = 5;
    std::optional<RecallDepth> depth;
    std::optional<QString> workspace;
    std::optional<QString> contextText;
    std::optional<QString> cursor;
    int pageSize = 20;
    std::optional<QString> agentId;
    std::optional<QString> sessionId;
    std::optional<double> minImportance;
    std::optional<bool> isAnchor;
    QStringList affect;
    QStringList fieldNames;
    bool wholeTexts = false; ///< not on the wire: the window wants every text uncut and no budget

    static constexpr auto fields()
    {
        using R = RecallRequest;
        return std::tuple {
            field("keywords", &R::keywords).items(50).max(4000),
            field("text", &R::text).max(4000),
            field("topic", &R::topic).max(255),
            field("type", &R::type),
            field("tokenBudget", &R::tokenBudget).clamped(1, 100000),
            field("includeLinks", &R::includeLinks),
            field("linkRelationType", &R::linkRelationType),
            field("threshold", &R::threshold).range(0, 1),
            field("includeSuperseded", &R::includeSuperseded),
            field("includePeerAgents", &R::includePeerAgents),
            field("includeKeyName", &R::includeKeyName),
            field("asOf", &R::asOf).max(64),
            field("excludeSeen", &R::excludeSeen),
            field("includeKeywords", &R::includeKeywords),
            field("includeContext", &R::includeContext),
            field("timeRange", &R::timeRange),
            field("caseId", &R::caseId).max(255),
            field("resolutionStatus", &R::resolutionStatus),
            field("phase", &R::phase).max(50),
            field("caseMode", &R::caseMode),
            field("maxCases", &R::maxCases).clamped(1, 10),
            field("depth", &R::depth),
            field("workspace", &R::workspace).max(255),
            field("contextText", &R::contextText).max(4000),
            field("cursor", &R::cursor).max(512),
            field("pageSize", &R::pageSize).clamped(1, 50),
            field("agentId", &R::agentId).max(128),
            field("sessionId", &R::sessionId).max(255),
            field("minImportance", &R::minImportance).range(0, 1),
            field("isAnchor", &R::isAnchor),
            field("affect", &R::affect).orSingle(),
            field("fields", &R::fieldNames).items(40),
        };
    }
};

struct RecallAnswer {
    bool success = true;
    QList<RecalledFragment> fragments;
    int count = 0;
    int totalTokens = 0; ///< of every text in the answer: memories, previews, context, cases
    QString searchPath;
    int totalCount = 0;
    Nullable<QString> nextCursor;
    bool hasMore = false;
    std::optional<bool> caseMode;
    std::optional<QList<RecalledCase>> cases;
    std::optional<int> caseCount;
    AnswerMeta meta;

    static constexpr auto fields()
    {
        using A = RecallAnswer;
        return std::tuple {field("success", &A::success), field("fragments", &A::fragments), field("count", &A::count),
            field("totalTokens", &A::totalTokens), field("searchPath", &A::searchPath),
            field("totalCount", &A::totalCount), field("nextCursor", &A::nextCursor), field("hasMore", &A::hasMore),
            field("caseMode", &A::caseMode), field("cases", &A::cases), field("caseCount", &A::caseCount),
            field("_meta", &A::meta)};
    }
};

/// Finds what is worth knowing for a question. Without any question or filter:
/// everything, newest first. Reads only; needs a reading unit of work. What it leaves
/// behind (the search itself, how often a memory was needed) goes into the journal.
/// Errors: InvalidArgument (a time, cursor or field name that cannot be read).
Result<RecallAnswer> recall(UnitOfWork &work, const RecallRequest &request);

/// The answer as it goes over the wire: the fields asked for, or all documented ones.
QJsonObject recallJson(const RecallAnswer &answer, const RecallRequest &request);

} // namespace hub
