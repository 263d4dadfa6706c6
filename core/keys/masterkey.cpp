// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/masterkey.h"

#include "core/base/ids.h"
#include "core/storage/database.h"

namespace hub {

Result<MasterKey> masterKey(Database &database, const QString &given)
{
    if (!given.isEmpty())
        return MasterKey {.hash = sha256Hex(given), .made = {}};
    HUB_TRY(read, database.prepareNamed(u"storage/meta_get"));
    HUB_TRY(stored, read.bind(u"master_key_hash"_s).scalar<QString>());
    if (stored)
        return MasterKey {.hash = *stored, .made = {}};
    const auto key = newSecret(u"mmcp_"_s);
    HUB_TRY(write, database.prepareNamed(u"storage/meta_put"));
    HUB_CHECK(write.bind(u"master_key_hash"_s, sha256Hex(key)).run());
    return MasterKey {.hash = sha256Hex(key), .made = key};
}

} // namespace hub
