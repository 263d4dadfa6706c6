// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

#include <chrono>

namespace hub {

class Database;
struct Services;

enum class BatchState : quint8 { Queued, Processing, Completed, Dead };
template <>
struct EnumNames<BatchState> {
    static constexpr auto names = std::to_array<std::string_view>({"queued", "processing", "completed", "dead"});
};

/// One item on its way through the queue.
struct QueuedItem {
    int number = 0; ///< its place in the batch as it was given
    RememberRequest request;
};

/// Puts the items on disk as one job of the caller and returns the job's id. Finished
/// jobs of over a day ago go at this occasion.
Result<QString> queueBatch(UnitOfWork &work, const QList<QueuedItem> &items);

enum class BatchProgress : quint8 {
    Idle,  ///< nothing is waiting
    More,  ///< go on at once
    Retry, ///< what is left has failed before: give it a moment
};

/// Stores items of the oldest open job for about `budget`. An item and the note that it
/// is stored are one change, so a crash in between repeats it without a duplicate. One
/// that the store fails is tried three times in all, then it is dead, with its last
/// error; one that breaks a rule or a limit is dead at once. Needs an open transaction.
Result<BatchProgress> storeBatchSlice(Database &database, const Services &services, std::chrono::milliseconds budget);

} // namespace hub
