// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/changes.h"

#include "core/base/text.h"
#include "core/keys/keyring.h"
#include "core/memory/unitofwork.h"
#include "core/sessions/sessions.h"

namespace hub {

Result<void> settleAccess(UnitOfWork &work, const AuditNote &note)
{
    HUB_CHECK(noteAudit(work.database(), work.caller(), work.now(), note));
    auto *keys = work.services().keys;
    if (!keys)
        return {};
    HUB_TRY(contents, KeyRing::read(work.database()));
    work.database().afterCommit([keys, contents = contents, &events = work.services().events] {
        keys->use(contents);
        Q_EMIT events.keysChanged();
    });
    return {};
}

Result<ApiKey> existingKey(UnitOfWork &work, const QString &idOrName)
{
    HUB_TRY(key, KeyStore(work.database()).find(idOrName));
    if (!key)
        return Error {ErrorCode::NotFound, u"Key not found"_s};
    return *key;
}

Result<KeyGroup> existingGroup(UnitOfWork &work, const QString &idOrName)
{
    HUB_TRY(group, KeyStore(work.database()).findGroup(idOrName));
    if (!group)
        return Error {ErrorCode::NotFound, u"Group not found"_s};
    return *group;
}

Result<void> endSessionsOf(UnitOfWork &work, const QString &keyId)
{
    HUB_TRY(statement, work.database().prepareNamed(u"access/key_sessions"));
    HUB_TRY(ids, statement.bind(keyId).column<QString>());
    Principal owner;
    owner.keyId = keyId;
    UnitOfWork own(work.database(), work.services(), owner);
    for (const auto &id : ids)
        HUB_CHECK(endSession(own, id));
    work.database().afterCommit(
        [&events = work.services().events, keyId, ids = QStringList(ids)] { Q_EMIT events.keyEnded(keyId, ids); });
    return {};
}

Result<QString> properName(const QString &given)
{
    const auto name = oneLine(canonicalText(given)).trimmed();
    if (name.isEmpty())
        return Error {ErrorCode::InvalidArgument, u"name is required"_s};
    return name;
}

} // namespace hub
