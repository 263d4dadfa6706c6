// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace hub {

inline constexpr int maxExtractedKeywords = 5;
inline constexpr int maxKeywords = 10;

/// The most telling words of a text, for keyword search and for people: identifiers first
/// (camelCase, snake_case, CAPITALS) with their case, then lower-case words by frequency,
/// earlier ones first. Stop words (English, Korean) and Korean particles are left out.
QStringList extractKeywords(const QString &text, int limit = maxExtractedKeywords);

/// The keywords a memory is stored with: the given ones (trimmed, lower case, each once),
/// then extracted ones until there are `maxKeywords`.
QStringList mergeKeywords(const QStringList &given, const QString &content);

} // namespace hub
