// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

/// What a running hub tells other programs of the same user, in a file of the data
/// folder that only they can read: where it is and a token to speak with it. The
/// token is new at each start and is gone with the file at the end.
struct RunFile {
    qint64 pid = 0;
    QString url; ///< of /mcp; empty until the server answers
    QString token;

    static constexpr auto fields()
    {
        return std::tuple {field("pid", &RunFile::pid), field("url", &RunFile::url), field("token", &RunFile::token)};
    }

    Result<void> write(const QString &path) const;
    /// NotFound when no hub is running there.
    static Result<RunFile> read(const QString &path);
};

} // namespace hub
