// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool amendTool() { return writingTool(u"amend"_s, amend); }

} // namespace hub::mcp
