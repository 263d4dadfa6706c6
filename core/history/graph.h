// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

class UnitOfWork;

struct GraphRequest {
    QString startId;
    std::optional<QString> agentId {};

    static constexpr auto fields()
    {
        using R = GraphRequest;
        return std::tuple {field("startId", &R::startId).required().max(64), field("agentId", &R::agentId).max(128)};
    }
};

struct GraphNode {
    QString id;
    QString content;
    FragmentType type = FragmentType::Fact;
    double importance = 0;
    QString topic;
    Nullable<RelationType> relationType; ///< how it was reached; null: the start
    int depth = 0;
    std::optional<bool> truncated;

    static constexpr auto fields()
    {
        using N = GraphNode;
        return std::tuple {field("id", &N::id), field("content", &N::content), field("type", &N::type),
            field("importance", &N::importance), field("topic", &N::topic), field("relation_type", &N::relationType),
            field("depth", &N::depth), field("truncated", &N::truncated)};
    }
};

/// A relation as it is stored.
struct GraphEdge {
    QString from;
    QString to;
    RelationType relationType = RelationType::Related;

    static constexpr auto fields()
    {
        using E = GraphEdge;
        return std::tuple {field("from", &E::from), field("to", &E::to), field("relation_type", &E::relationType)};
    }
};

struct GraphAnswer {
    bool success = true;
    QString startId;
    QList<GraphNode> nodes; ///< the start, then what is one step away, the most important first
    QList<GraphEdge> edges;
    int count = 0; ///< of nodes
    std::optional<QString> error;

    static constexpr auto fields()
    {
        using A = GraphAnswer;
        return std::tuple {field("success", &A::success), field("startId", &A::startId), field("nodes", &A::nodes),
            field("edges", &A::edges), field("count", &A::count), field("error", &A::error)};
    }
};

/// What caused a fragment, what it caused, what resolved it and what it resolved:
/// one step along these relations, whichever way they are stored.
Result<GraphAnswer> exploreGraph(UnitOfWork &work, const GraphRequest &request);

} // namespace hub
