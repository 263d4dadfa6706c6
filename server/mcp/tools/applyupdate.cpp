// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/updates/updates.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool applyUpdateTool() { return readingTool(u"apply_update"_s, applyUpdate); }

} // namespace hub::mcp
