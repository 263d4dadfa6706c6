// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/sessionfamily.h"

namespace hub {

QString sessionRoot(const QString &id) { return segmentNumber(id) > 0 ? id.left(id.lastIndexOf(u'#')) : id; }

QString segmentId(const QString &sessionId, int number)
{
    return number > 0 ? QString(sessionId + u'#' + QString::number(number)) : sessionId;
}

int segmentNumber(const QString &id)
{
    const auto mark = id.lastIndexOf(u'#');
    const int number = mark > 0 ? QStringView(id).mid(mark + 1).toInt() : 0;
    return number > 0 && segmentId(id.left(mark), number) == id ? number : 0;
}

} // namespace hub
