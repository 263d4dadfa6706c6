// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batchqueue.h"

namespace hub {

struct BatchStatusRequest {
    QString jobId;

    static constexpr auto fields()
    {
        return std::tuple {field("jobId", &BatchStatusRequest::jobId).required().max(64)};
    }
};

/// An item that was given up.
struct DeadItem {
    int index = 0;
    QString error;

    static constexpr auto fields()
    {
        return std::tuple {field("index", &DeadItem::index), field("error", &DeadItem::error)};
    }
};

struct BatchStatusAnswer {
    QString jobId;
    BatchState state = BatchState::Queued;
    int accepted = 0;
    int processed = 0; ///< stored
    int failed = 0;    ///< given up
    std::optional<QList<DeadItem>> errors;

    static constexpr auto fields()
    {
        using A = BatchStatusAnswer;
        return std::tuple {field("jobId", &A::jobId), field("state", &A::state), field("accepted", &A::accepted),
            field("processed", &A::processed), field("failed", &A::failed), field("errors", &A::errors)};
    }
};

/// How far a batch of the caller is. NotFound for any other, as for one that never was.
Result<BatchStatusAnswer> batchStatus(UnitOfWork &work, const BatchStatusRequest &request);

} // namespace hub
