// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/answermeta.h"
#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

/// How the work of a session went, as the agent sees it. What is outside of the
/// documented lists and lengths is cut or dropped, never refused.
struct TaskEffectiveness {
    std::optional<QString> outcome;
    std::optional<QString> evaluator;
    std::optional<QString> evidence;
    QStringList unmetRequirements;
    std::optional<bool> overallSuccess;
    QStringList toolHighlights;
    QStringList toolPainPoints;

    static constexpr auto fields()
    {
        using T = TaskEffectiveness;
        return std::tuple {
            field("outcome", &T::outcome),
            field("evaluator", &T::evaluator),
            field("evidence", &T::evidence),
            field("unmet_requirements", &T::unmetRequirements).orSingle(),
            field("overall_success", &T::overallSuccess),
            field("tool_highlights", &T::toolHighlights).orSingle(),
            field("tool_pain_points", &T::toolPainPoints).orSingle(),
        };
    }
};

struct ReflectRequest {
    QStringList summary;
    std::optional<QString> sessionId;
    QStringList decisions;
    QStringList errorsResolved;
    QStringList newProcedures;
    QStringList openQuestions;
    std::optional<QString> narrativeSummary;
    std::optional<QString> agentId;
    std::optional<QString> workspace;
    std::optional<TaskEffectiveness> taskEffectiveness;

    static constexpr auto fields()
    {
        using R = ReflectRequest;
        return std::tuple {
            field("summary", &R::summary).orSingle().items(100).max(4000),
            field("sessionId", &R::sessionId).max(255),
            field("decisions", &R::decisions).orSingle().items(100).max(4000),
            field("errors_resolved", &R::errorsResolved).orSingle().items(100).max(4000),
            field("new_procedures", &R::newProcedures).orSingle().items(100).max(4000),
            field("open_questions", &R::openQuestions).orSingle().items(100).max(4000),
            field("narrative_summary", &R::narrativeSummary).max(4000),
            field("agentId", &R::agentId).max(128),
            field("workspace", &R::workspace).max(255),
            field("task_effectiveness", &R::taskEffectiveness),
        };
    }
};

struct ReflectedFragment {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    QStringList keywords;

    static constexpr auto fields()
    {
        using F = ReflectedFragment;
        return std::tuple {field("id", &F::id), field("content", &F::content), field("type", &F::type),
            field("keywords", &F::keywords)};
    }
};

/// How many fragments there are of each kind; `episode` only when there is one.
struct ReflectBreakdown {
    int summary = 0;
    int decisions = 0;
    int errors = 0;
    int procedures = 0;
    int questions = 0;
    std::optional<int> episode;

    static constexpr auto fields()
    {
        using B = ReflectBreakdown;
        return std::tuple {field("summary", &B::summary), field("decisions", &B::decisions),
            field("errors", &B::errors), field("procedures", &B::procedures), field("questions", &B::questions),
            field("episode", &B::episode)};
    }
};

struct ReflectedGroup {
    Nullable<QString> workspace;
    QString topic;
    Nullable<QString> caseId;
    QStringList fragmentIds; ///< with that of the episode

    static constexpr auto fields()
    {
        using G = ReflectedGroup;
        return std::tuple {field("workspace", &G::workspace), field("topic", &G::topic), field("caseId", &G::caseId),
            field("fragmentIds", &G::fragmentIds)};
    }
};

/// What was not stored, and why.
struct SkippedItem {
    QString category;
    QString content; ///< its first 100 characters
    QString reason;

    static constexpr auto fields()
    {
        using S = SkippedItem;
        return std::tuple {field("category", &S::category), field("content", &S::content), field("reason", &S::reason)};
    }
};

struct LinkSuggestion {
    QString fromId;
    QString toId;
    RelationType relationType = RelationType::Related;
    QString reason;

    static constexpr auto fields()
    {
        using L = LinkSuggestion;
        return std::tuple {field("fromId", &L::fromId), field("toId", &L::toId),
            field("relationType", &L::relationType), field("reason", &L::reason)};
    }
};

struct ReflectMeta {
    ServerTime serverTime;
    QList<LinkSuggestion> linkSuggestions;

    static constexpr auto fields()
    {
        return std::tuple {
            field("serverTime", &ReflectMeta::serverTime), field("link_suggestions", &ReflectMeta::linkSuggestions)};
    }
};

struct ReflectAnswer {
    bool success = true;
    int count = 0; ///< of `fragments`: the items, without episodes
    QList<ReflectedFragment> fragments;
    ReflectBreakdown breakdown;
    QList<ReflectedGroup> groups;
    std::optional<QList<SkippedItem>> skipped;
    std::optional<QStringList> warnings;
    ReflectMeta meta;

    static constexpr auto fields()
    {
        using A = ReflectAnswer;
        return std::tuple {
            field("success", &A::success),
            field("count", &A::count),
            field("fragments", &A::fragments),
            field("breakdown", &A::breakdown),
            field("groups", &A::groups),
            field("skipped", &A::skipped),
            field("warnings", &A::warnings),
            field("_meta", &A::meta),
        };
    }
};

/// Stores what a session has taught: each item as a memory of its own, and a story
/// (an episode) for each group. With `sessionId` the memories that this session has
/// stored are grouped by workspace, case and topic, each group with its story. The
/// same again gives the same ids. Marks the session as reflected on.
/// Needs a writing unit of work: it is all or nothing. Errors are those of remember().
Result<ReflectAnswer> reflect(UnitOfWork &work, const ReflectRequest &request);

} // namespace hub
