// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QMutex>
#include <QSet>
#include <QString>

namespace hub {

/// What context() has put before each session, so that recall need not repeat it.
/// Kept in memory for the sessions used last: losing it costs a repetition, never a
/// memory. Any thread may call.
class SeenSets
{
public:
    static constexpr qsizetype mostSessions = 1000;

    /// Replaces what the session has seen; an empty session id is nobody's.
    void set(const QString &sessionId, const QSet<qint64> &seqs);
    QSet<qint64> of(const QString &sessionId) const;

private:
    mutable QMutex m_mutex;
    QHash<QString, QSet<qint64>> m_seen;
    QList<QString> m_order; ///< oldest first
};

} // namespace hub
