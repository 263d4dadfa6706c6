// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/feedback/toolfeedback.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool toolFeedbackTool() { return writingTool(u"tool_feedback"_s, toolFeedback); }

} // namespace hub::mcp
