// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/traces.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool searchTracesTool()
{
    auto tool = readingTool(u"search_traces"_s, searchTraces);
    auto properties = tool.inputSchema.value(u"properties"_s).toObject();
    // These second names are documented like the first ones; `agentId` is not, but taken.
    for (const auto &name : {u"eventType"_s, u"entityKey"_s, u"caseId"_s, u"sessionId"_s})
        properties.insert(name, SchemaOf<QString>::get());
    properties.remove(u"agentId"_s);
    tool.inputSchema.insert(u"properties"_s, properties);
    return tool;
}

} // namespace hub::mcp
