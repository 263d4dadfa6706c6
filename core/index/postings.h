// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/index/terms.h"

#include <QtGlobal>

#include <algorithm>
#include <memory>
#include <vector>

namespace hub {

/// For many terms, the ascending list of items (numbers of documents or of other terms)
/// they occur in, with a count each. A list grows in slices of doubling size that all
/// terms cut from the same pages; a posting takes two to three bytes there, and the only
/// posting of a rare term none, it lies in the term's entry. Not thread-safe.
///
/// Postings are the item's distance from the one before, shifted left once, with the lowest
/// bit saying that a count above one follows; both as LEB128. So no posting begins with a
/// zero byte, which marks the unused end of a slice.
class Postings
{
public:
    struct Term {
        quint32 ordinal = 0;
        bool isNew = false;
    };

    static constexpr quint32 absent = 0xFFFFFFFFU;

    /// `item` must not be below the last one added for this term; an equal one is ignored.
    Term add(TermId term, quint32 item, quint32 count);

    quint32 find(TermId term) const;
    quint32 termCount() const { return quint32(m_entries.size()); }
    TermId term(quint32 ordinal) const { return m_entries[ordinal].term; }
    quint32 size(quint32 ordinal) const { return m_entries[ordinal].size; }
    qsizetype memoryBytes() const;

    /// Calls `visit(item, count)` in ascending order.
    template <typename Visit>
    void forEach(quint32 ordinal, Visit visit) const;

private:
    struct Entry {
        TermId term = 0;
        quint32 firstItem = 0;
        quint32 lastItem = 0;
        quint32 size = 0;
        quint32 head = 0; ///< address of the first slice
        quint32 tail = 0; ///< address of the next free byte
        quint16 firstCount = 0;
        quint16 room : 12 = 0; ///< free bytes at `tail`
        quint16 level : 4 = 0; ///< of the last slice
    };
    struct Bucket {
        quint32 check = 0; ///< low bits of the term
        quint32 ordinal = absent;
    };

    static constexpr quint32 pageBits = 18;
    static constexpr quint32 pageSize = 1U << pageBits;
    static constexpr quint32 linkSize = 4; ///< address of the next slice, after a slice's bytes
    static constexpr quint32 firstSlice = 12;
    static constexpr quint32 lastLevel = 8; ///< slices of this level and above are equally long

    const quint8 *at(quint32 address) const { return m_pages[address >> pageBits].get() + (address & (pageSize - 1)); }
    quint8 *at(quint32 address) { return m_pages[address >> pageBits].get() + (address & (pageSize - 1)); }
    Bucket &bucketOf(TermId term);
    void grow();
    void append(Entry &entry, quint32 item, quint32 count);
    quint32 allocate(quint32 size);
    static quint32 sliceSize(quint32 level) { return firstSlice << level; }
    static quint32 number(const quint8 *&from);

    std::vector<Entry> m_entries;
    std::vector<Bucket> m_buckets; ///< open addressing, a power of two, at most 2/3 full
    std::vector<std::unique_ptr<quint8[]>> m_pages;
    quint32 m_nextFree = 0;
};

} // namespace hub

inline quint32 hub::Postings::number(const quint8 *&from)
{
    quint32 value = *from & 0x7F;
    for (int shift = 7; *from++ & 0x80; shift += 7)
        value |= quint32(*from & 0x7F) << shift;
    return value;
}

template <typename Visit>
void hub::Postings::forEach(quint32 ordinal, Visit visit) const
{
    const Entry &entry = m_entries[ordinal];
    auto item = entry.firstItem;
    visit(item, quint32(entry.firstCount));
    if (entry.size == 1)
        return;
    quint32 level = 0;
    const quint8 *from = at(entry.head);
    const quint8 *end = from + sliceSize(level);
    for (quint32 left = entry.size - 1; left > 0; --left) {
        if (from == end || *from == 0) {
            const quint32 next = quint32(end[0]) | quint32(end[1]) << 8 | quint32(end[2]) << 16 | quint32(end[3]) << 24;
            level = std::min(level + 1, lastLevel);
            from = at(next);
            end = from + sliceSize(level);
        }
        const auto head = number(from);
        item += head >> 1;
        visit(item, head & 1 ? number(from) : 1U);
    }
}
