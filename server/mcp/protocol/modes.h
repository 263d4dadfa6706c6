// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/request.h"
#include "server/mcp/protocol/jsonrpc.h"

namespace hub::mcp {

/// What X-Memento-Mode asks for, as it was sent; empty: nothing.
QString modeHeaderOf(const http::Request &request);

/// Why the mode of this name cannot be taken; nothing when there is such a mode, or no name.
std::optional<RpcError> unknownMode(const QString &name);

} // namespace hub::mcp
