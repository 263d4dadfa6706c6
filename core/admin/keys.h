// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/apikey.h"

namespace hub {

class UnitOfWork;

/// The group that an agent of this computer's person joins unless told otherwise: its
/// members read each other's memories.
inline const QString personalGroup = u"Personal"_s;

struct CreateKeyRequest {
    QString name;
    KeyKind kind = KeyKind::Agent;
    std::optional<QList<Permission>> permissions; ///< absent: as the settings say
    std::optional<qint64> dailyLimit;             ///< absent: as the settings say; 0: none
    std::optional<qint64> fragmentLimit;          ///< absent: as the settings say; 0: none
    std::optional<QString> defaultWorkspace;
    std::optional<QStringList> allowedWorkspaces;
    std::optional<Mode> defaultMode;
    bool hardGate = false;
    std::optional<Timestamp> expiresAt;
    std::optional<QString> group; ///< id or name of a group to join

    static constexpr auto fields()
    {
        using R = CreateKeyRequest;
        return std::tuple {field("name", &R::name).required().max(100), field("kind", &R::kind),
            field("permissions", &R::permissions), field("daily_limit", &R::dailyLimit).range(0, 1e12),
            field("fragment_limit", &R::fragmentLimit).range(0, 1e12),
            field("default_workspace", &R::defaultWorkspace).max(255),
            field("allowed_workspaces", &R::allowedWorkspaces).max(255), field("default_mode", &R::defaultMode),
            field("symbolic_hard_gate", &R::hardGate), field("expires_at", &R::expiresAt),
            field("group", &R::group).max(100)};
    }
};

/// A key as it is now, and its secret, which is told this once.
struct CreatedKey : ApiKey {
    QString rawKey;

    static constexpr auto fields()
    {
        return std::tuple_cat(ApiKey::fields(), std::tuple {field("raw_key", &CreatedKey::rawKey)});
    }
};

/// Makes a key. Conflict when the name is taken, NotFound when the group does not exist.
/// All that change keys need a writing unit of work, and hold when it is committed.
Result<CreatedKey> createKey(UnitOfWork &work, const CreateKeyRequest &request);

/// Makes a key of its own for an agent that a person connects: in `group`, or in
/// `Personal`, which is made when there is none; a taken name gets a number.
Result<CreatedKey> createIdentity(UnitOfWork &work, CreateKeyRequest request);

struct GroupName {
    QString id;
    QString name;

    static constexpr auto fields() { return std::tuple {field("id", &GroupName::id), field("name", &GroupName::name)}; }
};

struct KeyView : ApiKey {
    qint64 usageToday = 0;
    qint64 fragmentCount = 0; ///< live ones
    QList<GroupName> groups;

    static constexpr auto fields()
    {
        using V = KeyView;
        return std::tuple_cat(ApiKey::fields(),
            std::tuple {field("usage_today", &V::usageToday), field("fragment_count", &V::fragmentCount),
                field("groups", &V::groups)});
    }
};

/// Every key, the latest first.
Result<QList<KeyView>> listKeys(UnitOfWork &work);

struct UpdateKeyRequest {
    QString id; ///< or name
    std::optional<QString> name;
    std::optional<KeyStatus> status;
    std::optional<QList<Permission>> permissions;
    std::optional<qint64> dailyLimit;
    std::optional<qint64> fragmentLimit;
    std::optional<QString> defaultWorkspace;
    std::optional<QStringList> allowedWorkspaces;
    std::optional<Mode> defaultMode;
    std::optional<bool> hardGate;
    std::optional<Timestamp> expiresAt;
    QStringList clear; ///< names of fields that shall be absent from now on

    static constexpr auto fields()
    {
        using R = UpdateKeyRequest;
        return std::tuple {field("id", &R::id).required(), field("name", &R::name).max(100),
            field("status", &R::status), field("permissions", &R::permissions),
            field("daily_limit", &R::dailyLimit).range(1, 1e12),
            field("fragment_limit", &R::fragmentLimit).range(0, 1e12),
            field("default_workspace", &R::defaultWorkspace).also("workspace").max(255),
            field("allowed_workspaces", &R::allowedWorkspaces).max(255), field("default_mode", &R::defaultMode),
            field("symbolic_hard_gate", &R::hardGate), field("expires_at", &R::expiresAt),
            field("clear", &R::clear).items(8)};
    }
};

/// Changes what is given. A key that is switched off loses its sessions and streams at
/// once. NotFound; Conflict for a taken name; InvalidArgument, with `used` and `requested`,
/// for a limit below what the key has.
Result<ApiKey> updateKey(UnitOfWork &work, const UpdateKeyRequest &request);

struct DeleteKeyRequest {
    QString id;                      ///< or name
    std::optional<QString> handOver; ///< who gets its fragments: "master", or another key; empty is as absent

    static constexpr auto fields()
    {
        using R = DeleteKeyRequest;
        return std::tuple {field("id", &R::id).required(), field("hand_over", &R::handOver)};
    }
};

struct DeletedKey {
    bool success = true;
    QString id;
    QString name;
    qint64 handedOver = 0; ///< fragments
    qint64 merged = 0;     ///< of these: the new owner had the same text already, which replaces them
    QString to;            ///< "master" or the id of the key

    static constexpr auto fields()
    {
        using D = DeletedKey;
        return std::tuple {field("success", &D::success), field("id", &D::id), field("name", &D::name),
            field("handed_over", &D::handedOver), field("merged", &D::merged), field("to", &D::to)};
    }
};

/// Takes a key away with its sessions and streams. Its fragments go to another owner,
/// never silently: without `handOver` a key that has some is not deleted (Conflict).
Result<DeletedKey> deleteKey(UnitOfWork &work, const DeleteKeyRequest &request);

struct DayUsage {
    QString date;
    qint64 calls = 0;

    static constexpr auto fields()
    {
        return std::tuple {field("date", &DayUsage::date), field("calls", &DayUsage::calls)};
    }
};

struct KeyUsageRequest {
    QString id; ///< or name
    int days = 30;

    static constexpr auto fields()
    {
        return std::tuple {
            field("id", &KeyUsageRequest::id).required(), field("days", &KeyUsageRequest::days).range(1, 3650)};
    }
};

struct KeyUsage {
    QString id;
    QString name;
    qint64 usageToday = 0;
    Nullable<qint64> dailyLimit;
    QList<DayUsage> days; ///< with calls, the latest first

    static constexpr auto fields()
    {
        using U = KeyUsage;
        return std::tuple {field("id", &U::id), field("name", &U::name), field("usage_today", &U::usageToday),
            field("daily_limit", &U::dailyLimit), field("days", &U::days)};
    }
};

Result<KeyUsage> keyUsage(UnitOfWork &work, const KeyUsageRequest &request);

} // namespace hub
