// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/interner.h"

#include <mutex>

namespace hub {

quint32 Interner::intern(const QString &name)
{
    if (const auto known = find(name); known != unknown)
        return known;
    const std::unique_lock lock(m_mutex);
    if (const auto given = m_numbers.constFind(name); given != m_numbers.cend()) // by another thread meanwhile
        return *given;
    const auto next = quint32(m_names.size());
    m_numbers.insert(name, next);
    m_names += name;
    return next;
}

quint32 Interner::find(const QString &name) const
{
    const std::shared_lock lock(m_mutex);
    return m_numbers.value(name, unknown);
}

QString Interner::name(quint32 number) const
{
    const std::shared_lock lock(m_mutex);
    return m_names.value(qsizetype(number));
}

qsizetype Interner::memoryBytes() const
{
    const std::shared_lock lock(m_mutex);
    constexpr qsizetype perName = 64; // hash entry, list entry, string header
    qsizetype bytes = 0;
    for (const auto &name : m_names)
        bytes += perName + name.size() * qsizetype(sizeof(QChar));
    return bytes;
}

} // namespace hub
