// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/remember.h"

namespace hub {

/// The story of a stretch of work.
struct Episode {
    QString story;
    QString source;
    QString context; ///< what it was made of
    std::optional<QString> workspace;
    std::optional<QString> caseId;
    std::optional<QString> agentId;
    double importance = 0.6;
};

/// As long as an episode may be.
constexpr qsizetype longestStory = 1000;

/// Remembers it under the topic of reflections, all or nothing; a new one is a
/// milestone of its case. Errors are those of remember().
Result<RememberAnswer> putEpisode(UnitOfWork &work, const Episode &episode);

} // namespace hub
