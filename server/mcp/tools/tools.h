// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/tool.h"

namespace hub::mcp {

// One tool a file. What a model reads about it is resources/mcp/tools/<name>.md,
// what it may do resources/mcp/tools.json.
Tool rememberTool();
Tool recallTool();
Tool contextTool();
Tool forgetTool();
Tool amendTool();
Tool linkTool();
Tool toolFeedbackTool();
Tool memoryStatsTool();

} // namespace hub::mcp
