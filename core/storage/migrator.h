// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace hub {

class Database;

/// The schema number this program writes.
int newestSchema();

/// Brings the schema up to date: runs every `:/sql/migrations/NNNN_*.sql` whose
/// number is above `PRAGMA user_version`, each in its own transaction. A store
/// that already holds a schema is first copied into `backupFolder` (not when it
/// is empty). A store with a newer schema is refused and left as it is.
Result<void> migrate(Database &database, const QString &backupFolder = {});

/// The same with the scripts of another folder, for tests of the way they are run.
Result<void> migrateWith(Database &database, const QString &scripts, const QString &backupFolder);

} // namespace hub
