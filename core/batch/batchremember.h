// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

namespace hub {

inline constexpr int mostBatchItems = 200;

/// One fragment of a batch: what remember() takes of it.
struct BatchItem {
    QString content;
    QString topic;
    FragmentType type = FragmentType::Fact;
    std::optional<double> importance;
    QStringList keywords;
    std::optional<QString> workspace;
    std::optional<QString> idempotencyKey;

    static constexpr auto fields()
    {
        using I = BatchItem;
        return std::tuple {
            field("content", &I::content).required().max(4000),
            field("topic", &I::topic).required().max(255),
            field("type", &I::type).required(),
            field("importance", &I::importance).range(0, 1),
            field("keywords", &I::keywords).items(50).max(200),
            field("workspace", &I::workspace).max(255),
            field("idempotencyKey", &I::idempotencyKey).max(128),
        };
    }
};

/// The fragments of a batch as they came: each is read by itself, so that a wrong one
/// hinders no other.
struct BatchItems {
    QJsonArray values;
};
Result<void> readJson(const QJsonValue &in, BatchItems &out, const QString &path);
template <>
struct SchemaOf<BatchItems> : SchemaOf<QList<BatchItem>> { };

struct BatchRequest {
    BatchItems fragments;
    std::optional<QString> workspace; ///< of the items that name none
    std::optional<QString> agentId;
    bool stream = false; ///< accepted, changes nothing: the answer is one
    bool async = false;

    static constexpr auto fields()
    {
        using R = BatchRequest;
        return std::tuple {field("fragments", &R::fragments).required(), field("workspace", &R::workspace).max(255),
            field("agentId", &R::agentId).max(128), field("stream", &R::stream), field("async", &R::async)};
    }
};

struct BatchItemResult {
    int index = 0;
    std::optional<QString> id;
    bool success = false;
    std::optional<bool> existing; ///< the text, or the idempotency key, was there already
    std::optional<bool> truncated;
    std::optional<QStringList> validationWarnings;
    std::optional<QString> error;
    ErrorCode failure = ErrorCode::Internal; ///< of `error`; not on the wire

    static constexpr auto fields()
    {
        using R = BatchItemResult;
        return std::tuple {field("index", &R::index), field("id", &R::id), field("success", &R::success),
            field("existing", &R::existing), field("truncated", &R::truncated),
            field("validation_warnings", &R::validationWarnings), field("error", &R::error)};
    }
};

/// Either `results` and its counts, or, with `async`, what was put into the queue.
struct BatchAnswer {
    bool success = true;
    std::optional<QList<BatchItemResult>> results;
    std::optional<int> inserted; ///< new fragments
    std::optional<int> skipped;  ///< all others: refused, or there already
    std::optional<bool> async;
    std::optional<int> accepted;
    std::optional<int> rejected;
    std::optional<QString> jobId;
    std::optional<QList<BatchItemResult>> rejections; ///< with `async`: which, and why

    static constexpr auto fields()
    {
        using A = BatchAnswer;
        return std::tuple {field("success", &A::success), field("results", &A::results),
            field("inserted", &A::inserted), field("skipped", &A::skipped), field("async", &A::async),
            field("accepted", &A::accepted), field("rejected", &A::rejected), field("jobId", &A::jobId),
            field("rejections", &A::rejections)};
    }
};

/// Stores up to 200 fragments, each as remember() does; one that fails hinders no
/// other. With `async` they are checked (validity, text that is there already, quota)
/// and put into a queue on disk, from which the hub stores them in the background.
/// Needs a writing unit of work. Error: TooLong for more than 200.
Result<BatchAnswer> batchRemember(UnitOfWork &work, const BatchRequest &request);

} // namespace hub
