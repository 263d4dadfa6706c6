// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/pipeline.h"

#include <QMutex>

namespace hub {

/// A ranking whose next page may be asked for, and what has come along with the pages
/// before without being ranked.
struct KeptRanking {
    QByteArray fingerprint; ///< of the search and its caller: nobody else gets it
    Ranking ranking;
    QSet<qint64> alongside;
};

/// The rankings of the searches asked last, so that their pages neither repeat nor
/// leave out a memory whatever is written meanwhile. Kept in memory: one that is gone
/// is ranked anew. Any thread may call.
class Rankings
{
public:
    static constexpr qsizetype mostRankings = 64;

    /// Gives the number that the cursor carries.
    qint64 keep(KeptRanking ranking);
    std::optional<KeptRanking> of(qint64 number, const QByteArray &fingerprint) const;

private:
    mutable QMutex m_mutex;
    QHash<qint64, KeptRanking> m_rankings;
    qint64 m_last = 0;
};

} // namespace hub
