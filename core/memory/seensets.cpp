// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/seensets.h"

#include <QMutexLocker>

namespace hub {

void SeenSets::set(const QString &sessionId, const QSet<qint64> &seqs)
{
    if (sessionId.isEmpty())
        return;
    const QMutexLocker lock(&m_mutex);
    m_order.removeOne(sessionId);
    m_order += sessionId;
    m_seen.insert(sessionId, seqs);
    if (m_order.size() > mostSessions)
        m_seen.remove(m_order.takeFirst());
}

QSet<qint64> SeenSets::of(const QString &sessionId) const
{
    const QMutexLocker lock(&m_mutex);
    return m_seen.value(sessionId);
}

} // namespace hub
