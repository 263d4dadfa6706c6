// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/graphparts.h"

namespace hub {

class UnitOfWork;

/// Entities, what is known of each, and how they are related: the graph of the official
/// knowledge-graph memory server, kept as memories like all others. Parts of one name
/// that several keys have stored are one entity to whoever may read them.
struct KnowledgeGraph {
    QList<GraphEntity> entities; ///< in the order they were created
    QList<GraphRelation> relations;

    static constexpr auto fields()
    {
        using G = KnowledgeGraph;
        return std::tuple {field("entities", &G::entities).required(), field("relations", &G::relations).required()};
    }
};

struct ReadGraphRequest {
    static constexpr auto fields() { return std::tuple {}; }
};

struct SearchNodesRequest {
    QString query;

    static constexpr auto fields() { return std::tuple {field("query", &SearchNodesRequest::query).required()}; }
};

struct OpenNodesRequest {
    QStringList names;

    static constexpr auto fields() { return std::tuple {field("names", &OpenNodesRequest::names).required()}; }
};

/// Every part that the caller may read, as memories, oldest first.
Result<QList<Fragment>> graphFragments(UnitOfWork &work);
/// What such a memory is; nothing when it is none.
std::optional<GraphPart> graphPartOf(const Fragment &fragment);

/// All that the caller may read. Relations may lead to what is no entity.
Result<KnowledgeGraph> readGraph(UnitOfWork &work, const ReadGraphRequest &request);
/// The entities that have `query`, in any case, in their name, type or observations,
/// and the relations that begin or end at one of them.
Result<KnowledgeGraph> searchNodes(UnitOfWork &work, const SearchNodesRequest &request);
/// The entities of these names, as far as there are any, and their relations.
Result<KnowledgeGraph> openNodes(UnitOfWork &work, const OpenNodesRequest &request);

} // namespace hub
