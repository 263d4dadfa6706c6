// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/stemming.h"

#include "core/index/lexicon.h"

#include <libstemmer.h>

#include <algorithm>

namespace hub {

EnglishStemmer::EnglishStemmer()
    : m_stemmer(sb_stemmer_new("english", "UTF_8"), sb_stemmer_delete)
{
    Q_ASSERT(m_stemmer);
}

EnglishStemmer::~EnglishStemmer() = default;

std::string EnglishStemmer::stem(const QString &word) const
{
    const auto utf8 = lexicon().irregular.value(word, word).toStdString();
    if (!std::ranges::all_of(utf8, [](char c) { return c >= 'a' && c <= 'z'; }))
        return utf8;
    const auto *bytes = reinterpret_cast<const sb_symbol *>(utf8.data());
    const auto *stemmed = sb_stemmer_stem(m_stemmer.get(), bytes, int(utf8.size()));
    if (!stemmed) // out of memory
        return utf8;
    return {reinterpret_cast<const char *>(stemmed), std::size_t(sb_stemmer_length(m_stemmer.get()))};
}

QStringView withoutParticle(QStringView word, const QStringList &particles, qsizetype minStem)
{
    for (const auto &particle : particles) {
        if (word.size() - particle.size() >= minStem && word.endsWith(particle))
            return word.chopped(particle.size());
    }
    return word;
}

} // namespace hub
