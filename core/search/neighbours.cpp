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
    HUB_TRY(near, statement.set(":seqs"_L1, jsonList(seqs)).all<Neighbour>());
    const auto &lexical = work.services().lexical;
    const auto visible = access.visible(lexical.names());
    near.removeIf([&](const Neighbour &neighbour) {
        const auto attributes = lexical.attributes(neighbour.seq);
        return !attributes || !visible(*attributes);
    });
    return near;
}

Result<QHash<qint64, NeighbourText>> neighbourTexts(UnitOfWork &work, const Access &access, const QList<qint64> &seqs)
{
    QHash<qint64, NeighbourText> texts;
    if (seqs.isEmpty())
        return texts;
    HUB_TRY(statement, work.database().prepareNamed(u"search/neighbour_texts"));
    HUB_TRY(rows, access.bindVisible(statement.set(":seqs"_L1, jsonList(seqs))).all<NeighbourText>());
    for (const auto &row : rows)
        texts.insert(row.seq, row);
    return texts;
}

} // namespace hub
