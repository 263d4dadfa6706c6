// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchqueue.h"

#include "core/base/ids.h"
#include "core/memory/unitofwork.h"

#include <QElapsedTimer>
#include <QJsonDocument>

namespace hub {
namespace {

constexpr int mostAttempts = 3;
constexpr qint64 keptFinishedMs = 86'400'000;

/// Who asked for a batch, as far as storing it needs to know.
struct BatchOwner {
    QString keyId;
    QString keyName;
    QString client;
    QString address;
    std::optional<QString> defaultWorkspace;
    QString sessionId;
    bool hardGate = false;
    std::optional<QStringList> allowedWorkspaces;
    std::optional<qint64> fragmentLimit;

    static constexpr auto fields()
    {
        using O = BatchOwner;
        return std::tuple {field("keyId", &O::keyId), field("keyName", &O::keyName), field("client", &O::client),
            field("address", &O::address), field("defaultWorkspace", &O::defaultWorkspace),
            field("sessionId", &O::sessionId), field("hardGate", &O::hardGate),
            field("allowedWorkspaces", &O::allowedWorkspaces), field("fragmentLimit", &O::fragmentLimit)};
    }
};

QJsonObject ownerJson(const Principal &caller)
{
    return toJson(BatchOwner {.keyId = caller.keyId,
        .keyName = caller.keyName,
        .client = caller.client,
        .address = caller.address,
        .defaultWorkspace = caller.defaultWorkspace,
        .sessionId = caller.sessionId,
        .hardGate = caller.hardGate,
        .allowedWorkspaces = caller.allowedWorkspaces,
        .fragmentLimit = caller.fragmentLimit});
}

Result<Principal> ownerFrom(const QJsonObject &json)
{
    HUB_TRY(owner, fromJson<BatchOwner>(json));
    Principal caller;
    caller.keyId = owner.keyId;
    caller.keyName = owner.keyName;
    caller.client = owner.client;
    caller.address = owner.address;
    caller.defaultWorkspace = owner.defaultWorkspace;
    caller.sessionId = owner.sessionId;
    caller.hardGate = owner.hardGate;
    caller.allowedWorkspaces = owner.allowedWorkspaces;
    caller.fragmentLimit = owner.fragmentLimit;
    return caller;
}

struct JobRow {
    QString id;
    QJsonObject principal;

    static constexpr auto fields()
    {
        return std::tuple {field("id", &JobRow::id), field("principal", &JobRow::principal)};
    }
};

struct ItemRow {
    int number = 0;
    QJsonObject request;
    int attempts = 0;

    static constexpr auto fields()
    {
        using I = ItemRow;
        return std::tuple {field("number", &I::number), field("request", &I::request), field("attempts", &I::attempts)};
    }
};

Result<std::optional<ItemRow>> nextItem(Database &database, const QString &jobId)
{
    HUB_TRY(statement, database.prepareNamed(u"batch/item_next"));
    return statement.bind(jobId).first<ItemRow>();
}

Result<void> storeItem(UnitOfWork &work, const QString &jobId, const ItemRow &item)
{
    HUB_TRY(request, fromJson<RememberRequest>(item.request));
    HUB_TRY(answer, remember(work, request));
    HUB_TRY(statement, work.database().prepareNamed(u"batch/item_stored"));
    return statement.bind(jobId, item.number, answer.id).run();
}

/// Whether the same may go well at another time. What breaks a rule or a limit never does.
bool isTransient(ErrorCode code)
{
    return code == ErrorCode::Busy || code == ErrorCode::Cancelled || code == ErrorCode::Storage
        || code == ErrorCode::Internal;
}

/// One attempt at one item; only an error of the store itself comes back.
Result<void> attempt(UnitOfWork &work, const QString &jobId, const ItemRow &item)
{
    const auto stored = work.database().atomically([&] { return storeItem(work, jobId, item); });
    if (stored)
        return {};
    if (!work.database().inTransaction()) // the store gave up on all of it: nothing can be noted, nothing is lost
        return stored.error();
    HUB_TRY(statement, work.database().prepareNamed(u"batch/item_failed"));
    const int most = isTransient(stored.error().code) ? mostAttempts : 1;
    return statement.bind(jobId, item.number, stored.error().message, most).run();
}

} // namespace

Result<QString> queueBatch(UnitOfWork &work, const QList<QueuedItem> &items)
{
    auto &database = work.database();
    HUB_TRY(purge, database.prepareNamed(u"batch/jobs_purge"));
    HUB_CHECK(purge.bind(work.now().ms - keptFinishedMs).run());
    const auto id = u"batch-%1-%2"_s.arg(work.now().ms).arg(QString::fromLatin1(randomBytes(4).toHex()));
    HUB_TRY(job, database.prepareNamed(u"batch/job_put"));
    HUB_CHECK(job.bind(id, work.caller().ownKey(), ownerJson(work.caller()),
                     items.isEmpty() ? BatchState::Completed : BatchState::Queued, int(items.size()), work.now())
                  .run());
    HUB_TRY(put, database.prepareNamed(u"batch/item_put"));
    for (const auto &item : items)
        HUB_CHECK(put.bind(id, item.number, toJson(item.request)).run());
    return id;
}

Result<BatchProgress> storeBatchSlice(Database &database, const Services &services, std::chrono::milliseconds budget)
{
    QElapsedTimer timer;
    timer.start();
    HUB_TRY(next, database.prepareNamed(u"batch/job_next"));
    HUB_TRY(job, next.first<JobRow>());
    if (!job)
        return BatchProgress::Idle;
    HUB_TRY(caller, ownerFrom(job->principal));
    HUB_TRY(item, nextItem(database, job->id));
    const int attempts = item ? item->attempts : 0;
    while (item && item->attempts == attempts) {
        UnitOfWork work(database, services, caller);
        HUB_CHECK(attempt(work, job->id, *item));
        if (timer.hasExpired(budget.count()))
            break;
        HUB_TRY(following, nextItem(database, job->id));
        item = following;
    }
    HUB_TRY(progress, database.prepareNamed(u"batch/job_progress"));
    HUB_CHECK(progress.set(":job"_L1, job->id).set(":now"_L1, services.clock.now()).run());
    const bool onlyFailed = item && item->attempts > attempts;
    return onlyFailed ? BatchProgress::Retry : BatchProgress::More;
}

} // namespace hub
