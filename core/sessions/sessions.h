// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sessions/session.h"

namespace hub {

class UnitOfWork;

/// Stores a new session of the caller's key and returns it with its id and times.
/// Needs a writing unit of work, as all of these that change something do.
Result<Session> createSession(UnitOfWork &work, Session session);

/// The caller's session of this id; nothing when there is none, when it has ended,
/// or when it was last used over `maxIdleMs` ago.
Result<std::optional<Session>> findSession(UnitOfWork &work, const QString &id, qint64 maxIdleMs);

/// Notes that the session is in use now; false when it has ended or is not the caller's.
Result<bool> touchSession(UnitOfWork &work, const QString &id);

/// Ends the session and forgets its own notes (scope "session"); false when there
/// is none of the caller's to end.
Result<bool> endSession(UnitOfWork &work, const QString &id);

/// Sessions, of every key, that have not ended and were used within `maxIdleMs`.
Result<qint64> countSessions(UnitOfWork &work, qint64 maxIdleMs);

} // namespace hub
