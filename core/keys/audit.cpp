// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/audit.h"

#include "core/storage/database.h"

namespace hub {

Result<void> noteAudit(Database &database, const Principal &caller, Timestamp at, const AuditNote &note)
{
    HUB_TRY(statement, database.prepareNamed(u"access/audit_put"));
    return statement
        .bind(at, caller.ownKey(), caller.isMaster() ? u"master"_s : caller.keyName, caller.client, caller.address,
            note.action, note.target, note.detail)
        .run();
}

Result<void> purgeAudit(Database &database, Timestamp oldest)
{
    HUB_TRY(statement, database.prepareNamed(u"access/audit_purge"));
    return statement.bind(oldest).run();
}

} // namespace hub
