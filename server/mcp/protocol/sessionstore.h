// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"
#include "core/sessions/sessions.h"

#include <QFuture>

namespace hub::mcp {

/// Where sessions are kept. Called in the server's thread; answers may come from
/// any. Every function acts for `caller` alone: a session of another key does not
/// exist for it.
class SessionStore
{
public:
    virtual ~SessionStore() = default;

    /// Stores `session` under an unguessable id of visible ASCII, which it fills in.
    virtual QFuture<Result<Session>> create(const Principal &caller, Session session) = 0;
    /// Nothing when there is none, or when it has ended or expired.
    virtual QFuture<Result<std::optional<Session>>> find(const Principal &caller, const QString &id) = 0;
    /// Sessions of this client of the caller's that have rested for `restMs` and could
    /// be gone on with, the latest first.
    virtual QFuture<Result<QList<Session>>> resting(const Principal &caller, const QString &clientName, qint64 restMs)
        = 0;
    /// Writes what the client said of itself, and notes that the session is in use;
    /// false when it has ended meanwhile.
    virtual QFuture<Result<bool>> renew(const Principal &caller, const Session &session) = 0;
    /// Notes that it is in use; false when it has ended meanwhile.
    virtual QFuture<Result<bool>> touch(const Principal &caller, const QString &id) = 0;
    /// False when there was none to end.
    virtual QFuture<Result<bool>> end(const Principal &caller, const QString &id) = 0;
    /// Ends it in favour of a new one that has everything else of it; nothing when
    /// there is none.
    virtual QFuture<Result<std::optional<SessionRotation>>> rotate(
        const Principal &caller, const QString &id, const QString &reason)
        = 0;
};

} // namespace hub::mcp
