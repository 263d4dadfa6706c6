// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/remember.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

/// The use case, whose answer to an agent may ask for feedback.
Result<RememberAnswer> run(UnitOfWork &work, const RememberRequest &request)
{
    HUB_TRY(answer, remember(work, request));
    if (!request.dryRun)
        answer.meta = askForFeedback(work, u"remember"_s);
    return answer;
}

} // namespace

Tool rememberTool() { return writingTool(u"remember"_s, run); }

} // namespace hub::mcp
