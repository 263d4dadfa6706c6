// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/groups.h"

#include "core/admin/changes.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/memory/unitofwork.h"

namespace hub {

Result<KeyGroup> createGroup(UnitOfWork &work, const CreateGroupRequest &request)
{
    HUB_TRY(name, properName(request.name));
    KeyGroup group {.id = newUuid(), .name = name, .description = {}, .createdAt = work.now(), .memberCount = 0};
    if (const auto description = presentText(request.description))
        group.description = *description;
    HUB_CHECK(KeyStore(work.database()).insertGroup(group));
    HUB_CHECK(settleAccess(work, {.action = AuditAction::GroupCreated, .target = group.id, .detail = name}));
    return group;
}

Result<QList<KeyGroup>> listGroups(UnitOfWork &work) { return KeyStore(work.database()).groups(); }

Result<DeletedGroup> deleteGroup(UnitOfWork &work, const GroupRequest &request)
{
    HUB_TRY(group, existingGroup(work, request.id));
    HUB_CHECK(KeyStore(work.database()).removeGroup(group.id));
    HUB_CHECK(settleAccess(work, {.action = AuditAction::GroupDeleted, .target = group.id, .detail = group.name}));
    return DeletedGroup {.deleted = true, .id = group.id};
}

Result<QList<GroupMember>> groupMembers(UnitOfWork &work, const GroupRequest &request)
{
    HUB_TRY(group, existingGroup(work, request.id));
    HUB_TRY(statement, work.database().prepareNamed(u"access/group_members"));
    return statement.bind(group.id).all<GroupMember>();
}

Result<JoinedGroup> addMember(UnitOfWork &work, const MembershipRequest &request)
{
    HUB_TRY(group, existingGroup(work, request.id));
    HUB_TRY(key, existingKey(work, request.keyId));
    HUB_TRY(added, KeyStore(work.database()).join(group.id, key.id, work.now()));
    if (added)
        HUB_CHECK(settleAccess(work, {.action = AuditAction::GroupJoined, .target = group.id, .detail = key.id}));
    return JoinedGroup {.keyId = key.id, .groupId = group.id, .added = added};
}

Result<LeftGroup> removeMember(UnitOfWork &work, const MembershipRequest &request)
{
    HUB_TRY(group, existingGroup(work, request.id));
    HUB_TRY(key, existingKey(work, request.keyId));
    HUB_TRY(removed, KeyStore(work.database()).leave(group.id, key.id));
    if (removed)
        HUB_CHECK(settleAccess(work, {.action = AuditAction::GroupLeft, .target = group.id, .detail = key.id}));
    return LeftGroup {.keyId = key.id, .groupId = group.id, .removed = removed};
}

} // namespace hub
