// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/modes.h"

#include "core/base/text.h"

namespace hub::mcp {

QString modeHeaderOf(const http::Request &request)
{
    constexpr int longest = 64;
    return cutText(oneLine(QString::fromLatin1(request.header("x-memento-mode"))), longest);
}

std::optional<RpcError> unknownMode(const QString &name)
{
    if (name.isEmpty() || enumFromString<Mode>(name))
        return std::nullopt;
    return RpcError {
        code::invalidParams, u"Invalid params: mode must be one of recall-only, write-only, onboarding, audit"_s};
}

} // namespace hub::mcp
