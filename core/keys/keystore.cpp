// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/keystore.h"

#include "core/base/ids.h"
#include "core/storage/database.h"

namespace hub {
namespace {

constexpr qsizetype shownOfSecret = 14;
constexpr qsizetype lettersOfName = 8;

QString secretFor(const ApiKey &key)
{
    QString letters;
    for (const QChar c : key.name.toLower()) {
        const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
        if (isPlain && letters.size() < lettersOfName)
            letters += c;
    }
    const QString kind = key.kind == KeyKind::Agent ? u"mmcp_"_s : u"pwk_"_s;
    return newSecret(letters.isEmpty() ? kind : QString(kind + letters + u'_'));
}

Error taken(const QString &name) { return {ErrorCode::Conflict, u"The name %1 is taken"_s.arg(name)}; }

} // namespace

NewKey mintKey(ApiKey wanted)
{
    wanted.id = newUuid();
    const auto secret = secretFor(wanted);
    wanted.keyPrefix = secret.left(shownOfSecret);
    return {.key = std::move(wanted), .secret = secret};
}

Result<void> KeyStore::insert(const NewKey &made)
{
    const auto &k = made.key;
    HUB_TRY(statement, m_database.prepareNamed(u"access/key_insert"));
    HUB_CHECK(statement
                  .bind(k.id, k.name, sha256Hex(made.secret), k.keyPrefix, k.kind, k.creatorId, k.permissions, k.status,
                      k.dailyLimit, k.fragmentLimit, k.defaultWorkspace, k.allowedWorkspaces, k.defaultMode, k.hardGate,
                      k.expiresAt, k.createdAt)
                  .run());
    return statement.changed() > 0 ? Result<void>() : taken(k.name);
}

Result<void> KeyStore::update(const ApiKey &k)
{
    HUB_TRY(named, find(k.name));
    if (named && named->id != k.id && named->name == k.name)
        return taken(k.name);
    HUB_TRY(statement, m_database.prepareNamed(u"access/key_update"));
    return statement
        .bind(k.id, k.name, k.permissions, k.status, k.dailyLimit, k.fragmentLimit, k.defaultWorkspace,
            k.allowedWorkspaces, k.defaultMode, k.hardGate, k.expiresAt)
        .run();
}

Result<void> KeyStore::remove(const ApiKey &key, const std::optional<QString> &heirId, Timestamp now)
{
    HUB_TRY(keep, m_database.prepareNamed(u"access/key_bury"));
    HUB_CHECK(keep.bind(key.id, key.name, heirId, now).run());
    HUB_TRY(statement, m_database.prepareNamed(u"access/key_remove"));
    return statement.bind(key.id).run();
}

Result<std::optional<ApiKey>> KeyStore::find(const QString &idOrName)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/key_find"));
    return statement.bind(idOrName).first<ApiKey>();
}

Result<QList<ApiKey>> KeyStore::all()
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/keys_all"));
    return statement.all<ApiKey>();
}

Result<void> KeyStore::insertGroup(const KeyGroup &group)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/group_insert"));
    HUB_CHECK(statement.bind(group.id, group.name, group.description, group.createdAt).run());
    return statement.changed() > 0 ? Result<void>() : taken(group.name);
}

Result<void> KeyStore::removeGroup(const QString &id)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/group_remove"));
    return statement.bind(id).run();
}

Result<std::optional<KeyGroup>> KeyStore::findGroup(const QString &idOrName)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/group_find"));
    return statement.bind(idOrName).first<KeyGroup>();
}

Result<QList<KeyGroup>> KeyStore::groups()
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/groups_all"));
    return statement.all<KeyGroup>();
}

Result<bool> KeyStore::join(const QString &groupId, const QString &keyId, Timestamp now)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/member_put"));
    HUB_CHECK(statement.bind(groupId, keyId, now).run());
    return statement.changed() > 0;
}

Result<bool> KeyStore::leave(const QString &groupId, const QString &keyId)
{
    HUB_TRY(statement, m_database.prepareNamed(u"access/member_remove"));
    HUB_CHECK(statement.bind(groupId, keyId).run());
    return statement.changed() > 0;
}

} // namespace hub
