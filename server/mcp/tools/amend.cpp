// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"

#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

/// The use case, whose answer to an agent may ask for feedback.
Result<AmendAnswer> run(UnitOfWork &work, const AmendRequest &request)
{
    HUB_TRY(answer, amend(work, request));
    if (answer.updated.value_or(false))
        answer.meta = askForFeedback(work, u"amend"_s);
    return answer;
}

} // namespace

Tool amendTool() { return writingTool(u"amend"_s, run); }

} // namespace hub::mcp
