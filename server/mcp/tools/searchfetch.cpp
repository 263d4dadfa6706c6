// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/documents.h"
#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool searchTool()
{
    auto tool = readingTool(u"search"_s, searchDocuments);
    tool.outputSchema = jsonSchema<DocumentMatches>();
    return tool;
}

Tool fetchTool()
{
    auto tool = readingTool(u"fetch"_s, fetchDocument);
    tool.outputSchema = jsonSchema<Document>();
    return tool;
}

} // namespace hub::mcp
