// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embedder.h"

#include <QUrl>

namespace hub {

QString EmbeddingSpace::id() const
{
    // What separates the parts is always encoded inside them, so no two spaces share an id.
    const auto part = [](const QString &text) { return QString::fromLatin1(QUrl::toPercentEncoding(text, ":/@+")); };
    return QStringList {part(provider), part(model), QString::number(dimension), part(version)}.join(u'|');
}

} // namespace hub
