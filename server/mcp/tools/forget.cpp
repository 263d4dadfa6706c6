// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/forget.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

/// The use case, whose answer to an agent may ask for feedback.
Result<ForgetAnswer> run(UnitOfWork &work, const ForgetRequest &request)
{
    HUB_TRY(answer, forget(work, request));
    if (answer.deleted.value_or(0) > 0 || answer.protectedCount)
        answer.meta = askForFeedback(work, u"forget"_s);
    return answer;
}

} // namespace

Tool forgetTool() { return writingTool(u"forget"_s, run); }

} // namespace hub::mcp
