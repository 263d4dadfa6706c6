// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rankings.h"

#include <QMutexLocker>

namespace hub {

qint64 Rankings::keep(KeptRanking ranking)
{
    const QMutexLocker lock(&m_mutex);
    m_rankings.insert(++m_last, std::move(ranking));
    m_rankings.remove(m_last - mostRankings);
    return m_last;
}

std::optional<KeptRanking> Rankings::of(qint64 number, const QByteArray &fingerprint) const
{
    const QMutexLocker lock(&m_mutex);
    const auto found = m_rankings.constFind(number);
    if (found == m_rankings.cend() || found->fingerprint != fingerprint)
        return {};
    return *found;
}

} // namespace hub
