// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/access.h"

#include "core/base/text.h"
#include "core/storage/database.h"

namespace hub {

Access Access::of(const Principal &caller, const std::optional<QString> &agentId,
    const std::optional<QString> &workspace, bool includePeerAgents)
{
    Access access;
    access.m_anyKey = caller.isMaster();
    access.m_ownKey = caller.ownKey();
    if (!caller.isMaster())
        access.m_readableKeys = caller.groupKeyIds + QStringList {caller.keyId};
    access.m_workspace = presentText(workspace);
    if (!access.m_workspace)
        access.m_workspace = caller.defaultWorkspace;
    access.m_anyAgent = includePeerAgents || caller.seesAllAgents;
    access.m_agent = presentText(agentId).value_or(u"default"_s);
    return access;
}

Statement &Access::bindVisible(Statement &statement) const
{
    return statement.set(":any_key"_L1, m_anyKey)
        .set(":readable_keys"_L1, m_readableKeys)
        .set(":workspace"_L1, m_workspace)
        .set(":any_agent"_L1, m_anyAgent)
        .set(":agent"_L1, m_agent);
}

Statement &Access::bindOwned(Statement &statement) const
{
    return statement.set(":any_key"_L1, m_anyKey)
        .set(":own_key"_L1, m_ownKey)
        .set(":any_agent"_L1, m_anyAgent)
        .set(":agent"_L1, m_agent);
}

Statement &Access::bindKey(Statement &statement) const
{
    return statement.set(":any_key"_L1, m_anyKey).set(":own_key"_L1, m_ownKey);
}

AcceptDocument Access::visible(const Interner &names) const
{
    QList<quint32> keys;
    for (const auto &key : m_readableKeys)
        keys += names.find(key);
    const auto workspace = m_workspace ? names.find(*m_workspace) : Interner::none;
    const auto everybody = names.find(u"default"_s);
    const auto agent = names.find(m_agent);
    return [=, anyKey = m_anyKey, anyWorkspace = !m_workspace, anyAgent = m_anyAgent](const DocumentAttributes &d) {
        return (anyKey || keys.contains(d.keyId))
            && (anyWorkspace || d.workspace == Interner::none || d.workspace == workspace)
            && (anyAgent || d.agentId == everybody || d.agentId == agent);
    };
}

} // namespace hub
