// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>

namespace hub {

class Database;

struct MasterKey {
    QString hash;                ///< SHA-256, hex
    std::optional<QString> made; ///< the key itself, when this call has made it
};

/// The master key of this store: the one given by a setting, else the one made at
/// the first start, of which only the hash is kept.
Result<MasterKey> masterKey(Database &database, const QString &given);

} // namespace hub
