// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/apikey.h"

#include <QHash>
#include <QSet>

#include <memory>
#include <mutex>

namespace hub {

class Database;

/// Every key in memory, so that telling who calls costs no look into the store. Filled
/// anew by whoever changes keys, when the change is safe on disk: from then on a key
/// that was switched off or deleted opens nothing. Any thread.
class KeyRing
{
public:
    /// The keys as they stand in the store at one moment.
    struct Contents {
        struct Entry {
            QByteArray hash; ///< of the secret: SHA-256, hex
            Principal caller;
            KeyStatus status = KeyStatus::Active;
            std::optional<Timestamp> expiresAt;
        };
        QHash<QString, Entry> entries;  ///< by id
        QHash<QByteArray, QString> ids; ///< by hash
        QSet<QString> deleted;          ///< ids of keys that were deleted, ever
    };

    explicit KeyRing(const Clock &clock)
        : m_clock(clock)
    { }

    /// With the caller's uncommitted changes; to be given to use() after the commit.
    static Result<std::shared_ptr<const Contents>> read(Database &database);
    void use(std::shared_ptr<const Contents> contents);

    /// SHA-256 of the master key, hex.
    void setMaster(const QByteArray &hash);
    bool isMaster(const QByteArray &hash) const;

    /// The caller behind a secret of this hash; Denied when there is none, or when it is
    /// switched off or has expired.
    Result<Principal> findBySecret(const QByteArray &hash) const;
    /// The caller behind a key; Denied as above.
    Result<Principal> findById(const QString &id) const;
    /// Empty for one that does not exist.
    QString nameOf(const QString &id) const;

    /// Before the change is committed: no work of this key that still waits is done.
    void revoke(const QString &id);
    bool isDeleted(const QString &id) const;
    /// Ids of keys that have expired, each told once.
    QStringList takeExpired();

private:
    std::shared_ptr<const Contents> contents() const;
    Result<Principal> admitted(const Contents::Entry &entry) const;

    const Clock &m_clock;
    mutable std::mutex m_mutex; ///< guards all that follows
    std::shared_ptr<const Contents> m_contents = std::make_shared<Contents>();
    QSet<QString> m_revoked;
    QSet<QString> m_expired; ///< those that takeExpired() has told
    QByteArray m_master;
};

} // namespace hub
