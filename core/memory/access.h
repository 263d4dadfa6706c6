// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/lexicalindex.h"
#include "core/keys/principal.h"

namespace hub {

class Statement;

/// The owner filter, in its three parts: key (with its groups for reading),
/// workspace and agent. The one place that decides which fragments a caller may
/// see or change; every query of every door goes through it, as SQL
/// (resources/sql/keys) or as a predicate over the index.
class Access
{
public:
    /// `agentId` absent means "default", which sees what belongs to everybody.
    /// `workspace` absent means the key's default workspace, else all of them.
    static Access of(const Principal &caller, const std::optional<QString> &agentId = {},
        const std::optional<QString> &workspace = {}, bool includePeerAgents = false);

    /// Binds what `{visible}` and `{owned}` in a statement refer to.
    Statement &bindVisible(Statement &statement) const;
    Statement &bindOwned(Statement &statement) const;
    /// Binds :any_key and :own_key, for what a key has done rather than stored.
    Statement &bindKey(Statement &statement) const;

    /// The same rule over the attributes in the index.
    AcceptDocument visible(const Interner &names) const;

    const std::optional<QString> &workspace() const { return m_workspace; }
    const QString &agent() const { return m_agent; }
    /// What a new fragment of this caller gets as its key: absent for the master key.
    const std::optional<QString> &ownKey() const { return m_ownKey; }

private:
    bool m_anyKey = false;
    std::optional<QString> m_ownKey;
    QStringList m_readableKeys;
    std::optional<QString> m_workspace;
    bool m_anyAgent = false;
    QString m_agent;
};

} // namespace hub
