// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/mcp/protocol/resources.h"
#include "server/mcp/toolsets.h"

namespace hub::mcp {

/// The state of the memory, as resources: memory://stats, topics, config and
/// active-session; memory://knowledge-graph, where its set of tools is offered; and by
/// template each memory and each workspace. Only for keys that may read; each sees its
/// own.
class HubResources final : public ResourceRegistry
{
public:
    /// `hub` must live longer, and so must `sets`; none: no set is offered.
    explicit HubResources(Hub &hub, const ToolSets *sets = nullptr);

    QJsonArray list(const Principal &caller) const override;
    QJsonArray templates(const Principal &caller) const override;
    QFuture<Result<ResourceContent>> read(const QString &uri, const Principal &caller) override;

private:
    using Read = QFuture<Result<ResourceContent>>;

    bool offersGraph(const Principal &caller) const;
    Read readNamed(const QString &uri, const Principal &caller);
    Read readTemplated(const QString &uri, const Principal &caller);

    Hub &m_hub;
    const ToolSets *const m_sets;
    const QJsonArray m_listed;
    const QJsonArray m_templates;
};

} // namespace hub::mcp
