// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchstatus.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {

Tool batchStatusTool() { return readingTool(u"batch_status"_s, batchStatus); }

} // namespace hub::mcp
