// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/tool.h"

namespace hub::mcp {

// One tool a file. What a model reads about it is resources/mcp/tools/<name>.md,
// what it may do resources/mcp/tools.json.
Tool rememberTool();
Tool batchRememberTool();
Tool batchStatusTool();
Tool recallTool();
Tool contextTool();
Tool forgetTool();
Tool amendTool();
Tool linkTool();
Tool reflectTool();
Tool toolFeedbackTool();
Tool memoryStatsTool();
Tool graphExploreTool();
Tool fragmentHistoryTool();
Tool reconstructHistoryTool();
Tool searchTracesTool();
Tool skillGuideTool();
Tool memoryConsolidateTool();
Tool checkUpdateTool();
Tool applyUpdateTool();
Tool sessionRotateTool();

// Of the set "knowledge-graph": what the official memory server has, with its answers.
Tool createEntitiesTool();
Tool createRelationsTool();
Tool addObservationsTool();
Tool deleteEntitiesTool();
Tool deleteObservationsTool();
Tool deleteRelationsTool();
Tool readGraphTool();
Tool searchNodesTool();
Tool openNodesTool();

// Of the set "search-fetch".
Tool searchTool();
Tool fetchTool();

} // namespace hub::mcp
