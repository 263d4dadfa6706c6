// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// Tools beside those of the memory itself, for clients that expect others by name.
enum class ToolSet : quint8 {
    KnowledgeGraph, ///< the nine tools of the official knowledge-graph memory server
    SearchFetch     ///< `search` and `fetch`, as the connectors of ChatGPT want them
};
template <>
struct EnumNames<ToolSet> {
    static constexpr auto names = std::to_array<std::string_view>({"knowledge-graph", "search-fetch"});
};

/// What agents are offered over MCP.
struct McpSettings {
    static constexpr std::string_view group = "mcp";

    QList<ToolSet> toolSets; ///< also while the hub runs

    static constexpr auto fields()
    {
        return std::tuple {field("toolSets", &McpSettings::toolSets).items(8).env("ANCHORHOLD_TOOL_SETS")};
    }
};

} // namespace hub
