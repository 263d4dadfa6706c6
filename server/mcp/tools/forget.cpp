// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/forget.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool forgetTool() { return writingTool(u"forget"_s, forget); }

} // namespace hub::mcp
