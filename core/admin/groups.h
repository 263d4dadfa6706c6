// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/apikey.h"

namespace hub {

class UnitOfWork;

struct CreateGroupRequest {
    QString name;
    std::optional<QString> description;

    static constexpr auto fields()
    {
        using R = CreateGroupRequest;
        return std::tuple {
            field("name", &R::name).required().max(100), field("description", &R::description).max(1000)};
    }
};

/// Makes a group of keys that read each other's memories. Conflict when the name is taken.
Result<KeyGroup> createGroup(UnitOfWork &work, const CreateGroupRequest &request);

Result<QList<KeyGroup>> listGroups(UnitOfWork &work);

struct GroupRequest {
    QString id; ///< or name

    static constexpr auto fields() { return std::tuple {field("id", &GroupRequest::id).required()}; }
};

struct DeletedGroup {
    bool deleted = true;
    QString id;

    static constexpr auto fields()
    {
        return std::tuple {field("deleted", &DeletedGroup::deleted), field("id", &DeletedGroup::id)};
    }
};

/// The keys stay; they only stop reading each other.
Result<DeletedGroup> deleteGroup(UnitOfWork &work, const GroupRequest &request);

struct GroupMember {
    QString id;
    QString name;
    QString keyPrefix;
    KeyStatus status = KeyStatus::Active;
    Timestamp joinedAt;

    static constexpr auto fields()
    {
        using M = GroupMember;
        return std::tuple {field("id", &M::id), field("name", &M::name), field("key_prefix", &M::keyPrefix),
            field("status", &M::status), field("joined_at", &M::joinedAt)};
    }
};

Result<QList<GroupMember>> groupMembers(UnitOfWork &work, const GroupRequest &request);

struct MembershipRequest {
    QString id;    ///< of the group, or its name
    QString keyId; ///< or its name

    static constexpr auto fields()
    {
        using R = MembershipRequest;
        return std::tuple {field("id", &R::id).required(), field("key_id", &R::keyId).required()};
    }
};

struct JoinedGroup {
    QString keyId;
    QString groupId;
    bool added = true; ///< false: it was a member already

    static constexpr auto fields()
    {
        using J = JoinedGroup;
        return std::tuple {field("keyId", &J::keyId), field("groupId", &J::groupId), field("added", &J::added)};
    }
};

struct LeftGroup {
    QString keyId;
    QString groupId;
    bool removed = true; ///< false: it was no member

    static constexpr auto fields()
    {
        using L = LeftGroup;
        return std::tuple {field("keyId", &L::keyId), field("groupId", &L::groupId), field("removed", &L::removed)};
    }
};

Result<JoinedGroup> addMember(UnitOfWork &work, const MembershipRequest &request);
Result<LeftGroup> removeMember(UnitOfWork &work, const MembershipRequest &request);

} // namespace hub
