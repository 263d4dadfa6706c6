// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upkeep/upkeep.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

ToolOutcome encode(const Result<UpkeepReport> &report)
{
    return toolOutcome(report ? Result<QJsonObject>(toJson(*report)) : Result<QJsonObject>(report.error()));
}

QFuture<ToolOutcome> run(Hub &hub, const QJsonObject &arguments, const CallContext &context)
{
    if (const auto request = fromJson<UpkeepRequest>(arguments); !request)
        return readyOutcome(toolOutcome(request.error()));
    return mapped(
        hub.upkeep().run(context.caller, [cancellation = context.cancellation] { return cancellation.isRequested(); }),
        encode);
}

} // namespace

Tool memoryConsolidateTool() { return {u"memory_consolidate"_s, jsonSchema<UpkeepRequest>(), run}; }

} // namespace hub::mcp
