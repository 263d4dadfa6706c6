// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/tools/tools.h"

namespace hub::mcp {
namespace {

struct Request {
    QString reason;

    static constexpr auto fields() { return std::tuple {field("reason", &Request::reason).max(256)}; }
};

struct Rotated {
    bool success = true;
    QString newSessionId;
    Timestamp expiresAt;
    Timestamp rotatedAt;

    static constexpr auto fields()
    {
        using R = Rotated;
        return std::tuple {field("success", &R::success), field("newSessionId", &R::newSessionId),
            field("expiresAt", &R::expiresAt), field("rotatedAt", &R::rotatedAt)};
    }
};

Result<QJsonObject> answerOf(const Result<std::optional<SessionRotation>> &rotated)
{
    if (!rotated)
        return rotated.error();
    if (!*rotated)
        return Error {ErrorCode::NotFound, u"Session not found: it has ended; initialize a new one"_s};
    const auto &done = **rotated;
    return toJson(Rotated {.newSessionId = done.session.id, .expiresAt = done.expiresAt, .rotatedAt = done.rotatedAt});
}

/// The one tool that acts on the transport, not on memories.
QFuture<ToolOutcome> run(Hub &, const QJsonObject &arguments, const CallContext &context)
{
    const auto request = fromJson<Request>(arguments);
    if (!request)
        return readyOutcome(toolOutcome(request.error()));
    if (!context.session || context.sessionId.isEmpty())
        return readyOutcome(
            toolOutcome(Error {ErrorCode::InvalidArgument, u"This connection has no session to rotate"_s}));
    return mapped(context.session->rotate(context.caller, context.sessionId, request->reason),
        [](const Result<std::optional<SessionRotation>> &rotated) { return toolOutcome(answerOf(rotated)); });
}

} // namespace

Tool sessionRotateTool() { return {u"session_rotate"_s, jsonSchema<Request>(), run}; }

} // namespace hub::mcp
