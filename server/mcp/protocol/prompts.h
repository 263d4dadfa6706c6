// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/tools.h"

namespace hub::mcp {

/// The prompts that an endpoint offers. Called in the server's thread.
class PromptRegistry
{
public:
    virtual ~PromptRegistry() = default;

    /// The entries of prompts/list, always in the same order.
    virtual QJsonArray list(const Principal &caller) const = 0;
    /// The `result` of prompts/get, which may be an inputRequiredResult(), or why there
    /// is none.
    virtual Outcome get(const QString &name, const QJsonObject &arguments, const CallContext &context) const = 0;
};

} // namespace hub::mcp
