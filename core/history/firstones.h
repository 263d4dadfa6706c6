// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/storage/database.h"

namespace hub {

/// The first `count` rows of `statement` that `accept` takes; what comes after them is
/// not read.
template <Described T, typename Accept>
Result<QList<T>> firstOnes(Statement &statement, qsizetype count, Accept accept)
{
    QList<T> rows;
    const auto read = statement.forEach<T>([&](const T &row) -> Result<void> {
        if (accept(row))
            rows += row;
        if (rows.size() < count)
            return {};
        return Error {ErrorCode::Cancelled, u"enough"_s}; // the one way to end the reading
    });
    if (!read && read.error().code != ErrorCode::Cancelled)
        return read.error();
    return rows;
}

} // namespace hub
