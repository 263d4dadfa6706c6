// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicon.h"

#include <QFile>

#include <algorithm>

namespace hub {

using namespace Qt::Literals::StringLiterals;

namespace {

/// The lines of a list, comments left out, each as its words.
QList<QStringList> readLines(const QString &name)
{
    QFile file(u":/index/"_s + name);
    [[maybe_unused]] const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "lexicon", "the program was linked without its word lists");
    QList<QStringList> lines;
    for (const auto &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (!line.startsWith(u'#') && !line.isEmpty())
            lines += line.split(u' ', Qt::SkipEmptyParts);
    }
    return lines;
}

QStringList readWords(const QString &name)
{
    QStringList words;
    for (const auto &line : readLines(name))
        words += line;
    return words;
}

QStringList longestFirst(QStringList words)
{
    std::ranges::stable_sort(words, std::ranges::greater {}, &QString::size);
    return words;
}

QSet<QString> setOf(const QStringList &words) { return {words.begin(), words.end()}; }

Lexicon readLexicon()
{
    Lexicon lists {
        .stopWords = setOf(readWords(u"stopwords.txt"_s)),
        .irregular = {},
        .particles = longestFirst(readWords(u"particles.txt"_s)),
        .keywordStopWords = setOf(readWords(u"keyword_stopwords.txt"_s)),
        .keywordParticles = longestFirst(readWords(u"keyword_particles.txt"_s)),
        .timeWords = setOf(readWords(u"time_words.txt"_s)),
        .timeUnits = setOf(readWords(u"time_units.txt"_s)),
        .timeBeginnings = readWords(u"time_beginnings.txt"_s),
        .timeCounters = readWords(u"time_counters.txt"_s),
        .timeQuestions = readWords(u"time_questions.txt"_s).replaceInStrings(u"_"_s, u" "_s),
    };
    for (const auto &line : readLines(u"irregular.txt"_s)) {
        for (qsizetype i = 1; i < line.size(); ++i)
            lists.irregular.insert(line[i], line[0]);
    }
    return lists;
}

} // namespace

const Lexicon &lexicon()
{
    static const Lexicon lists = readLexicon();
    return lists;
}

} // namespace hub
