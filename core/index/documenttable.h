// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/lexicalindex.h"

#include <QHash>

#include <span>
#include <vector>

namespace hub {

/// The documents of a lexical index under dense numbers, in the order they came. A number
/// is never given twice; those of removed documents stay unused until compacted() renumbers.
class DocumentTable
{
public:
    static constexpr quint32 absent = 0xFFFFFFFFU;

    struct Lengths {
        quint32 words = 0;
        quint32 grams = 0;
    };

    quint32 add(const DocumentAttributes &attributes, Lengths lengths);
    void update(quint32 number, const DocumentAttributes &attributes);
    void retire(quint32 number);

    quint32 find(qint64 seq) const { return m_numbers.value(seq, absent); }
    const DocumentAttributes &at(quint32 number) const { return m_documents[number]; }
    Lengths lengths(quint32 number) const { return m_lengths[number]; }
    bool isAlive(quint32 number) const { return m_alive[number]; }
    quint32 end() const { return quint32(m_documents.size()); } ///< all numbers are below
    quint32 aliveCount() const { return quint32(m_numbers.size()); }
    /// The session of a document, itself included; none: it has no session.
    std::span<const quint32> sessionWith(quint32 number) const;
    /// Of each session its documents by (createdMs, seq).
    const std::vector<std::vector<quint32>> &sessions() const { return m_sessions; }
    qsizetype memoryBytes() const;

private:
    std::vector<quint32> &sessionOf(const DocumentAttributes &attributes);
    void enterSession(quint32 number);
    void leaveSession(quint32 number);

    std::vector<DocumentAttributes> m_documents;
    std::vector<Lengths> m_lengths;
    std::vector<quint8> m_alive;
    QHash<qint64, quint32> m_numbers;
    QHash<quint32, quint32> m_sessionNumbers; ///< sessionId -> index in m_sessions
    std::vector<std::vector<quint32>> m_sessions;
};

} // namespace hub
