// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/documenttable.h"

#include <algorithm>
#include <utility>

namespace hub {
namespace {

bool sameSessionPlace(const DocumentAttributes &a, const DocumentAttributes &b)
{
    return a.sessionId == b.sessionId && a.createdMs == b.createdMs;
}

} // namespace

quint32 DocumentTable::add(const DocumentAttributes &attributes, Lengths lengths)
{
    Q_ASSERT(!m_numbers.contains(attributes.seq));
    const auto number = end();
    m_documents.push_back(attributes);
    m_lengths.push_back(lengths);
    m_alive.push_back(true);
    m_numbers.insert(attributes.seq, number);
    enterSession(number);
    return number;
}

void DocumentTable::update(quint32 number, const DocumentAttributes &attributes)
{
    Q_ASSERT(m_documents[number].seq == attributes.seq);
    const bool moves = !sameSessionPlace(m_documents[number], attributes);
    if (moves)
        leaveSession(number);
    auto &document = m_documents[number];
    const auto old = std::exchange(document, attributes);
    document.saysWhen = old.saysWhen;
    document.asks = old.asks;
    document.isSpelt = old.isSpelt;
    document.words = old.words;
    if (moves)
        enterSession(number);
}

void DocumentTable::retire(quint32 number)
{
    leaveSession(number);
    m_alive[number] = false;
    m_numbers.remove(m_documents[number].seq);
}

qsizetype DocumentTable::memoryBytes() const
{
    constexpr std::size_t hashEntry = 24; // key, value and span overhead at the usual load
    std::size_t bytes = m_documents.capacity() * sizeof(DocumentAttributes) + m_lengths.capacity() * sizeof(Lengths)
        + m_alive.capacity() + std::size_t(m_numbers.size() + m_sessionNumbers.size()) * hashEntry
        + m_sessions.capacity() * sizeof(std::vector<quint32>);
    for (const auto &session : m_sessions)
        bytes += session.capacity() * sizeof(quint32);
    return qsizetype(bytes);
}

std::span<const quint32> DocumentTable::sessionWith(quint32 number) const
{
    const auto known = m_sessionNumbers.constFind(at(number).sessionId);
    if (at(number).sessionId == Interner::none || known == m_sessionNumbers.cend())
        return {};
    return m_sessions[*known];
}

std::vector<quint32> &DocumentTable::sessionOf(const DocumentAttributes &attributes)
{
    const auto known = m_sessionNumbers.constFind(attributes.sessionId);
    if (known != m_sessionNumbers.cend())
        return m_sessions[*known];
    m_sessionNumbers.insert(attributes.sessionId, quint32(m_sessions.size()));
    return m_sessions.emplace_back();
}

void DocumentTable::enterSession(quint32 number)
{
    if (m_documents[number].sessionId == Interner::none)
        return;
    auto &session = sessionOf(m_documents[number]);
    const auto place = std::ranges::upper_bound(session, std::pair(at(number).createdMs, at(number).seq), {},
        [this](quint32 other) { return std::pair(at(other).createdMs, at(other).seq); });
    session.insert(place, number);
}

void DocumentTable::leaveSession(quint32 number)
{
    if (m_documents[number].sessionId != Interner::none)
        std::erase(sessionOf(m_documents[number]), number);
}

} // namespace hub
