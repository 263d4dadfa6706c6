// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// Where the next page of a recall begins. A ranked answer counts places in a ranking
/// that the hub keeps for a while; a list by time remembers the last fragment shown.
/// Either leaves out what was stored after the first page was asked for, so that
/// nothing moves while pages turn.
struct Cursor {
    qint64 anchorTime = 0; ///< the moment of the first page
    qint64 newest = 0;     ///< seq of the fragment that was stored last then
    int offset = 0;
    std::optional<qint64> createdMs; ///< of the last fragment of a list by time
    std::optional<qint64> seq;
    std::optional<qint64> ranking {}; ///< which of the kept rankings the offset is in

    static constexpr auto fields()
    {
        using C = Cursor;
        return std::tuple {field("anchorTime", &C::anchorTime).required(), field("newest", &C::newest).required(),
            field("offset", &C::offset).range(0, 1e6), field("ranking", &C::ranking), field("created", &C::createdMs),
            field("seq", &C::seq)};
    }

    /// base64url of the JSON, opaque to the caller.
    QString encode() const;
    /// InvalidArgument for anything that encode() did not write.
    static Result<Cursor> decode(const QString &text);
};

} // namespace hub
