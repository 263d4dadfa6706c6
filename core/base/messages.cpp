// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/messages.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace hub {

Messages::Messages(const QString &language)
    : m_language(language)
{
    QFile file(QStringLiteral(":/messages/%1.json").arg(language));
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "Messages", qPrintable(language));
    const auto texts = QJsonDocument::fromJson(file.readAll()).object();
    for (auto it = texts.begin(); it != texts.end(); ++it)
        m_texts.insert(it.key(), it.value().toString());
}

QString Messages::text(const QString &name) const
{
    Q_ASSERT_X(m_texts.contains(name), "Messages", qPrintable(name));
    return m_texts.value(name, name);
}

} // namespace hub
