// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>
#include <string>

struct sb_stemmer;

namespace hub {

/// English words to the form they are counted as: irregular forms by table, the others by
/// the Snowball algorithm ("Porter2"). One object serves one thread.
class EnglishStemmer
{
public:
    EnglishStemmer();
    ~EnglishStemmer();
    Q_DISABLE_COPY_MOVE(EnglishStemmer)

    /// `word` in lower case; returns UTF-8. Words of other letters come back unchanged.
    std::string stem(const QString &word) const;

private:
    std::unique_ptr<sb_stemmer, void (*)(sb_stemmer *)> m_stemmer;
};

/// `word` without the longest of `particles` (longest first) that it ends with and that
/// leaves at least `minStem` characters.
QStringView withoutParticle(QStringView word, const QStringList &particles, qsizetype minStem);

} // namespace hub
