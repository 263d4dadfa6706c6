// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/recall.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool recallTool() { return readingTool(u"recall"_s, recall, recallJson); }

} // namespace hub::mcp
