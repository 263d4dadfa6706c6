// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace hub {

/// How a run of characters divides into words.
enum class WritingSystem : quint8 {
    Words,     ///< letters and digits with blanks between words: Latin, Cyrillic, Arabic, Devanagari, ...
    Hangul,    ///< blanks between words, particles glued to them
    Ideograms, ///< Han, Kana, Bopomofo: no blanks
    Unspaced,  ///< Thai, Lao, Khmer, Myanmar: letters, no blanks
    Symbol,    ///< one emoji
};

/// A run of one writing system and what stands between it and the run before it.
struct Segment {
    QStringView text;
    WritingSystem system = WritingSystem::Words;
    bool attached = false;   ///< nothing stands between
    char16_t joiner = u'\0'; ///< the one joining character (.-_/:@\ and , between digits) between two `Words`
};

/// Divides text in `searchForm()` where the writing system changes and at everything that is
/// neither letter, digit nor mark. An apostrophe between letters belongs to its word, so do
/// `++` and `#` after a single letter (names of programming languages).
std::vector<Segment> segments(QStringView text);

/// A word without its apostrophes and without a genitive 's.
QString withoutApostrophes(QStringView word);

} // namespace hub
