// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hub.h"
#include "server/mcp/protocol/offers.h"

namespace hub::mcp {

/// What the hub knows of the arguments of its prompts: the topics that the caller's
/// memories have. Those that begin with what was typed come before those that hold it.
class HubCompletions final : public CompletionRegistry
{
public:
    /// Both must live longer.
    HubCompletions(Hub &hub, const PromptRegistry &prompts);

    QFuture<Result<Completion>> complete(const CompletionQuery &query, const Principal &caller) override;

private:
    Hub &m_hub;
    const PromptRegistry &m_prompts;
};

} // namespace hub::mcp
