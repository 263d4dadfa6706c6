// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/completions.h"
#include "server/mcp/protocol/prompts.h"
#include "server/mcp/protocol/resources.h"
#include "server/mcp/protocol/tools.h"

namespace hub::mcp {

/// How this server presents itself.
struct ServerInfo {
    QString name;
    QString title;
    QString version;
    QString instructions; ///< for the model, read once at the start of a session
};

/// What an endpoint offers; a registry that is not there is no capability.
struct Offers {
    ToolRegistry &tools;
    PromptRegistry *prompts = nullptr;
    ResourceRegistry *resources = nullptr;
    CompletionRegistry *completions = nullptr;
    bool toolsChange = false; ///< their list may become another one while the server runs
    bool promptsChange = false;
    bool resourcesChange = false;
};

/// What both eras say alike of `offers`.
QJsonObject capabilitiesOf(const Offers &offers);

} // namespace hub::mcp
