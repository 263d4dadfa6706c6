// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/keyring.h"

#include "core/base/ids.h"
#include "core/keys/keystore.h"
#include "core/storage/database.h"

namespace hub {
namespace {

struct HashRow {
    QString id;
    QString hash;

    static constexpr auto fields() { return std::tuple {field("id", &HashRow::id), field("key_hash", &HashRow::hash)}; }
};

struct PeerRow {
    QString keyId;
    QString peerId;

    static constexpr auto fields()
    {
        return std::tuple {field("key_id", &PeerRow::keyId), field("peer_id", &PeerRow::peerId)};
    }
};

Principal callerOf(const ApiKey &key)
{
    Principal caller;
    caller.keyId = key.id;
    caller.keyName = key.name;
    caller.permissions.clear();
    for (const auto &name : key.permissions) {
        if (const auto level = enumFromString<Permission>(name))
            caller.permissions += *level;
    }
    caller.defaultWorkspace = key.defaultWorkspace;
    caller.hardGate = key.hardGate;
    caller.allowedWorkspaces = key.allowedWorkspaces;
    caller.fragmentLimit = key.fragmentLimit;
    caller.dailyLimit = key.dailyLimit;
    caller.defaultMode = key.defaultMode;
    return caller;
}

} // namespace

Result<std::shared_ptr<const KeyRing::Contents>> KeyRing::read(Database &database)
{
    auto read = std::make_shared<Contents>();
    HUB_TRY(keys, KeyStore(database).all());
    for (const auto &key : keys)
        read->entries.insert(
            key.id, {.hash = {}, .caller = callerOf(key), .status = key.status, .expiresAt = key.expiresAt});
    HUB_TRY(hashes, database.prepareNamed(u"access/key_hashes"));
    HUB_CHECK(hashes.forEach<HashRow>([&](const HashRow &row) -> Result<void> {
        read->entries[row.id].hash = row.hash.toLatin1();
        read->ids.insert(row.hash.toLatin1(), row.id);
        return {};
    }));
    HUB_TRY(peers, database.prepareNamed(u"access/peers_all"));
    HUB_CHECK(peers.forEach<PeerRow>([&](const PeerRow &row) -> Result<void> {
        read->entries[row.keyId].caller.groupKeyIds += row.peerId;
        return {};
    }));
    HUB_TRY(deleted, database.prepareNamed(u"access/keys_deleted"));
    HUB_TRY(ids, deleted.column<QString>());
    read->deleted = QSet<QString>(ids.begin(), ids.end());
    return std::shared_ptr<const Contents>(std::move(read));
}

void KeyRing::use(std::shared_ptr<const Contents> contents)
{
    const std::lock_guard lock(m_mutex);
    m_contents = std::move(contents);
}

void KeyRing::setMaster(const QByteArray &hash)
{
    const std::lock_guard lock(m_mutex);
    m_master = hash;
}

bool KeyRing::isMaster(const QByteArray &hash) const
{
    const std::lock_guard lock(m_mutex);
    return equalsInConstantTime(hash, m_master);
}

Result<Principal> KeyRing::findBySecret(const QByteArray &hash) const
{
    const auto known = contents();
    const auto id = known->ids.constFind(hash);
    if (id == known->ids.cend())
        return Error {ErrorCode::Denied, u"The key is not valid"_s};
    const auto entry = known->entries.constFind(*id);
    if (entry == known->entries.cend() || !equalsInConstantTime(hash, entry->hash))
        return Error {ErrorCode::Denied, u"The key is not valid"_s};
    return admitted(*entry);
}

Result<Principal> KeyRing::findById(const QString &id) const
{
    const auto known = contents();
    const auto entry = known->entries.constFind(id);
    if (entry == known->entries.cend())
        return Error {ErrorCode::Denied, u"The key is not valid"_s};
    return admitted(*entry);
}

QString KeyRing::nameOf(const QString &id) const
{
    const auto known = contents();
    const auto entry = known->entries.constFind(id);
    return entry == known->entries.cend() ? QString() : entry->caller.keyName;
}

void KeyRing::revoke(const QString &id)
{
    const std::lock_guard lock(m_mutex);
    m_revoked.insert(id);
}

bool KeyRing::isDeleted(const QString &id) const
{
    if (id.isEmpty())
        return false;
    const std::lock_guard lock(m_mutex);
    return m_revoked.contains(id) || m_contents->deleted.contains(id);
}

QStringList KeyRing::takeExpired()
{
    const auto now = m_clock.now();
    const std::lock_guard lock(m_mutex);
    QStringList fresh;
    for (auto it = m_contents->entries.cbegin(); it != m_contents->entries.cend(); ++it) {
        const bool isOver = it->expiresAt && *it->expiresAt <= now;
        if (!isOver)
            m_expired.remove(it.key()); // its end was put off
        else if (!m_expired.contains(it.key()))
            fresh += it.key();
    }
    m_expired += QSet<QString>(fresh.begin(), fresh.end());
    return fresh;
}

std::shared_ptr<const KeyRing::Contents> KeyRing::contents() const
{
    const std::lock_guard lock(m_mutex);
    return m_contents;
}

Result<Principal> KeyRing::admitted(const Contents::Entry &entry) const
{
    if (isDeleted(entry.caller.keyId))
        return Error {ErrorCode::Denied, u"The key is not valid"_s};
    if (entry.status != KeyStatus::Active)
        return Error {ErrorCode::Denied, u"The key is switched off"_s};
    if (entry.expiresAt && *entry.expiresAt <= m_clock.now())
        return Error {ErrorCode::Denied, u"The key has expired"_s};
    return entry.caller;
}

} // namespace hub
