// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QUuid>

namespace hub {

QByteArray randomBytes(qsizetype bytes)
{
    QByteArray out((bytes + 3) / 4 * 4, Qt::Uninitialized);
    QRandomGenerator::system()->fillRange(reinterpret_cast<quint32 *>(out.data()), out.size() / 4);
    out.truncate(bytes);
    return out;
}

QString newFragmentId() { return QStringLiteral("frag-") + QString::fromLatin1(randomBytes(8).toHex()); }

QString newUuid() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

QString newSecret(const QString &prefix) { return prefix + QString::fromLatin1(randomBytes(32).toHex()); }

QString sha256Hex(const QString &text)
{
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex());
}

bool equalsInConstantTime(const QByteArray &a, const QByteArray &b)
{
    // Length is not secret here: every secret of one kind has the same length.
    if (a.size() != b.size())
        return false;
    int difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

} // namespace hub
