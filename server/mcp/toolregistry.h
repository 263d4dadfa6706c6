// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/tool.h"
#include "server/mcp/toolsets.h"
#include "server/mcp/tooltexts.h"

namespace hub::mcp {

/// The hub's tools with their texts and permissions. A tool that a key may not call,
/// or that the mode does not allow, is not listed; a call for want of a permission is
/// refused with words that do not tell why, as documented. Server's thread.
class HubToolRegistry final : public ToolRegistry
{
public:
    /// `hub` must live longer, and so must `sets`; none: only the memory's own tools.
    explicit HubToolRegistry(Hub &hub, const ToolSets *sets = nullptr);

    QJsonArray list(const Principal &caller) const override;
    QFuture<ToolOutcome> call(const QString &name, const QJsonObject &arguments, const CallContext &context) override;

private:
    struct Offer {
        Tool tool;
        ToolMeta meta;
        std::optional<ToolSet> set;
        QList<Mode> modes;
        QJsonObject listed; ///< its entry of tools/list
    };

    static bool mayCall(const Principal &caller, const ToolMeta &meta);
    bool isOffered(const Principal &caller, const Offer &offer) const;
    static bool isInMode(const Principal &caller, const Offer &offer);
    /// Why the call does not take place; nothing when it does.
    std::optional<RpcError> refusal(const Offer &offer, const Principal &caller) const;
    /// Tells the client how many memories its key may still have, once the call is done.
    QFuture<ToolOutcome> withQuota(QFuture<ToolOutcome> running, const CallContext &context);

    Hub &m_hub;
    const ToolSets *const m_sets;
    QList<Offer> m_offers;
};

} // namespace hub::mcp
