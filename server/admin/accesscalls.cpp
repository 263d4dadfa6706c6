// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/audittrail.h"
#include "core/admin/groups.h"
#include "core/admin/keys.h"
#include "core/admin/resetmaster.h"
#include "server/admin/admincalls.h"
#include "server/later.h"

namespace hub::admin {
namespace {

using Answer = Result<QJsonValue>;

template <typename Out>
Answer plain(const Out &answer)
{
    return writeJson(answer);
}

/// Reads the request, runs `use(UnitOfWork &, const In &)` and writes its answer as JSON.
template <Described In, typename Use, typename Encode>
auto workOf(Use use, Encode encode)
{
    return [=](const In &request) {
        return [=](UnitOfWork &work) -> Answer {
            HUB_TRY(answer, use(work, request));
            return encode(answer);
        };
    };
}

template <Described In, typename Work>
std::function<QFuture<Answer>(Hub &, const Principal &, const QJsonObject &)> reading(Work work)
{
    return [work](Hub &hub, const Principal &caller, const QJsonObject &arguments) {
        const auto request = fromJson<In>(arguments);
        return request ? hub.read(caller, work(*request)) : readyFuture<Answer>(request.error());
    };
}

template <Described In, typename Work>
std::function<QFuture<Answer>(Hub &, const Principal &, const QJsonObject &)> writing(Work work)
{
    return [work](Hub &hub, const Principal &caller, const QJsonObject &arguments) {
        const auto request = fromJson<In>(arguments);
        return request ? hub.write(caller, work(*request)) : readyFuture<Answer>(request.error());
    };
}

template <Described In, typename Out>
auto read(Result<Out> (*useCase)(UnitOfWork &, const In &))
{
    return reading<In>(workOf<In>(useCase, plain<Out>));
}

template <Described In, typename Out>
auto write(Result<Out> (*useCase)(UnitOfWork &, const In &))
{
    return writing<In>(workOf<In>(useCase, plain<Out>));
}

struct NoArguments {
    static constexpr auto fields() { return std::tuple {}; }
};

template <typename Out>
auto list(Result<Out> (*useCase)(UnitOfWork &))
{
    return reading<NoArguments>(
        workOf<NoArguments>([useCase](UnitOfWork &work, const NoArguments &) { return useCase(work); }, plain<Out>));
}

/// Changes one field of a key and answers with it, in the documented words.
auto change(const QString &field)
{
    return writing<UpdateKeyRequest>(workOf<UpdateKeyRequest>(
        [field](UnitOfWork &work, const UpdateKeyRequest &request) -> Result<ApiKey> {
            const auto given = toJson(request);
            const bool isCleared = request.clear.contains(field) || request.clear.contains(u"workspace"_s);
            if (!isCleared && !given.contains(field))
                return Error {ErrorCode::InvalidArgument, field + u" is required"_s};
            return updateKey(work, request);
        },
        [field](const ApiKey &key) -> Answer {
            return QJsonValue(QJsonObject {{u"success"_s, true}, {field, toJson(key).value(field)}});
        }));
}

/// Without a word of what becomes of its memories they are the master key's.
Result<DeletedKey> deleteForMaster(UnitOfWork &work, const DeleteKeyRequest &request)
{
    auto complete = request;
    if (!complete.handOver)
        complete.handOver = u"master"_s;
    return deleteKey(work, complete);
}

Result<CreatedKey> identity(UnitOfWork &work, const CreateKeyRequest &request) { return createIdentity(work, request); }

Result<ApiKey> setStatus(UnitOfWork &work, const UpdateKeyRequest &request)
{
    if (!request.status)
        return Error {ErrorCode::InvalidArgument, u"status is required"_s};
    return updateKey(work, request);
}

Answer statusOf(const ApiKey &key)
{
    return QJsonValue(QJsonObject {{u"id"_s, key.id}, {u"name"_s, key.name}, {u"status"_s, toString(key.status)}});
}

} // namespace

const QList<AdminCall> &accessCalls()
{
    static const QList<AdminCall> calls {
        {"GET", "/keys", 200, list(listKeys)},
        {"POST", "/keys", 201, write(createKey)},
        {"PUT", "/keys/{id}", 200, writing<UpdateKeyRequest>(workOf<UpdateKeyRequest>(setStatus, statusOf))},
        {"PATCH", "/keys/{id}", 200, write(updateKey)},
        {"PUT", "/keys/{id}/daily-limit", 200, change(u"daily_limit"_s)},
        {"PUT", "/keys/{id}/fragment-limit", 200, change(u"fragment_limit"_s)},
        {"PUT", "/keys/{id}/permissions", 200, change(u"permissions"_s)},
        {"PATCH", "/keys/{id}/workspace", 200, change(u"default_workspace"_s)},
        {"DELETE", "/keys/{id}", 200, write(deleteForMaster)},
        {"GET", "/keys/{id}/usage", 200, read(keyUsage)},
        {"POST", "/identities", 201, write(identity)},
        {"POST", "/master-key/reset", 200, write(resetMaster)},
        {"GET", "/groups", 200, list(listGroups)},
        {"POST", "/groups", 201, write(createGroup)},
        {"DELETE", "/groups/{id}", 200, write(deleteGroup)},
        {"GET", "/groups/{id}/members", 200, read(groupMembers)},
        {"POST", "/groups/{id}/members", 200, write(addMember)},
        {"DELETE", "/groups/{id}/members/{key_id}", 200, write(removeMember)},
        {"GET", "/audit", 200, read(auditTrail)},
    };
    return calls;
}

const AdminCall *findCall(const QByteArray &method, const QByteArray &path)
{
    const auto &calls = accessCalls();
    const auto found = std::find_if(
        calls.begin(), calls.end(), [&](const AdminCall &call) { return call.method == method && call.path == path; });
    return found == calls.end() ? nullptr : &*found;
}

} // namespace hub::admin
