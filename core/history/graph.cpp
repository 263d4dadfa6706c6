// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/graph.h"

#include "core/history/nearfragment.h"
#include "core/history/textmatch.h"
#include "core/memory/fragmentrepository.h"

namespace hub {
namespace {

GraphNode nodeOf(const Fragment &f)
{
    const auto shown = shownText(f.content);
    return {.id = f.id,
        .content = shown.text,
        .type = f.type,
        .importance = f.importance,
        .topic = f.topic,
        .relationType = {},
        .depth = 0,
        .truncated = shown.isCut};
}

} // namespace

Result<GraphAnswer> exploreGraph(UnitOfWork &work, const GraphRequest &request)
{
    const auto access = Access::of(work.caller(), request.agentId);
    GraphAnswer answer;
    answer.startId = request.startId;
    HUB_TRY(start, FragmentRepository(work).visible(request.startId, access));
    if (!start) {
        answer.success = false;
        answer.error = u"Fragment not found or no permission"_s;
        return answer;
    }
    answer.nodes += nodeOf(*start);
    HUB_TRY(statement, work.database().prepareNamed(u"history/causes_of"));
    HUB_TRY(reached, access.bindVisible(statement.set(":id"_L1, start->id)).all<NearFragment>());
    QSet<QString> known;
    for (const auto &one : reached) {
        answer.edges += GraphEdge {.from = one.fromId, .to = one.toId, .relationType = one.relationType};
        if (known.contains(one.id)) // linked both ways
            continue;
        known += one.id;
        auto node = nodeOf(one);
        node.relationType.emplace(one.relationType);
        node.depth = 1;
        answer.nodes += node;
    }
    answer.count = int(answer.nodes.size());
    return answer;
}

} // namespace hub
