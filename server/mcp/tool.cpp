// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/tool.h"

#include "core/base/log.h"
#include "server/http/errormap.h"
#include "server/later.h"

#include <QJsonDocument>

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

Tool withOutputSchema(Tool tool, const QJsonObject &schema)
{
    tool.outputSchema = schema;
    tool.run = [run = tool.run](Hub &hub, const QJsonObject &arguments, const CallContext &context) {
        return mapped(run(hub, arguments, context), [](ToolOutcome outcome) {
            if (auto *result = std::get_if<ToolResult>(&outcome); result && result->isError) {
                const auto text = QString::fromUtf8(QJsonDocument(result->payload).toJson(QJsonDocument::Compact));
                result->content = {QJsonObject {{u"type"_s, u"text"_s}, {u"text"_s, text}}};
            }
            return outcome;
        });
    };
    return tool;
}

QFuture<ToolOutcome> readyOutcome(ToolOutcome outcome) { return readyFuture(std::move(outcome)); }

} // namespace hub::mcp
