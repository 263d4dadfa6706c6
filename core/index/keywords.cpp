// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/keywords.h"

#include "core/base/text.h"
#include "core/index/identifiers.h"
#include "core/index/lexicon.h"
#include "core/index/searchform.h"
#include "core/index/segmentation.h"
#include "core/index/stemming.h"

#include <QHash>

#include <algorithm>

namespace hub {
namespace {

constexpr qsizetype longestWord = 64;     // beyond, it is data and not a word
constexpr qsizetype longestUnspaced = 8;  // beyond, it is a sentence and not a word
constexpr qsizetype shortestHiragana = 4; // below, it is an ending

bool isStopWord(const QString &word) { return lexicon().keywordStopWords.contains(word); }

/// Words in reading order, identifiers with their case, and how often each was seen.
class Tally
{
public:
    void addIdentifier(const QString &word);
    void addWord(const QString &word);
    QStringList best(int limit) const;

private:
    struct Word {
        QString text;
        int count = 0;
    };

    QStringList m_identifiers;
    QSet<QString> m_identifiersFolded;
    QList<Word> m_words;
    QHash<QString, qsizetype> m_places; ///< in m_words
};

void Tally::addIdentifier(const QString &word)
{
    if (isStopWord(word.toLower()) || m_identifiersFolded.contains(word.toLower()))
        return;
    m_identifiers += word;
    m_identifiersFolded += word.toLower();
}

void Tally::addWord(const QString &word)
{
    if (codePointCount(word) < 2 || word.size() > longestWord || isStopWord(word))
        return;
    const auto known = m_places.constFind(word);
    if (known != m_places.cend()) {
        ++m_words[*known].count;
        return;
    }
    m_places.insert(word, m_words.size());
    m_words += {.text = word, .count = 1};
}

QStringList Tally::best(int limit) const
{
    auto words = m_words;
    std::ranges::stable_sort(words, std::ranges::greater(), &Word::count);
    auto out = m_identifiers;
    for (const auto &word : words) {
        if (!m_identifiersFolded.contains(word.text))
            out += word.text;
    }
    return out.first(std::clamp<qsizetype>(limit, 0, out.size()));
}

/// A run of Han and Kana where its script changes and at Chinese function words.
void addIdeograms(Tally &tally, QStringView run)
{
    qsizetype start = 0;
    for (qsizetype i = 0; i <= run.size(); ++i) {
        const bool isEnd = i == run.size();
        const bool isFunctionWord = !isEnd && isStopWord(run.sliced(i, 1).toString());
        const bool sameScript = !isEnd
            && (run[i].isLowSurrogate() || QChar::script(run[i].unicode()) == QChar::script(run[start].unicode())
                || QChar::script(run[i].unicode()) == QChar::Script_Common);
        if (!isEnd && !isFunctionWord && (sameScript || i == start) && i - start < longestUnspaced)
            continue;
        const auto word = run.sliced(start, i - start);
        const bool isEnding
            = !word.isEmpty() && word[0].script() == QChar::Script_Hiragana && word.size() < shortestHiragana;
        if (!isEnding)
            tally.addWord(word.toString());
        start = isFunctionWord ? i + 1 : i;
    }
}

/// The segments from `i` that underscores hold together, as one name.
QStringView nameAt(const std::vector<Segment> &found, std::size_t i)
{
    auto last = i;
    while (last + 1 < found.size() && found[last + 1].joiner == u'_')
        ++last;
    const auto *begin = found[i].text.data();
    return {begin, found[last].text.data() + found[last].text.size()};
}

} // namespace

QStringList extractKeywords(const QString &text, int limit)
{
    const auto form = searchForm(text);
    const auto found = segments(form);
    Tally tally;
    for (std::size_t i = 0; i < found.size(); ++i) {
        switch (const auto &segment = found[i]; segment.system) {
        case WritingSystem::Words: {
            const auto name = nameAt(found, i);
            if (name.size() <= longestWord && isIdentifier(name)) {
                tally.addIdentifier(name.toString());
                while (i + 1 < found.size() && found[i + 1].text.data() < name.data() + name.size())
                    ++i;
            } else {
                tally.addWord(withoutApostrophes(segment.text).toLower());
            }
            break;
        }
        case WritingSystem::Hangul:
            tally.addWord(withoutParticle(segment.text, lexicon().keywordParticles, 2).toString());
            break;
        case WritingSystem::Ideograms: addIdeograms(tally, segment.text); break;
        case WritingSystem::Unspaced: tally.addWord(segment.text.toString()); break;
        case WritingSystem::Symbol: break;
        }
    }
    return tally.best(limit);
}

QStringList mergeKeywords(const QStringList &given, const QString &content)
{
    QStringList merged;
    QSet<QString> taken;
    const auto add = [&](const QString &keyword) {
        const auto known = taken.size();
        taken += keyword.toLower();
        if (taken.size() > known && !keyword.isEmpty())
            merged += keyword;
    };
    for (const auto &keyword : given)
        add(canonicalText(keyword).toLower());
    for (const auto &keyword : extractKeywords(content)) {
        if (merged.size() < maxKeywords)
            add(keyword);
    }
    return merged;
}

} // namespace hub
