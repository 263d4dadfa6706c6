// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/link.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool linkTool() { return writingTool(u"link"_s, hub::link); }

} // namespace hub::mcp
