// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/documents.h"
#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool searchTool() { return withOutputSchema(readingTool(u"search"_s, searchDocuments), jsonSchema<DocumentMatches>()); }

Tool fetchTool() { return withOutputSchema(readingTool(u"fetch"_s, fetchDocument), jsonSchema<Document>()); }

} // namespace hub::mcp
