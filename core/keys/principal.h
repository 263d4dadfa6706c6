// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

enum class Permission : quint8 { Read, Write, Admin };

template <>
struct EnumNames<Permission> {
    static constexpr auto names = std::to_array<std::string_view>({"read", "write", "admin"});
};

/// What a session is for: each but onboarding has a list of the tools that it allows.
enum class Mode : quint8 { RecallOnly, WriteOnly, Onboarding, Audit };

template <>
struct EnumNames<Mode> {
    static constexpr auto names = std::to_array<std::string_view>({"recall-only", "write-only", "onboarding", "audit"});
};

/// Who is calling, as proven by the credential of this very request. The window
/// and the command line act as the master key.
struct Principal {
    QString keyId;           ///< id of the API key; empty: the master key
    QString keyName;         ///< label of the key, for a person
    QStringList groupKeyIds; ///< other keys whose fragments this one may read
    QList<Permission> permissions {Permission::Read, Permission::Write};
    std::optional<QString> defaultWorkspace;
    QString sessionId;                            ///< of the transport; empty: none
    bool seesAllAgents = false;                   ///< the person at the window: no agent's memories are hidden
    bool hardGate = false;                        ///< what breaks a policy rule is refused, not only marked
    std::optional<QStringList> allowedWorkspaces; ///< absent: every one; empty: none
    std::optional<qint64> fragmentLimit;          ///< live memories the key may have; absent: no limit
    std::optional<qint64> dailyLimit;             ///< calls from midnight to midnight; absent: no limit
    std::optional<Mode> defaultMode;              ///< of the key
    std::optional<Mode> mode;                     ///< what this request or its session asks for
    QString client;                               ///< what calls, as it names itself; for the audit trail
    QString address;                              ///< where it calls from; empty: not over the network

    bool isMaster() const { return keyId.isEmpty(); }
    /// As rows name their owner: absent for the master key.
    std::optional<QString> ownKey() const { return isMaster() ? std::nullopt : std::optional(keyId); }
    /// Admin holds every level.
    bool may(Permission level) const
    {
        return isMaster() || permissions.contains(level) || permissions.contains(Permission::Admin);
    }
    std::optional<Mode> activeMode() const { return mode ? mode : defaultMode; }
    /// Reading what is remembered by other ways than a tool: resources and completions.
    bool mayRead() const { return may(Permission::Read) && activeMode() != Mode::WriteOnly; }
};

} // namespace hub
