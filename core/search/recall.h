// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"
#include "core/memory/remember.h"

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
    std::optional<RelationType> linkRelationType;
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
    std::optional<RecallDepth> depth;
    std::optional<QString> workspace;
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
            field("depth", &R::depth),
            field("workspace", &R::workspace).max(255),
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

struct LinkedPreview {
    QString id;
    RelationType relationType = RelationType::Related;
    QString preview; ///< the first 60 characters

    static constexpr auto fields()
    {
        using L = LinkedPreview;
        return std::tuple {field("id", &L::id), field("relation_type", &L::relationType), field("preview", &L::preview)};
    }
};

/// Why a fragment is in an answer; codes are those of the documentation.
struct Explanation {
    QString code;
    QString detail;
    QString ruleVersion = u"v1"_s;

    static constexpr auto fields()
    {
        using E = Explanation;
        return std::tuple {field("code", &E::code), field("detail", &E::detail), field("ruleVersion", &E::ruleVersion)};
    }
};

/// One signal's part in a fragment's rank: provenance, for the window and `explain`.
struct SignalShare {
    QString signal;    ///< words, grams, context, session, vector, keyword, topic, graph, importance, recency, activation
    double value = 0;  ///< normalised over this query, 0..1
    double weight = 0; ///< what it was multiplied with

    static constexpr auto fields()
    {
        using S = SignalShare;
        return std::tuple {field("signal", &S::signal), field("value", &S::value), field("weight", &S::weight)};
    }
};

struct RecalledFragment {
    QString id;
    QString content;
    QString topic;
    FragmentType type = FragmentType::Fact;
    double importance = 0;
    Timestamp createdAt;
    int ageDays = 0;
    int accessCount = 0;
    double confidence = 1;
    QList<LinkedPreview> linked; ///< at most three
    std::optional<double> similarity; ///< cosine, when a model took part
    std::optional<QString> staleWarning;
    std::optional<QStringList> keywords;
    std::optional<QString> contextSummary;
    Nullable<QString> workspace;
    std::optional<QString> caseId;
    std::optional<QString> goal;
    std::optional<QString> outcome;
    std::optional<QString> phase;
    std::optional<ResolutionStatus> resolutionStatus;
    std::optional<AssertionStatus> assertionStatus; ///< only if not observed
    Affect affect = Affect::Neutral;
    std::optional<QStringList> validationWarnings;
    Nullable<Timestamp> validTo;
    double emaActivation = 0;
    Nullable<QString> keyId;
    std::optional<Nullable<QString>> keyName;
    std::optional<bool> isAnchor;
    std::optional<bool> truncated; ///< a longer memory, shown as its best part
    std::optional<QList<Explanation>> explanations;
    QList<SignalShare> shares; ///< not on the wire of recall
    double score = 0;          ///< not on the wire of recall
    TtlTier ttlTier = TtlTier::Warm; ///< not on the wire of recall

    static constexpr auto fields()
    {
        using F = RecalledFragment;
        return std::tuple {
            field("id", &F::id), field("content", &F::content), field("topic", &F::topic), field("type", &F::type),
            field("importance", &F::importance), field("created_at", &F::createdAt), field("age_days", &F::ageDays),
            field("access_count", &F::accessCount), field("confidence", &F::confidence), field("linked", &F::linked),
            field("similarity", &F::similarity), field("stale_warning", &F::staleWarning),
            field("keywords", &F::keywords), field("context_summary", &F::contextSummary),
            field("workspace", &F::workspace), field("case_id", &F::caseId), field("goal", &F::goal),
            field("outcome", &F::outcome), field("phase", &F::phase), field("resolution_status", &F::resolutionStatus),
            field("assertion_status", &F::assertionStatus), field("affect", &F::affect),
            field("validation_warnings", &F::validationWarnings), field("valid_to", &F::validTo),
            field("ema_activation", &F::emaActivation), field("key_id", &F::keyId), field("key_name", &F::keyName),
            field("is_anchor", &F::isAnchor), field("truncated", &F::truncated),
            field("explanations", &F::explanations),
        };
    }
};

/// The moment of an answer, for models whose own clock stands still.
struct ServerTime {
    QString iso;
    qint64 epochMs = 0;
    QString displayKst;   ///< always Asia/Seoul, in Korean
    QString displayLocal; ///< the hub's zone
    QString timezone;     ///< name of the hub's zone

    static constexpr auto fields()
    {
        using S = ServerTime;
        return std::tuple {field("iso", &S::iso), field("epoch_ms", &S::epochMs), field("display_kst", &S::displayKst),
                           field("display_local", &S::displayLocal), field("timezone", &S::timezone)};
    }
};

/// What the caller might do next, in words of the hub's locale.
struct Hint {
    QString signal; ///< no_results, topic_mismatch, stale_results, …
    QString suggestion;
    QString trigger; ///< the tool that helps
    std::optional<QJsonObject> args;

    static constexpr auto fields()
    {
        using H = Hint;
        return std::tuple {field("signal", &H::signal), field("suggestion", &H::suggestion),
                           field("trigger", &H::trigger), field("args", &H::args)};
    }
};

struct AnswerMeta {
    std::optional<Nullable<qint64>> searchEventId;
    QList<Hint> hints;
    ServerTime serverTime;

    static constexpr auto fields()
    {
        using M = AnswerMeta;
        return std::tuple {field("searchEventId", &M::searchEventId), field("hints", &M::hints),
                           field("serverTime", &M::serverTime)};
    }
};

struct RecallAnswer {
    bool success = true;
    QList<RecalledFragment> fragments;
    int count = 0;
    int totalTokens = 0;
    QString searchPath;
    int totalCount = 0;
    Nullable<QString> nextCursor;
    bool hasMore = false;
    AnswerMeta meta;

    static constexpr auto fields()
    {
        using A = RecallAnswer;
        return std::tuple {field("success", &A::success), field("fragments", &A::fragments), field("count", &A::count),
                           field("totalTokens", &A::totalTokens), field("searchPath", &A::searchPath),
                           field("totalCount", &A::totalCount), field("nextCursor", &A::nextCursor),
                           field("hasMore", &A::hasMore), field("_meta", &A::meta)};
    }
};

/// Finds what is worth knowing for a question. Without any question or filter:
/// everything, newest first. Reads only; needs a reading unit of work.
/// Errors: InvalidArgument (a time, cursor or field name that cannot be read).
Result<RecallAnswer> recall(UnitOfWork &work, const RecallRequest &request);

/// The answer as it goes over the wire: the fields asked for, or all documented ones.
QJsonObject recallJson(const RecallAnswer &answer, const RecallRequest &request);

} // namespace hub
