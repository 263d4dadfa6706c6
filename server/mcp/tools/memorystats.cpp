// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/toolstats.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool memoryStatsTool() { return readingTool(u"memory_stats"_s, toolStats); }

} // namespace hub::mcp
