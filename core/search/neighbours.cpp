// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/neighbours.h"

#include "core/memory/unitofwork.h"

namespace hub {

QString jsonList(const QList<qint64> &numbers)
{
    QStringList texts;
    for (const auto number : numbers)
        texts += QString::number(number);
    return u'[' + texts.join(u',') + u']';
}

Result<QList<Neighbour>> neighboursOf(UnitOfWork &work, const Access &access, const QList<qint64> &seqs)
{
    if (seqs.isEmpty())
        return QList<Neighbour>();
    HUB_TRY(statement, work.database().prepareNamed(u"search/neighbours_of"));
    statement.set(":seqs"_L1, jsonList(seqs));
    return access.bindVisible(statement).all<Neighbour>();
}

} // namespace hub
