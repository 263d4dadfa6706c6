// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/memorytext.h"

#include "core/base/text.h"

#include <QJsonDocument>

namespace hub::ui {

QString asJsonText(const QList<RecalledFragment> &fragments)
{
    return QString::fromUtf8(QJsonDocument(writeJson(fragments).toArray()).toJson(QJsonDocument::Indented));
}

QString asMarkdown(const QList<RecalledFragment> &fragments)
{
    QString markdown;
    for (const auto &fragment : fragments) {
        markdown += u"- %1 (%2, %3)\n"_s.arg(oneLine(fragment.content), toString(fragment.type), fragment.topic);
    }
    return markdown;
}

} // namespace hub::ui
