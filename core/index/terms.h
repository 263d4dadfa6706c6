// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace hub {

/// What the lexical index calls a term: a 40-bit hash of its kind and its UTF-8
/// text, the same on every machine and in every version. With a million distinct
/// terms the chance that a given query term shares its hash with any of them is
/// one in a million, and a collision costs one wrong rank, so texts are not kept.
using TermId = std::uint64_t;

inline constexpr int termBits = 40;

/// Kinds keep a word, a word as spelled, a piece of a word and what is known of a text with equal letters apart.
enum class TermKind : unsigned char { Word = 'w', Spelling = 's', Gram = 'g', Syllables = 'c', Mark = 'm' };

/// FNV-1a (64 bit, offset basis and prime of Fowler, Noll and Vo) over the kind and
/// the bytes, then the finaliser of MurmurHash3 so that the upper 40 bits depend on all input.
constexpr TermId termOf(TermKind kind, std::string_view utf8)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto take = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3U; };
    take(static_cast<unsigned char>(kind));
    for (const char byte : utf8)
        take(static_cast<unsigned char>(byte));
    hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccdU;
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53U;
    return (hash ^ (hash >> 33)) >> (64 - termBits);
}

} // namespace hub
