// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/access.h"
#include "core/memory/fragment.h"

namespace hub {

class Messages;
class UnitOfWork;

/// Memories of a session that belong together: of one workspace and one case, or of
/// one topic where no case was named.
struct SessionGroup {
    std::optional<QString> workspace;
    std::optional<QString> caseId; ///< absent: none was named
    QString topic;                 ///< the one that most of them have
    QList<Fragment> fragments;     ///< oldest first
};

/// What a session, or one segment, of the caller's own key has stored and is valid,
/// without what reflections have made of it. Oldest first.
Result<QList<Fragment>> fragmentsOfSession(UnitOfWork &work, const QString &sessionId, const Access &access);

/// In the order in which the session came to them.
QList<SessionGroup> groupsOf(const QList<Fragment> &fragments);

/// The beginning of each of the first eight memories, with a word for what it is.
QString storyOf(const QList<Fragment> &fragments, const Messages &messages);

} // namespace hub
