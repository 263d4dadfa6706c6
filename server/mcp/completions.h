// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/mcp/protocol/offers.h"

namespace hub::mcp {

/// What the hub knows of the arguments of its prompts and resource templates: topics,
/// workspaces and ids of the memories that the caller may read. Names that begin with
/// what was typed come before those that hold it.
class HubCompletions final : public CompletionRegistry
{
public:
    /// All must live longer.
    HubCompletions(Hub &hub, const PromptRegistry &prompts, const ResourceRegistry &resources);

    QFuture<Result<Completion>> complete(const CompletionQuery &query, const Principal &caller) override;

private:
    bool exists(const CompletionQuery &query, const Principal &caller) const;

    Hub &m_hub;
    const PromptRegistry &m_prompts;
    const ResourceRegistry &m_resources;
};

} // namespace hub::mcp
