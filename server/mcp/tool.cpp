// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/tool.h"

#include "core/base/log.h"
#include "server/http/errormap.h"
#include "server/later.h"

namespace hub::mcp {
namespace {

struct ToolFailure {
    bool success = false;
    QString error;

    static constexpr auto fields()
    {
        return std::tuple {field("success", &ToolFailure::success), field("error", &ToolFailure::error)};
    }
};

bool isProtocolError(ErrorCode code)
{
    return code == ErrorCode::TooLong || code == ErrorCode::PolicyViolation || code == ErrorCode::Cancelled;
}

} // namespace

ToolOutcome toolOutcome(const Result<QJsonObject> &answer)
{
    if (answer)
        return ToolResult {.payload = *answer, .isError = answer->contains(u"error"_s)};
    const auto &error = answer.error();
    if (!error.detail.isEmpty())
        logError(lcServer(), u"running a tool"_s, error);
    if (isProtocolError(error.code))
        return RpcError {http::jsonRpcCode(error.code), error.message, error.data};
    auto payload = toJson(ToolFailure {.error = error.message});
    for (auto it = error.data.begin(); it != error.data.end(); ++it)
        payload.insert(it.key(), it.value());
    return ToolResult {.payload = payload, .isError = true};
}

QFuture<ToolOutcome> readyOutcome(ToolOutcome outcome) { return readyFuture(std::move(outcome)); }

} // namespace hub::mcp
