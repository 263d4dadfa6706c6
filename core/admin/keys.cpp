// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/keys.h"

#include "core/admin/changes.h"
#include "core/admin/groups.h"
#include "core/base/text.h"
#include "core/keys/usagemeter.h"
#include "core/memory/unitofwork.h"

namespace hub {
namespace {

QStringList namesOf(const QList<Permission> &permissions)
{
    QStringList names;
    for (const auto level : permissions) {
        if (const auto name = toString(level); !names.contains(name))
            names += name;
    }
    return names;
}

/// "0" in a request and in the settings is no limit.
Nullable<qint64> limitOf(std::optional<qint64> asked, qint64 standard)
{
    const auto limit = asked.value_or(standard);
    return limit > 0 ? Nullable<qint64>(limit) : Nullable<qint64>();
}

Result<QStringList> standardPermissions(const KeySettings &settings)
{
    QList<Permission> permissions;
    HUB_CHECK(readJson(QJsonArray::fromStringList(settings.permissions), permissions, u"keys.permissions"_s));
    return namesOf(permissions);
}

struct Counted {
    QString id;
    qint64 number = 0;

    static constexpr auto fields() { return std::tuple {field("id", &Counted::id), field("number", &Counted::number)}; }
};

struct Membership : GroupName {
    QString keyId;

