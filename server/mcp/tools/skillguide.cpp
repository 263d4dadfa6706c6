// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guide/guide.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool skillGuideTool() { return readingTool(u"get_skill_guide"_s, skillGuide); }

} // namespace hub::mcp
