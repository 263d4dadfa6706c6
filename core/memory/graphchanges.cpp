// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/graphchanges.h"

#include "core/base/text.h"
#include "core/memory/forget.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/remember.h"

#include <QSet>

namespace hub {
namespace {

struct PartToStore {
    GraphPart part = GraphPart::Entity;
    QString topic;
    QString content;
    QStringList linkedTo {};
};

/// The stored memory; nothing when the same text was there already.
Result<std::optional<Fragment>> storePart(UnitOfWork &work, const PartToStore &wanted)
{
    RememberRequest request;
    request.content = wanted.content;
    request.topic = wanted.topic;
    request.type = wanted.part == GraphPart::Relation ? FragmentType::Relation : FragmentType::Fact;
    request.source = toString(wanted.part);
    request.caseId = u"knowledge-graph"_s;
    request.linkedTo = wanted.linkedTo;
    request.wholeText = true;
    HUB_TRY(stored, remember(work, request));
    if (stored.existing.value_or(false))
        return std::optional<Fragment>();
    return FragmentRepository(work).owned(stored.id.value_or(QString()), Access::of(work.caller()));
}

Result<void> mustBeThere(const QString &what, const QString &text)
{
    if (text.isEmpty())
        return Error {ErrorCode::InvalidArgument, u"%1 must not be empty"_s.arg(what)};
    return {};
}

/// The entities that the caller can read, as memories, by name.
Result<QHash<QString, Fragment>> entitiesByName(UnitOfWork &work)
{
    HUB_TRY(fragments, graphFragments(work));
    QHash<QString, Fragment> entities;
    for (const auto &f : fragments) {
        if (graphPartOf(f) == GraphPart::Entity && !entities.contains(f.topic))
            entities.insert(f.topic, f);
    }
    return entities;
}

/// Those of the texts that were new, as they are stored.
Result<QStringList> storeObservations(UnitOfWork &work, const Fragment &entity, const QStringList &texts)
{
    QStringList added;
    for (const auto &text : texts) {
        const auto observation = canonicalText(text);
        HUB_CHECK(mustBeThere(u"An observation"_s, observation));
        HUB_TRY(stored,
            storePart(work,
                {.part = GraphPart::Observation,
                    .topic = entity.topic,
                    .content = observationContent(entity.topic, observation),
                    .linkedTo = {entity.id}}));
        if (stored)
            added += observationOf(*stored);
    }
    return added;
}

Result<GraphRelation> canonical(const GraphRelation &given)
{
    const GraphRelation relation {.from = canonicalText(given.from),
        .to = canonicalText(given.to),
        .relationType = canonicalText(given.relationType)};
    HUB_CHECK(mustBeThere(u"from"_s, relation.from));
    HUB_CHECK(mustBeThere(u"to"_s, relation.to));
    HUB_CHECK(mustBeThere(u"relationType"_s, relation.relationType));
    return relation;
}

/// Forgets the parts that `isMeant` names and the caller owns.
template <typename Meant>
Result<void> forgetParts(UnitOfWork &work, Meant isMeant)
{
    HUB_TRY(fragments, graphFragments(work));
    for (const auto &f : fragments) {
        if (!isMeant(f))
            continue;
        HUB_TRY(answer, forget(work, {.id = f.id, .topic = {}, .force = true, .agentId = {}}));
        Q_UNUSED(answer) // not the caller's own: it stays
    }
    return {};
}

} // namespace

Result<GraphEntities> createEntities(UnitOfWork &work, const GraphEntities &request)
{
    HUB_TRY(known, entitiesByName(work));
    GraphEntities created;
    for (const auto &wanted : request.entities) {
        const auto name = canonicalText(wanted.name);
        HUB_CHECK(mustBeThere(u"name"_s, name));
        if (known.contains(name))
            continue;
        HUB_TRY(stored,
            storePart(work,
                {.part = GraphPart::Entity,
                    .topic = name,
                    .content = entityContent(name, canonicalText(wanted.entityType))}));
        if (!stored)
            continue;
        known.insert(name, *stored);
        HUB_TRY(observations, storeObservations(work, *stored, wanted.observations));
        created.entities.append(
            {.name = stored->topic, .entityType = entityTypeOf(*stored), .observations = observations});
    }
    return created;
}

Result<GraphRelations> createRelations(UnitOfWork &work, const GraphRelations &request)
{
    HUB_TRY(entities, entitiesByName(work));
    HUB_TRY(graph, readGraph(work, {}));
    GraphRelations created;
    for (const auto &wanted : request.relations) {
        HUB_TRY(relation, canonical(wanted));
        if (graph.relations.contains(relation) || created.relations.contains(relation))
            continue;
        QStringList ends;
        for (const auto &end : {relation.from, relation.to}) {
            if (entities.contains(end) && !ends.contains(entities[end].id))
                ends += entities[end].id;
        }
        HUB_TRY(stored,
            storePart(work,
                {.part = GraphPart::Relation,
                    .topic = relation.from,
                    .content = relationContent(relation),
                    .linkedTo = ends}));
        if (stored)
            created.relations += relationOf(*stored).value_or(relation);
    }
    return created;
}

Result<AddObservationsAnswer> addObservations(UnitOfWork &work, const AddObservationsRequest &request)
{
    HUB_TRY(entities, entitiesByName(work));
    AddObservationsAnswer answer;
    for (const auto &wanted : request.observations) {
        const auto name = canonicalText(wanted.entityName);
        const auto entity = entities.constFind(name);
        if (entity == entities.cend())
            return Error {ErrorCode::NotFound, u"Entity with name %1 not found"_s.arg(name)};
        HUB_TRY(added, storeObservations(work, *entity, wanted.contents));
        answer.results.append({.entityName = name, .addedObservations = added});
    }
    return answer;
}

Result<GraphDeletion> deleteEntities(UnitOfWork &work, const DeleteEntitiesRequest &request)
{
    QSet<QString> names;
    for (const auto &name : request.entityNames)
        names += canonicalText(name);
    HUB_CHECK(forgetParts(work, [&](const Fragment &f) {
        const auto relation = graphPartOf(f) == GraphPart::Relation ? relationOf(f) : std::nullopt;
        return names.contains(f.topic) || (relation && names.contains(relation->to));
    }));
    return GraphDeletion {.message = u"Entities deleted successfully"_s};
}

Result<GraphDeletion> deleteObservations(UnitOfWork &work, const DeleteObservationsRequest &request)
{
    QHash<QString, QSet<QString>> texts;
    for (const auto &deletion : request.deletions) {
        for (const auto &text : deletion.observations)
            texts[canonicalText(deletion.entityName)] += canonicalText(text);
    }
    HUB_CHECK(forgetParts(work, [&](const Fragment &f) {
        return graphPartOf(f) == GraphPart::Observation && texts.value(f.topic).contains(observationOf(f));
    }));
    return GraphDeletion {.message = u"Observations deleted successfully"_s};
}

Result<GraphDeletion> deleteRelations(UnitOfWork &work, const GraphRelations &request)
{
    QList<GraphRelation> meant;
    for (const auto &given : request.relations) {
        HUB_TRY(relation, canonical(given));
        meant += relation;
    }
    HUB_CHECK(forgetParts(work, [&](const Fragment &f) {
        const auto relation = graphPartOf(f) == GraphPart::Relation ? relationOf(f) : std::nullopt;
        return relation && meant.contains(*relation);
    }));
    return GraphDeletion {.message = u"Relations deleted successfully"_s};
}

} // namespace hub
