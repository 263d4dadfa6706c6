// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/reconstruct.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool reconstructHistoryTool()
{
    auto tool = readingTool(u"reconstruct_history"_s, reconstructHistory);
    auto properties = tool.inputSchema.value(u"properties"_s).toObject();
    properties.remove(u"agentId"_s); // not documented, but taken
    tool.inputSchema.insert(u"properties"_s, properties);
    return tool;
}

} // namespace hub::mcp
