// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/knowledgegraph.h"

namespace hub {

struct GraphEntities {
    QList<GraphEntity> entities;

    static constexpr auto fields()
    {
        return std::tuple {field("entities", &GraphEntities::entities).required().items(200)};
    }
};

struct GraphRelations {
    QList<GraphRelation> relations;

    static constexpr auto fields()
    {
        return std::tuple {field("relations", &GraphRelations::relations).required().items(500)};
    }
};

struct NewObservations {
    QString entityName;
    QStringList contents;

    static constexpr auto fields()
    {
        using N = NewObservations;
        return std::tuple {field("entityName", &N::entityName).required().max(longestGraphName),
            field("contents", &N::contents).required().items(200).max(longestObservation)};
    }
};

struct AddObservationsRequest {
    QList<NewObservations> observations;

    static constexpr auto fields()
    {
        return std::tuple {field("observations", &AddObservationsRequest::observations).required().items(200)};
    }
};

struct AddedObservations {
    QString entityName;
    QStringList addedObservations;

    static constexpr auto fields()
    {
        using A = AddedObservations;
        return std::tuple {field("entityName", &A::entityName).required(),
            field("addedObservations", &A::addedObservations).required()};
    }
};

struct AddObservationsAnswer {
    QList<AddedObservations> results;

    static constexpr auto fields() { return std::tuple {field("results", &AddObservationsAnswer::results).required()}; }
};

struct DeleteEntitiesRequest {
    QStringList entityNames;

    static constexpr auto fields()
    {
        return std::tuple {field("entityNames", &DeleteEntitiesRequest::entityNames).required().items(500)};
    }
};

struct ObservationDeletion {
    QString entityName;
    QStringList observations;

    static constexpr auto fields()
    {
        using O = ObservationDeletion;
        return std::tuple {
            field("entityName", &O::entityName).required(), field("observations", &O::observations).required()};
    }
};

struct DeleteObservationsRequest {
    QList<ObservationDeletion> deletions;

    static constexpr auto fields()
    {
        return std::tuple {field("deletions", &DeleteObservationsRequest::deletions).required().items(500)};
    }
};

/// The same whether or not there was something to delete.
struct GraphDeletion {
    bool success = true;
    QString message;

    static constexpr auto fields()
    {
        using D = GraphDeletion;
        return std::tuple {field("success", &D::success).required(), field("message", &D::message).required()};
    }
};

// All of these need a writing unit of work and answer what the official server answers.
// What a name or a text is stored as (NFC, trimmed, secrets replaced) is what is answered.

/// Stores those whose names are new; a name that the caller can read already stays as it is.
Result<GraphEntities> createEntities(UnitOfWork &work, const GraphEntities &request);
/// Stores those that are new.
Result<GraphRelations> createRelations(UnitOfWork &work, const GraphRelations &request);
/// Stores what is not known yet of entities that exist. NotFound, and nothing stored, when one does not.
Result<AddObservationsAnswer> addObservations(UnitOfWork &work, const AddObservationsRequest &request);

/// Forgets entities with what is known of them and every relation of theirs, as far as
/// they are the caller's own.
Result<GraphDeletion> deleteEntities(UnitOfWork &work, const DeleteEntitiesRequest &request);
Result<GraphDeletion> deleteObservations(UnitOfWork &work, const DeleteObservationsRequest &request);
Result<GraphDeletion> deleteRelations(UnitOfWork &work, const GraphRelations &request);

} // namespace hub
