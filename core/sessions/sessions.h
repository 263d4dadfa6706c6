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

/// Whether anybody has a living session of this id: for telling a stranger's session
/// from one that is gone.
Result<bool> isLivingSession(UnitOfWork &work, const QString &id, qint64 maxIdleMs);

struct RestingRequest {
    QString clientName;
    qint64 restMs = 0; ///< unused for at least so long
    qint64 maxIdleMs = 0;
};

/// Sessions of the caller's over HTTP that this client has left without ending them,
/// the latest first, at most eight.
Result<QList<Session>> restingSessions(UnitOfWork &work, const RestingRequest &request);

/// Writes what the client says of itself anew (name, versions, capabilities, mode) and notes
/// that the session is in use; false when it has ended or is not the caller's.
Result<bool> renewSession(UnitOfWork &work, const Session &session);

/// Notes that the session is in use now; false when it has ended or is not the caller's.
Result<bool> touchSession(UnitOfWork &work, const QString &id);

/// Ends the session and its stretch of work, and forgets its own notes (scope
/// "session"); false when there is none of the caller's to end.
Result<bool> endSession(UnitOfWork &work, const QString &id);

struct RotateRequest {
    std::optional<QString> reason; ///< for the log; absent: user_request
    qint64 maxIdleMs = 0;
};

struct SessionRotation {
    Session session; ///< the new one
    Timestamp rotatedAt;
    Timestamp expiresAt; ///< unless it is used before
};

/// Ends the caller's session and goes on under a new id with all that belongs to it:
/// client, workspace, mode, notes, and what it has seen. The log gets a line with
/// hashes of the ids. Nothing when there is no such session.
Result<std::optional<SessionRotation>> rotateSession(UnitOfWork &work, const QString &id, const RotateRequest &request);

/// Sessions, of every key, that have not ended and were used within `maxIdleMs`.
Result<qint64> countSessions(UnitOfWork &work, qint64 maxIdleMs);

} // namespace hub
