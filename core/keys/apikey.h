// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

namespace hub {

/// Whom a key stands for: an agent (`mmcp_…`), a person (`pwk_…`, acts as its creator), or
/// a workspace (`pwk_…`, nobody's own data).
enum class KeyKind : quint8 { Agent, Personal, Workspace };
template <>
struct EnumNames<KeyKind> {
    static constexpr auto names = std::to_array<std::string_view>({"agent", "personal", "workspace"});
};

enum class KeyStatus : quint8 { Active, Inactive };
template <>
struct EnumNames<KeyStatus> {
    static constexpr auto names = std::to_array<std::string_view>({"active", "inactive"});
};

/// One key as it is stored, but for the hash of its secret.
struct ApiKey {
    QString id;
    QString name;
    QString keyPrefix; ///< enough of the secret to tell keys apart
    KeyKind kind = KeyKind::Agent;
    Nullable<QString> creatorId; ///< absent: made with the master key
    QStringList permissions;     ///< names of Permission
    KeyStatus status = KeyStatus::Active;
    Nullable<qint64> dailyLimit;
    Nullable<qint64> fragmentLimit;
    Nullable<QString> defaultWorkspace;
    Nullable<QStringList> allowedWorkspaces;
    Nullable<Mode> defaultMode;
    bool hardGate = false;
    Nullable<Timestamp> expiresAt; ///< absent: never
    Timestamp createdAt;
    Nullable<Timestamp> lastUsedAt;

    static constexpr auto fields()
    {
        using K = ApiKey;
        return std::tuple {field("id", &K::id), field("name", &K::name), field("key_prefix", &K::keyPrefix),
            field("kind", &K::kind), field("creator_id", &K::creatorId), field("permissions", &K::permissions),
            field("status", &K::status), field("daily_limit", &K::dailyLimit),
            field("fragment_limit", &K::fragmentLimit), field("default_workspace", &K::defaultWorkspace),
            field("allowed_workspaces", &K::allowedWorkspaces), field("default_mode", &K::defaultMode),
            field("symbolic_hard_gate", &K::hardGate), field("expires_at", &K::expiresAt),
            field("created_at", &K::createdAt), field("last_used_at", &K::lastUsedAt)};
    }
};

struct KeyGroup {
    QString id;
    QString name;
    Nullable<QString> description;
    Timestamp createdAt;
    qint64 memberCount = 0;

    static constexpr auto fields()
    {
        using G = KeyGroup;
        return std::tuple {field("id", &G::id), field("name", &G::name), field("description", &G::description),
            field("created_at", &G::createdAt), field("member_count", &G::memberCount)};
    }
};

} // namespace hub
