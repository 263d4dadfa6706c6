// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/remember.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool rememberTool() { return writingTool(u"remember"_s, remember); }

} // namespace hub::mcp