    static constexpr auto fields()
    {
        return std::tuple_cat(GroupName::fields(), std::tuple {field("key_id", &Membership::keyId)});
    }
};

Result<qint64> liveFragments(UnitOfWork &work, const QString &keyId)
{
    HUB_TRY(statement, work.database().prepareNamed(u"memory/quota_used"));
    HUB_TRY(used, statement.bind(keyId).scalar<qint64>());
    return used.value_or(0);
}

void unset(ApiKey &key, const QString &name)
{
    if (name == u"daily_limit")
        key.dailyLimit.reset();
    else if (name == u"fragment_limit")
        key.fragmentLimit.reset();
    else if (name == u"default_workspace" || name == u"workspace")
        key.defaultWorkspace.reset();
    else if (name == u"allowed_workspaces")
        key.allowedWorkspaces.reset();
    else if (name == u"default_mode")
        key.defaultMode.reset();
    else if (name == u"expires_at")
        key.expiresAt.reset();
}

template <typename T>
void set(T &member, const std::optional<T> &given)
{
    if (given)
        member = *given;
}
template <typename T>
void set(Nullable<T> &member, const std::optional<T> &given)
{
    if (given)
        member.emplace(*given);
}

Result<ApiKey> changed(UnitOfWork &work, const UpdateKeyRequest &request, ApiKey key)
{
    if (request.name) {
        HUB_TRY(name, properName(*request.name));
        key.name = name;
    }
    if (request.permissions)
        key.permissions = namesOf(*request.permissions);
    if (request.fragmentLimit) {
        HUB_TRY(used, liveFragments(work, key.id));
        if (*request.fragmentLimit < used) {
            return Error {.code = ErrorCode::InvalidArgument,
                .message = u"limit_below_usage"_s,
                .data = {{u"used"_s, used}, {u"requested"_s, *request.fragmentLimit}}};
        }
    }
    set(key.status, request.status);
    set(key.dailyLimit, request.dailyLimit);
    set(key.fragmentLimit, request.fragmentLimit);
    set(key.defaultWorkspace, presentText(request.defaultWorkspace));
    set(key.allowedWorkspaces, request.allowedWorkspaces);
    set(key.defaultMode, request.defaultMode);
    set(key.hardGate, request.hardGate);
    set(key.expiresAt, request.expiresAt);
    for (const auto &name : request.clear)
        unset(key, name);
    return key;
}

/// What a change was about, for the audit trail.
QString changesIn(const UpdateKeyRequest &request)
{
    auto given = toJson(request);
    for (const auto &name : {u"id"_s, u"clear"_s})
        given.remove(name);
    if (given.contains(u"status"_s))
        given.insert(u"status="_s + given.take(u"status"_s).toString(), true);
    return (given.keys() + request.clear).join(u", "_s);
}

} // namespace

Result<CreatedKey> createKey(UnitOfWork &work, const CreateKeyRequest &request)
{
    const auto &settings = work.services().access;
    HUB_TRY(name, properName(request.name));
    HUB_TRY(standard, standardPermissions(settings));
    ApiKey key;
    key.name = name;
    key.kind = request.kind;
    if (!work.caller().isMaster())
        key.creatorId = work.caller().keyId;
    key.permissions = request.permissions ? namesOf(*request.permissions) : standard;
    key.dailyLimit = limitOf(request.dailyLimit, settings.dailyLimit);
    key.fragmentLimit = limitOf(request.fragmentLimit, settings.fragmentLimit);
    set(key.defaultWorkspace, presentText(request.defaultWorkspace));
    set(key.allowedWorkspaces, request.allowedWorkspaces);
    set(key.defaultMode, request.defaultMode);
    key.hardGate = request.hardGate;
    set(key.expiresAt, request.expiresAt);
    key.createdAt = work.now();
    const auto made = mintKey(key);
    KeyStore store(work.database());
    HUB_CHECK(store.insert(made));
    if (request.group) {
        HUB_TRY(group, existingGroup(work, *request.group));
        HUB_CHECK(store.join(group.id, made.key.id, work.now()));
    }
    HUB_CHECK(settleAccess(work, {.action = AuditAction::KeyCreated, .target = made.key.id, .detail = name}));
    CreatedKey answer;
    static_cast<ApiKey &>(answer) = made.key;
    answer.rawKey = made.secret;
    return answer;
}

Result<CreatedKey> createIdentity(UnitOfWork &work, CreateKeyRequest request)
{
    KeyStore store(work.database());
    if (!request.group) {
        HUB_TRY(personal, store.findGroup(personalGroup));
        if (!personal)
            HUB_CHECK(createGroup(work, {.name = personalGroup, .description = {}}));
        request.group = personalGroup;
    }
    HUB_TRY(name, properName(request.name));
    request.name = name;
    for (int number = 2;; ++number) {
        HUB_TRY(taken, store.find(request.name));
        if (!taken)
            return createKey(work, request);
        request.name = u"%1 %2"_s.arg(name).arg(number);
    }
}

Result<QList<KeyView>> listKeys(UnitOfWork &work)
{
    HUB_TRY(keys, KeyStore(work.database()).all());
    HUB_TRY(counting, work.database().prepareNamed(u"access/key_counts"));
    HUB_TRY(counts, counting.all<Counted>());
    QHash<QString, qint64> numbers;
    for (const auto &one : counts)
        numbers.insert(one.id, one.number);
    HUB_TRY(joining, work.database().prepareNamed(u"access/key_groups"));
    HUB_TRY(memberships, joining.all<Membership>());
    QHash<QString, QList<GroupName>> groups;
    for (const auto &one : memberships)
        groups[one.keyId] += GroupName {one.id, one.name};
    QList<KeyView> views;
    for (const auto &key : keys) {
        KeyView view;
        static_cast<ApiKey &>(view) = key;
        view.usageToday = work.services().usage ? work.services().usage->today(key.id) : 0;
        view.fragmentCount = numbers.value(key.id);
        view.groups = groups.value(key.id);
        views += view;
    }
    return views;
}

Result<ApiKey> updateKey(UnitOfWork &work, const UpdateKeyRequest &request)
{
    HUB_TRY(before, existingKey(work, request.id));
    HUB_TRY(key, changed(work, request, before));
    HUB_CHECK(KeyStore(work.database()).update(key));
    HUB_CHECK(settleAccess(work, {.action = AuditAction::KeyChanged, .target = key.id, .detail = changesIn(request)}));
    if (key.status == KeyStatus::Inactive && before.status == KeyStatus::Active)
        HUB_CHECK(endSessionsOf(work, key.id));
    return key;
}

Result<KeyUsage> keyUsage(UnitOfWork &work, const KeyUsageRequest &request)
{
    HUB_TRY(key, existingKey(work, request.id));
    KeyUsage answer {.id = key.id, .name = key.name, .usageToday = 0, .dailyLimit = key.dailyLimit, .days = {}};
    const auto *usage = work.services().usage;
    const auto today = work.now().toUtc().toTimeZone(work.services().zone).date();
    HUB_TRY(statement, work.database().prepareNamed(u"access/usage_of_key"));
    HUB_TRY(days, statement.bind(key.id, today.addDays(1 - request.days).toString(Qt::ISODate)).all<DayUsage>());
    answer.days = days;
    if (!usage)
        return answer;
    answer.usageToday = usage->today(key.id); // with what is not written yet
    const auto day = today.toString(Qt::ISODate);
    if (!answer.days.isEmpty() && answer.days.constFirst().date == day)
        answer.days.first().calls = answer.usageToday;
    else if (answer.usageToday > 0)
        answer.days.prepend({.date = day, .calls = answer.usageToday});
    return answer;
}

} // namespace hub
