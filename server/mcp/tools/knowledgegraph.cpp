// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/graphchanges.h"
#include "server/mcp/tools/tools.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

using Words = QString (*)(const QJsonObject &answer);

/// The set takes the place of another server, so its texts are those of that server:
/// the list in question, indented, or a sentence.
Tool worded(Tool tool, const QJsonObject &outputSchema, Words words)
{
    tool.run = [run = tool.run, words](Hub &hub, const QJsonObject &arguments, const CallContext &context) {
        return mapped(run(hub, arguments, context), [words](ToolOutcome outcome) {
            if (auto *result = std::get_if<ToolResult>(&outcome); result && !result->isError)
                result->text = words(result->payload);
            return outcome;
        });
    };
    return withOutputSchema(std::move(tool), outputSchema);
}

QString indented(const QJsonDocument &document) { return QString::fromUtf8(document.toJson()).trimmed(); }

QString whole(const QJsonObject &answer) { return indented(QJsonDocument(answer)); }

QString onlyList(const QJsonObject &answer) { return indented(QJsonDocument(answer.begin()->toArray())); }

QString sentence(const QJsonObject &answer) { return answer.value(u"message"_s).toString(); }

} // namespace

Tool createEntitiesTool()
{
    return worded(writingTool(u"create_entities"_s, createEntities), jsonSchema<GraphEntities>(), onlyList);
}

Tool createRelationsTool()
{
    return worded(writingTool(u"create_relations"_s, createRelations), jsonSchema<GraphRelations>(), onlyList);
}

Tool addObservationsTool()
{
    return worded(writingTool(u"add_observations"_s, addObservations), jsonSchema<AddObservationsAnswer>(), onlyList);
}

Tool deleteEntitiesTool()
{
    return worded(writingTool(u"delete_entities"_s, deleteEntities), jsonSchema<GraphDeletion>(), sentence);
}

Tool deleteObservationsTool()
{
    return worded(writingTool(u"delete_observations"_s, deleteObservations), jsonSchema<GraphDeletion>(), sentence);
}

Tool deleteRelationsTool()
{
    return worded(writingTool(u"delete_relations"_s, deleteRelations), jsonSchema<GraphDeletion>(), sentence);
}

Tool readGraphTool() { return worded(readingTool(u"read_graph"_s, readGraph), jsonSchema<KnowledgeGraph>(), whole); }

Tool searchNodesTool()
{
    return worded(readingTool(u"search_nodes"_s, searchNodes), jsonSchema<KnowledgeGraph>(), whole);
}

Tool openNodesTool() { return worded(readingTool(u"open_nodes"_s, openNodes), jsonSchema<KnowledgeGraph>(), whole); }

} // namespace hub::mcp
