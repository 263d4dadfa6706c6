// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/updates/updates.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool checkUpdateTool() { return readingTool(u"check_update"_s, checkUpdate); }

} // namespace hub::mcp
