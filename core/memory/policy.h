// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/fragment.h"

namespace hub {

/// Longest text of a memory that comes through a tool or the window, in code points.
constexpr int maxFragmentLength = 300;
constexpr int maxEpisodeLength = 1000;

inline int textLimit(FragmentType type) { return type == FragmentType::Episode ? maxEpisodeLength : maxFragmentLength; }

/// Refuses what is no memory: under 10 characters and under 3 words, or one bare URL.
Result<void> checkContent(const QString &content);

double defaultImportance(FragmentType type);

/// The importance that is stored: each type has a ceiling, and a text of under 20
/// columns (a Hangul or Han character is two wide) counts at most 0.2. An anchor
/// keeps what it was given.
double storedImportance(FragmentType type, double asked, bool isAnchor, const QString &content);

/// How long a memory stays in reach, from its stored importance; `asked` below 0.3
/// makes it short-lived whatever its type, except a preference.
TtlTier initialTier(FragmentType type, double stored, double asked);

/// Below this an importance was hardly meant: the answer says so.
constexpr double lowImportance = 0.3;

} // namespace hub
