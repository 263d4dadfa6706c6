// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/resetmaster.h"

#include "core/admin/changes.h"
#include "core/base/ids.h"
#include "core/keys/keyring.h"
#include "core/memory/unitofwork.h"

namespace hub {

Result<ResetMaster> resetMaster(UnitOfWork &work, const ResetMasterRequest &)
{
    const auto name = u"master_key_hash"_s;
    auto *keys = work.services().keys;
    HUB_TRY(read, work.database().prepareNamed(u"storage/meta_get"));
    HUB_TRY(stored, read.bind(name).scalar<QString>());
    if (keys && (!stored || !keys->isMaster(stored->toLatin1()))) {
        return Error {ErrorCode::Conflict,
            u"The master key is given by a setting (MEMENTO_ACCESS_KEY or server.access-key): change it there"_s};
    }
    HUB_TRY(used, work.database().prepareNamed(u"access/master_clients"));
    HUB_TRY(agents, used.all<MasterClient>());
    ResetMaster answer {.rawKey = newSecret(u"mmcp_"_s), .agents = agents};
    const auto hash = sha256Hex(answer.rawKey);
    HUB_TRY(write, work.database().prepareNamed(u"storage/meta_put"));
    HUB_CHECK(write.bind(name, hash).run());
    if (keys)
        work.database().afterCommit([keys, hash] { keys->setMaster(hash.toLatin1()); });
    HUB_CHECK(endSessionsOf(work, {}));
    HUB_CHECK(settleAccess(work, {.action = AuditAction::MasterKeyReset}));
    return answer;
}

} // namespace hub
