// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/context.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool contextTool() { return readingTool(u"context"_s, context); }

} // namespace hub::mcp
