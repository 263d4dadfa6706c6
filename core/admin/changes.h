// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/audit.h"
#include "core/keys/keystore.h"

namespace hub {

class UnitOfWork;

/// What every change of keys and groups ends with: a line of the audit trail, and the
/// keys in memory as they are, once the change is committed.
Result<void> settleAccess(UnitOfWork &work, const AuditNote &note);

/// The key of this id or name, or NotFound.
Result<ApiKey> existingKey(UnitOfWork &work, const QString &idOrName);
/// The group of this id or name, or NotFound.
Result<KeyGroup> existingGroup(UnitOfWork &work, const QString &idOrName);

/// Ends the sessions of a key; its streams end when that is committed.
Result<void> endSessionsOf(UnitOfWork &work, const QString &keyId);

/// One line without surrounding blanks; InvalidArgument when nothing is left.
Result<QString> properName(const QString &given);

} // namespace hub
