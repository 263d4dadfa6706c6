// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

namespace hub {

class Database;

/// What was done. The names are codes, the same in every language.
enum class AuditAction : quint8 {
    Stored,
    Amended,
    Superseded,
    Forgotten,
    Restored,
    Linked,
    KeyCreated,
    KeyChanged,
    KeyDeleted,
    GroupCreated,
    GroupDeleted,
    GroupJoined,
    GroupLeft,
    MasterKeyReset,
    SessionRotated,
};
template <>
struct EnumNames<AuditAction> {
    static constexpr auto names = std::to_array<std::string_view>({"stored", "amended", "superseded", "forgotten",
        "restored", "linked", "key_created", "key_changed", "key_deleted", "group_created", "group_deleted",
        "group_joined", "group_left", "master_key_reset", "session_rotated"});
};

struct AuditNote {
    AuditAction action = AuditAction::Stored;
    QString target {}; ///< id of the fragment, the key or the group
    QString detail {}; ///< one line; never a secret, never the text of a memory
};

/// Adds a line to the audit trail, in the transaction of the change itself.
Result<void> noteAudit(Database &database, const Principal &caller, Timestamp at, const AuditNote &note);

/// Lets go of lines from before `oldest`.
Result<void> purgeAudit(Database &database, Timestamp oldest);

} // namespace hub
