// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/apikey.h"

namespace hub {

class Database;

/// A key with its secret, which exists nowhere but in this answer.
struct NewKey {
    ApiKey key;
    QString secret;
};

/// A fresh id, secret and prefix for `wanted`: "mmcp_" (of persons and workspaces "pwk_"),
/// up to eight letters of the name, and 256 random bits.
NewKey mintKey(ApiKey wanted);

/// The rows of keys and groups. Knows no rules: those are in core/admin. All that
/// changes something needs the writer's connection.
class KeyStore
{
public:
    explicit KeyStore(Database &database)
        : m_database(database)
    { }

    /// Conflict when the name is taken.
    Result<void> insert(const NewKey &made);
    /// Writes everything that may change; Conflict when the name is taken.
    Result<void> update(const ApiKey &key);
    /// Takes it away and keeps its name and heir (absent: the master key).
    Result<void> remove(const ApiKey &key, const std::optional<QString> &heirId, Timestamp now);
    /// By id, or by name when no id is like that.
    Result<std::optional<ApiKey>> find(const QString &idOrName);
    Result<QList<ApiKey>> all();

    /// Conflict when the name is taken.
    Result<void> insertGroup(const KeyGroup &group);
    Result<void> removeGroup(const QString &id);
    Result<std::optional<KeyGroup>> findGroup(const QString &idOrName);
    Result<QList<KeyGroup>> groups();
    /// False when it was there already.
    Result<bool> join(const QString &groupId, const QString &keyId, Timestamp now);
    /// False when it was not there.
    Result<bool> leave(const QString &groupId, const QString &keyId);

private:
    Database &m_database;
};

} // namespace hub
