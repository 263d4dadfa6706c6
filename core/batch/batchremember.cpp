// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchremember.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/batch/batchqueue.h"
#include "core/batch/batchworker.h"
#include "core/memory/quota.h"
#include "core/memory/redaction.h"
#include "core/memory/unitofwork.h"

#include <QSet>

namespace hub {
namespace {

constexpr int maxQueuedLength = 4000;

Result<RememberRequest> readItem(const QJsonValue &value, const BatchRequest &batch)
{
    const auto object = detail::unwrapped(value, QJsonValue::Object);
    if (!object.isObject())
        return detail::refused(u"fragment"_s, u"must be an object"_s, value);
    HUB_TRY(item, fromJson<BatchItem>(object.toObject()));
    RememberRequest request;
    request.content = item.content;
    request.topic = item.topic;
    request.type = item.type;
    request.importance = item.importance;
    request.keywords = item.keywords;
    request.workspace = presentText(item.workspace) ? item.workspace : batch.workspace;
    request.agentId = batch.agentId;
    request.idempotencyKey = item.idempotencyKey;
    return request;
}

BatchItemResult refused(int index, const Error &error)
{
    BatchItemResult result;
    result.index = index;
    result.failure = error.code;
    // The documented word for it stands alone here; the numbers are those of the whole key.
    result.error = error.code == ErrorCode::LimitExceeded ? u"fragment_limit_exceeded"_s : error.message;
    return result;
}

Result<RememberAnswer> storeOne(UnitOfWork &work, const QJsonValue &value, const BatchRequest &batch)
{
    HUB_TRY(request, readItem(value, batch));
    return work.database().atomically([&] { return remember(work, request); });
}

Result<BatchAnswer> storeNow(UnitOfWork &work, const BatchRequest &batch)
{
    QList<BatchItemResult> results;
    int inserted = 0;
    for (const auto &value : batch.fragments.values) {
        const int index = int(results.size());
        const auto outcome = storeOne(work, value, batch);
        if (!outcome && outcome.error().code == ErrorCode::Storage) // none of them is safe then
            return outcome.error();
        if (!outcome) {
            results += refused(index, outcome.error());
            continue;
        }
        inserted += !outcome->existing.value_or(false);
        BatchItemResult result;
        result.index = index;
        result.id = outcome->id;
        result.success = true;
        result.existing = outcome->existing;
        result.truncated = outcome->truncated;
        result.validationWarnings = outcome->validationWarnings;
        results += result;
    }
    BatchAnswer answer;
    answer.inserted = inserted;
    answer.skipped = int(results.size()) - inserted;
    answer.results = results;
    return answer;
}

/// The items of a batch on their way into the queue.
struct Admission {
    QList<QueuedItem> accepted;
    QList<BatchItemResult> rejected;
    QSet<QString> texts;        ///< hashes of what is accepted
    std::optional<qint64> room; ///< of the key; absent: no limit
};

Result<void> admit(UnitOfWork &work, const RememberRequest &request, Admission &admission)
{
    HUB_TRY(before, rememberedAs(work, request));
    // Queued without what must not be kept, for a queue is kept too.
    auto queued = request;
    queued.content = cutText(redact(canonicalText(request.content), work.services().memory).text, maxQueuedLength);
    const auto hash = sha256Hex(queued.content + u'\n' + request.workspace.value_or(QString()));
    if (before || admission.texts.contains(hash))
        return Error {ErrorCode::Conflict, before ? u"already stored as "_s + *before : u"the same text twice"_s};
    if (admission.room && admission.accepted.size() >= *admission.room)
        return Error {ErrorCode::LimitExceeded, u"fragment_limit_exceeded"_s};
    admission.texts += hash;
    admission.accepted += {.number = 0, .request = queued};
    return {};
}

Result<BatchAnswer> storeLater(UnitOfWork &work, const BatchRequest &batch)
{
    HUB_TRY(quota, quotaOf(work));
    Admission admission;
    if (quota.remaining)
        admission.room = *quota.remaining;
    for (int index = 0; index < int(batch.fragments.values.size()); ++index) {
        const auto request = readItem(batch.fragments.values[index], batch);
        const auto admitted = request ? admit(work, *request, admission) : Result<void>(request.error());
        if (!admitted && admitted.error().code == ErrorCode::Storage)
            return admitted.error();
        if (admitted)
            admission.accepted.last().number = index;
        else
            admission.rejected += refused(index, admitted.error());
    }
    HUB_TRY(jobId, queueBatch(work, admission.accepted));
    if (auto *worker = work.services().batches)
        work.database().afterCommit([worker] { worker->wake(); });
    BatchAnswer answer;
    answer.async = true;
    answer.accepted = int(admission.accepted.size());
    answer.rejected = int(admission.rejected.size());
    answer.jobId = jobId;
    if (!admission.rejected.isEmpty())
        answer.rejections = admission.rejected;
    return answer;
}

} // namespace

Result<void> readJson(const QJsonValue &in, BatchItems &out, const QString &path)
{
    const auto value = detail::unwrapped(in, QJsonValue::Array);
    if (!value.isArray())
        return detail::refused(path, u"must be an array"_s, in);
    out.values = value.toArray();
    return detail::checkItems(path, out.values.size(), mostBatchItems);
}

Result<BatchAnswer> batchRemember(UnitOfWork &work, const BatchRequest &request)
{
    HUB_CHECK(detail::checkItems(u"fragments"_s, request.fragments.values.size(), mostBatchItems));
    return request.async ? storeLater(work, request) : storeNow(work, request);
}

} // namespace hub
