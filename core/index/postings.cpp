// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/postings.h"

#include <algorithm>

namespace hub {

Postings::Term Postings::add(TermId term, quint32 item, quint32 count)
{
    if ((m_entries.size() + 1) * 3 > m_buckets.size() * 2)
        grow();
    auto &bucket = bucketOf(term);
    if (bucket.ordinal == absent) {
        bucket = {.check = quint32(term), .ordinal = termCount()};
        m_entries.push_back({.term = term,
            .firstItem = item,
            .lastItem = item,
            .size = 1,
            .head = 0,
            .tail = 0,
            .firstCount = quint16(std::min(count, 0xFFFFU)),
            .room = 0,
            .level = 0});
        return {.ordinal = bucket.ordinal, .isNew = true};
    }
    auto &entry = m_entries[bucket.ordinal];
    Q_ASSERT(item >= entry.lastItem);
    if (item > entry.lastItem)
        append(entry, item, count);
    return {.ordinal = bucket.ordinal, .isNew = false};
}

quint32 Postings::find(TermId term) const
{
    if (m_buckets.empty())
        return absent;
    return const_cast<Postings *>(this)->bucketOf(term).ordinal;
}

qsizetype Postings::memoryBytes() const
{
    return qsizetype(
        m_entries.capacity() * sizeof(Entry) + m_buckets.capacity() * sizeof(Bucket) + m_pages.size() * pageSize);
}

/// The bucket that holds `term`, or the empty one where it belongs.
Postings::Bucket &Postings::bucketOf(TermId term)
{
    const auto mask = m_buckets.size() - 1;
    for (auto i = std::size_t(term >> 8) & mask;; i = (i + 1) & mask) {
        auto &bucket = m_buckets[i];
        if (bucket.ordinal == absent || (bucket.check == quint32(term) && m_entries[bucket.ordinal].term == term))
            return bucket;
    }
}

void Postings::grow()
{
    m_buckets.assign(std::max<std::size_t>(64, m_buckets.size() * 2), {});
    for (quint32 ordinal = 0; ordinal < termCount(); ++ordinal)
        bucketOf(m_entries[ordinal].term) = {.check = quint32(m_entries[ordinal].term), .ordinal = ordinal};
}

void Postings::append(Entry &entry, quint32 item, quint32 count)
{
    quint8 bytes[10];
    quint32 length = 0;
    const auto put = [&](quint64 value) {
        for (; value >= 0x80; value >>= 7)
            bytes[length++] = quint8(value | 0x80);
        bytes[length++] = quint8(value);
    };
    put(quint64(item - entry.lastItem) << 1 | (count > 1));
    if (count > 1)
        put(count);
    if (entry.size == 1) {
        entry.head = entry.tail = allocate(firstSlice);
        entry.room = firstSlice;
    } else if (entry.room < length) {
        entry.level = quint16(std::min<quint32>(entry.level + 1U, lastLevel)) & 0xF;
        const auto next = allocate(sliceSize(entry.level));
        auto *link = at(entry.tail) + entry.room;
        for (int shift = 0; shift < 32; shift += 8)
            *link++ = quint8(next >> shift);
        entry.tail = next;
        entry.room = quint16(sliceSize(entry.level)) & 0xFFF;
    }
    std::copy_n(bytes, length, at(entry.tail));
    entry.tail += length;
    entry.room = quint16(entry.room - length) & 0xFFF;
    entry.lastItem = item;
    ++entry.size;
}

/// The address of a zeroed slice with room for a link behind it.
quint32 Postings::allocate(quint32 size)
{
    const auto needed = size + linkSize;
    const auto end = quint32(m_pages.size()) << pageBits;
    if (m_nextFree + needed > end) {
        m_nextFree = end;
        m_pages.push_back(std::make_unique<quint8[]>(pageSize));
    }
    const auto address = m_nextFree;
    m_nextFree += needed;
    return address;
}

} // namespace hub
