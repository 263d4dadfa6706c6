// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

namespace hub {

/// Sentences that the hub says to agents, from `:/messages/<language>.json`.
/// Immutable after it is made; any thread may ask.
class Messages
{
public:
    /// `language` is "en" or "ko".
    explicit Messages(const QString &language);

    /// The sentence called `name`; every language has every name (a test sees to it).
    QString text(const QString &name) const;
    const QString &language() const { return m_language; }

private:
    QString m_language;
    QHash<QString, QString> m_texts;
};

} // namespace hub
