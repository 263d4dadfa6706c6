// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/graph.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool graphExploreTool() { return readingTool(u"graph_explore"_s, exploreGraph); }

} // namespace hub::mcp
