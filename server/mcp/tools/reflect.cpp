// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reflect/reflect.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool reflectTool() { return writingTool(u"reflect"_s, reflect); }

} // namespace hub::mcp
