// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// The stores that are built in; both names of the documented API mean the one SQLite file.
/// PostgreSQL ("pgvector") is the other one that exists, and is not built in.
enum class StorageKind : quint8 { Sqlite, SqliteVec };
template <>
struct EnumNames<StorageKind> {
    static constexpr auto names = std::to_array<std::string_view>({"sqlite", "sqlite-vec"});
};

/// What is remembered and how. Names of variables and defaults are those of the
/// documented API.
struct MemorySettings {
    static constexpr std::string_view group = "memory";

    bool sessionSegment = true;
    bool feedbackSampling = true;
    bool symbolicExplain = false;
    bool symbolicPolicyRules = false;
    bool workspaceGate = false;
    bool caseBackprop = false;
    bool spreadingActivation = false;
    bool automaticLinks = true;  ///< a new memory is linked with those it resembles
    bool rememberAtomic = false; ///< accepted, changes nothing: every write is one transaction here
    StorageKind storage = StorageKind::Sqlite;
    bool deleteAtOnce = false;      ///< forget without a trash
    bool redactSecrets = true;      ///< keys and passwords
    bool redactPersonalData = true; ///< e-mail addresses and mobile numbers

    static constexpr auto fields()
    {
        using M = MemorySettings;
        return std::tuple {
            field("sessionSegment", &M::sessionSegment).env("MEMENTO_SESSION_SEGMENT"),
            field("feedbackSampling", &M::feedbackSampling).env("MEMENTO_FEEDBACK_SAMPLING"),
            field("symbolicExplain", &M::symbolicExplain).env("MEMENTO_SYMBOLIC_EXPLAIN"),
            field("symbolicPolicyRules", &M::symbolicPolicyRules).env("MEMENTO_SYMBOLIC_POLICY_RULES"),
            field("workspaceGate", &M::workspaceGate).env("MEMENTO_WORKSPACE_GATE"),
            field("caseBackprop", &M::caseBackprop).env("MEMENTO_CASE_BACKPROP_ENABLED"),
            field("spreadingActivation", &M::spreadingActivation).env("ENABLE_SPREADING_ACTIVATION"),
            field("automaticLinks", &M::automaticLinks),
            field("rememberAtomic", &M::rememberAtomic).env("MEMENTO_REMEMBER_ATOMIC"),
            field("storage", &M::storage).env("MEMENTO_STORAGE"),
            field("deleteAtOnce", &M::deleteAtOnce),
            field("redactSecrets", &M::redactSecrets),
            field("redactPersonalData", &M::redactPersonalData),
        };
    }
};

} // namespace hub
