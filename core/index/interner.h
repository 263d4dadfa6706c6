// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

#include <shared_mutex>

namespace hub {

/// Small numbers for names that repeat (keys, workspaces, topics, ...), so that a filter
/// compares integers. Thread-safe. Numbers are valid for the life of the object.
class Interner
{
public:
    static constexpr quint32 none = 0;              ///< the empty name
    static constexpr quint32 unknown = 0xFFFFFFFFU; ///< matches no document

    /// The number of `name`, given now if it has none yet.
    quint32 intern(const QString &name);
    /// The number of `name`, or `unknown` when no document ever had it.
    quint32 find(const QString &name) const;
    QString name(quint32 number) const;
    qsizetype memoryBytes() const;

private:
    mutable std::shared_mutex m_mutex;
    QHash<QString, quint32> m_numbers {{QString(), none}};
    QStringList m_names {QString()};
};

} // namespace hub
