// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/mcp/protocol/tools.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

#include <functional>

namespace hub::mcp {

/// Sessions in use, so that a request on one costs no look into the store. One that
/// has rested for a minute is looked up again, and one in use is touched once a
/// minute: an end or an expiry is noticed within that time. Server's thread.
class SessionCache final : public QObject, public SessionControl
{
public:
    using Found = std::function<void(const Result<std::optional<Session>> &)>;

    explicit SessionCache(SessionStore &store, QObject *parent = nullptr);

    using Created = std::function<void(const Result<Session> &)>;

    void create(const Principal &caller, const Session &session, const Created &created);
    /// Goes on with a session of the same client that has rested for a minute and is
    /// `free`, with what the client says of itself now; creates one if there is none.
    void resumeOrCreate(const Principal &caller, const Session &wanted,
        const std::function<bool(const QString &id)> &isFree, const Created &created);
    /// Writes what the client says of itself into a session that exists.
    void renew(
        const Principal &caller, const Session &session, const std::function<void(const Result<bool> &)> &renewed);
    /// Calls `found` now or later; with nothing when `caller` has no such session.
    void find(const Principal &caller, const QString &id, const Found &found);
    void end(const Principal &caller, const QString &id, std::function<void(const Result<bool> &)> ended);

    QFuture<Result<std::optional<SessionRotation>>> rotate(
        const Principal &caller, const QString &id, const QString &reason) override;
    /// The id that a session goes on under, told once after a rotation.
    std::optional<QString> takeSuccessor(const QString &id);
    /// It was ended elsewhere: the next look goes into the store.
    void forget(const QString &id) { m_entries.remove(id); }

private:
    struct Entry {
        Session session;
        qint64 usedAt = 0; ///< of m_clock
        qint64 touchedAt = 0;
        quint64 number = 0;   ///< in the order of beginning, which the clock does not tell within a millisecond
        bool isAsked = false; ///< somebody has come with its id
    };

    void keep(const Session &session);
    bool isInUse(const QString &id) const;
    void touch(const Principal &caller, const QString &id);
    void dropResting();
    void endUnused(const Principal &caller);

    SessionStore &m_store;
    QElapsedTimer m_clock;
    QHash<QString, Entry> m_entries;
    quint64 m_kept = 0;                   ///< the last number given
    QHash<QString, QString> m_successors; ///< of rotations that are being answered
};

} // namespace hub::mcp
