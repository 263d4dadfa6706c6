// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/fragmenthistory.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool fragmentHistoryTool() { return readingTool(u"fragment_history"_s, fragmentHistory); }

} // namespace hub::mcp
