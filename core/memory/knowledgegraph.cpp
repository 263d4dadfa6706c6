// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/knowledgegraph.h"

#include "core/base/text.h"
#include "core/memory/access.h"
#include "core/memory/unitofwork.h"

#include <QHash>
#include <QSet>

namespace hub {
namespace {

/// Puts the parts together; an observation of what is no entity any more is left out.
KnowledgeGraph assembled(const QList<Fragment> &fragments)
{
    KnowledgeGraph graph;
    QHash<QString, qsizetype> places;
    for (const auto &f : fragments) {
        if (graphPartOf(f) != GraphPart::Entity || places.contains(f.topic))
            continue;
        places.insert(f.topic, graph.entities.size());
        graph.entities.append({.name = f.topic, .entityType = entityTypeOf(f), .observations = {}});
    }
    for (const auto &f : fragments) {
        if (graphPartOf(f) == GraphPart::Observation && places.contains(f.topic)) {
            auto &known = graph.entities[places[f.topic]].observations;
            if (const auto text = observationOf(f); !known.contains(text))
                known += text;
        }
        if (graphPartOf(f) != GraphPart::Relation)
            continue;
        if (const auto relation = relationOf(f); relation && !graph.relations.contains(*relation))
            graph.relations += *relation;
    }
    return graph;
}

template <typename Wanted>
KnowledgeGraph around(const KnowledgeGraph &graph, Wanted isWanted)
{
    KnowledgeGraph part;
    QSet<QString> names;
    for (const auto &entity : graph.entities) {
        if (!isWanted(entity))
            continue;
        part.entities += entity;
        names += entity.name;
    }
    for (const auto &relation : graph.relations) {
        if (names.contains(relation.from) || names.contains(relation.to))
            part.relations += relation;
    }
    return part;
}

} // namespace

std::optional<GraphPart> graphPartOf(const Fragment &fragment)
{
    return fragment.source ? enumFromString<GraphPart>(*fragment.source) : std::nullopt;
}

Result<QList<Fragment>> graphFragments(UnitOfWork &work)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/graph_parts"));
    return Access::of(work.caller()).bindVisible(statement).all<Fragment>();
}

Result<KnowledgeGraph> readGraph(UnitOfWork &work, const ReadGraphRequest &)
{
    HUB_TRY(fragments, graphFragments(work));
    return assembled(fragments);
}

Result<KnowledgeGraph> searchNodes(UnitOfWork &work, const SearchNodesRequest &request)
{
    HUB_TRY(fragments, graphFragments(work));
    const auto query = canonicalText(request.query);
    const auto has = [&](const QString &text) { return text.contains(query, Qt::CaseInsensitive); };
    return around(assembled(fragments), [&](const GraphEntity &entity) {
        return has(entity.name) || has(entity.entityType)
            || std::any_of(entity.observations.begin(), entity.observations.end(), has);
    });
}

Result<KnowledgeGraph> openNodes(UnitOfWork &work, const OpenNodesRequest &request)
{
    HUB_TRY(fragments, graphFragments(work));
    QSet<QString> names;
    for (const auto &name : request.names)
        names += canonicalText(name);
    return around(assembled(fragments), [&](const GraphEntity &entity) { return names.contains(entity.name); });
}

} // namespace hub
