// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

/// What a memory is in the knowledge graph; the `source` of its fragment says so.
enum class GraphPart : quint8 { Entity, Observation, Relation };
template <>
struct EnumNames<GraphPart> {
    static constexpr auto names = std::to_array<std::string_view>(
        {"knowledge-graph:entity", "knowledge-graph:observation", "knowledge-graph:relation"});
};

constexpr int longestGraphName = 255;
constexpr int longestObservation = 3700; ///< with the name before it, within what one memory may hold

struct GraphEntity {
    QString name;
    QString entityType;
    QStringList observations;

    static constexpr auto fields()
    {
        using E = GraphEntity;
        return std::tuple {field("name", &E::name).required().max(longestGraphName),
            field("entityType", &E::entityType).required().max(longestGraphName),
            field("observations", &E::observations).required().items(200).max(longestObservation)};
    }
};

struct GraphRelation {
    QString from;
    QString to;
    QString relationType;

    static constexpr auto fields()
    {
        using R = GraphRelation;
        return std::tuple {field("from", &R::from).required().max(longestGraphName),
            field("to", &R::to).required().max(longestGraphName),
            field("relationType", &R::relationType).required().max(longestGraphName)};
    }
    bool operator==(const GraphRelation &) const = default;
};

// How a part stands in the text of its memory, so that a person and a search can read
// it, and back again without loss. The topic of the memory is the entity's name, of a
// relation the one that it starts from.

QString entityContent(const QString &name, const QString &entityType);
QString observationContent(const QString &name, const QString &observation);
QString relationContent(const GraphRelation &relation);

/// A text that somebody has changed since is taken as it stands.
QString entityTypeOf(const Fragment &entity);
QString observationOf(const Fragment &observation);
/// Nothing when the text is no longer that of a relation.
std::optional<GraphRelation> relationOf(const Fragment &relation);

} // namespace hub
