// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/recall.h"

namespace hub {

struct ContextRequest {
    int tokenBudget = 2000;
    QList<FragmentType> types; ///< none: preference, error, procedure, and decisions where there is room
    std::optional<QString> sessionId;
    std::optional<QString> agentId;
    std::optional<QString> workspace;
    bool structured = false;
    bool includeKeyName = false;

    static constexpr auto fields()
    {
        using R = ContextRequest;
        return std::tuple {field("tokenBudget", &R::tokenBudget).clamped(1, 100000), field("types", &R::types),
            field("sessionId", &R::sessionId).max(255), field("agentId", &R::agentId).max(128),
            field("workspace", &R::workspace).max(255), field("structured", &R::structured),
            field("includeKeyName", &R::includeKeyName)};
    }
};

struct ContextFragment {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QString topic;
    double importance = 0;
    Timestamp createdAt;
    bool isAnchor = false;
    Nullable<QString> workspace;
    Nullable<QString> keyId;
    std::optional<Nullable<QString>> keyName;

    static constexpr auto fields()
    {
        using F = ContextFragment;
        return std::tuple {field("id", &F::id), field("content", &F::content), field("type", &F::type),
            field("topic", &F::topic), field("importance", &F::importance), field("created_at", &F::createdAt),
            field("is_anchor", &F::isAnchor), field("workspace", &F::workspace), field("key_id", &F::keyId),
            field("key_name", &F::keyName)};
    }
};

struct CoreMemories {
    QList<ContextFragment> preferences;
    QList<ContextFragment> errors;
    QList<ContextFragment> decisions;
    QList<ContextFragment> procedures;
    QList<ContextFragment> facts;
    QList<ContextFragment> relations;
    QList<ContextFragment> episodes;

    static constexpr auto fields()
    {
        using C = CoreMemories;
        return std::tuple {field("preferences", &C::preferences), field("errors", &C::errors),
            field("decisions", &C::decisions), field("procedures", &C::procedures), field("facts", &C::facts),
            field("relations", &C::relations), field("episodes", &C::episodes)};
    }
};

struct WorkingMemories {
    QList<ContextFragment> currentSession;
    static constexpr auto fields() { return std::tuple {field("current_session", &WorkingMemories::currentSession)}; }
};
struct AnchorMemories {
    QList<ContextFragment> permanent;
    static constexpr auto fields() { return std::tuple {field("permanent", &AnchorMemories::permanent)}; }
};
struct LearnedMemories {
    QList<ContextFragment> recent;
    static constexpr auto fields() { return std::tuple {field("recent", &LearnedMemories::recent)}; }
};

struct RankedItem {
    int rank = 0;
    Nullable<double> score; ///< null for an anchor
    QString id;
    FragmentType type = FragmentType::Fact;
    QString content;
    double importance = 0;
    bool anchor = false;

    static constexpr auto fields()
    {
        using I = RankedItem;
        return std::tuple {field("rank", &I::rank), field("score", &I::score), field("id", &I::id),
            field("type", &I::type), field("content", &I::content), field("importance", &I::importance),
            field("anchor", &I::anchor)};
    }
};

struct RankedInjection {
    QList<RankedItem> items;
    int totalTokens = 0;

    static constexpr auto fields()
    {
        return std::tuple {
            field("items", &RankedInjection::items), field("totalTokens", &RankedInjection::totalTokens)};
    }
};

/// Flat (`fragments`, `injectionText`) or structured (`core`, `working`, …).
struct ContextAnswer {
    bool success = true;
    std::optional<bool> structured;
    std::optional<QList<ContextFragment>> fragments;
    std::optional<CoreMemories> core;
    std::optional<WorkingMemories> working;
    std::optional<AnchorMemories> anchors;
    std::optional<LearnedMemories> learning;
    std::optional<RankedInjection> rankedInjection;
    int totalTokens = 0;
    int count = 0;
    int anchorTokens = 0;
    int coreTokens = 0;
    int wmTokens = 0;
    int wmCount = 0;
    int anchorCount = 0;
    std::optional<QString> injectionText;
    std::optional<int> unreflectedSessions; ///< of the caller's key, when there are any
    std::optional<QString> systemHint;      ///< what to do about them; in injectionText of the flat shape
    AnswerMeta meta;

    static constexpr auto fields()
    {
        using A = ContextAnswer;
        return std::tuple {
            field("success", &A::success),
            field("structured", &A::structured),
            field("fragments", &A::fragments),
            field("core", &A::core),
            field("working", &A::working),
            field("anchors", &A::anchors),
            field("learning", &A::learning),
            field("rankedInjection", &A::rankedInjection),
            field("totalTokens", &A::totalTokens),
            field("count", &A::count),
            field("anchorTokens", &A::anchorTokens),
            field("coreTokens", &A::coreTokens),
            field("wmTokens", &A::wmTokens),
            field("wmCount", &A::wmCount),
            field("anchorCount", &A::anchorCount),
            field("injectionText", &A::injectionText),
            field("unreflectedSessions", &A::unreflectedSessions),
            field("systemHint", &A::systemHint),
            field("_meta", &A::meta),
        };
    }
};

/// What an agent should know as a session starts: anchors, the core memories of
/// the types asked for, and the session's own notes, within the token budget.
/// Reads only; the session's seen set is kept in memory.
Result<ContextAnswer> context(UnitOfWork &work, const ContextRequest &request);

} // namespace hub
