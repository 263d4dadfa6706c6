// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/mcp/protocol/resources.h"

namespace hub::mcp {

/// The state of the memory, as resources: memory://stats, topics, config and
/// active-session. Only for keys that may read; each sees its own.
class HubResources final : public ResourceRegistry
{
public:
    /// `hub` must live longer.
    explicit HubResources(Hub &hub);

    QJsonArray list(const Principal &caller) const override;
    QFuture<Result<ResourceContent>> read(const QString &uri, const Principal &caller) override;

private:
    Hub &m_hub;
    QJsonArray m_listed;
};

} // namespace hub::mcp
