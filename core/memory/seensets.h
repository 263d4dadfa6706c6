// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

#include <QHash>
#include <QList>
#include <QMutex>
#include <QSet>

namespace hub {

/// What context() has put before each session, so that recall need not repeat it.
/// Kept in memory for the sessions used last: losing it costs a repetition, never a
/// memory. Any thread may call.
class SeenSets
{
public:
    static constexpr qsizetype mostSessions = 1000;

    /// Replaces what the caller's session has seen; an empty session id is nobody's.
    void set(const QString &sessionId, const QSet<qint64> &seqs, const Principal &caller);
    QSet<qint64> of(const QString &sessionId, const Principal &caller) const;

private:
    mutable QMutex m_mutex;
    using Owned = std::pair<QString, QString>; ///< key and session
    QHash<Owned, QSet<qint64>> m_seen;
    QList<Owned> m_order; ///< oldest first
};

} // namespace hub
