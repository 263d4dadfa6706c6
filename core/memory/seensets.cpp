// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/seensets.h"

#include "core/memory/sessionfamily.h"

#include <QMutexLocker>

namespace hub {

void SeenSets::set(const QString &sessionId, const QSet<qint64> &seqs, const Principal &caller)
{
    if (sessionId.isEmpty())
        return;
    const Owned owned {caller.keyId, sessionRoot(sessionId)};
    const QMutexLocker lock(&m_mutex);
    m_order.removeOne(owned);
    m_order += owned;
    m_seen.insert(owned, seqs);
    if (m_order.size() > mostSessions)
        m_seen.remove(m_order.takeFirst());
}

QSet<qint64> SeenSets::of(const QString &sessionId, const Principal &caller) const
{
    const QMutexLocker lock(&m_mutex);
    return m_seen.value({caller.keyId, sessionRoot(sessionId)});
}

} // namespace hub
