// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/analysis.h"

#include "core/index/identifiers.h"
#include "core/index/lexicon.h"
#include "core/index/searchform.h"
#include "core/index/segmentation.h"
#include "core/index/stemming.h"
#include "core/index/timewords.h"

#include <algorithm>
#include <span>
#include <unordered_set>

namespace hub {
namespace {

// Of a query, so that a pasted page does not hold up the others; a question has about ten.
constexpr std::size_t maxQueryWords = 256;
constexpr std::size_t maxQuerySpellings = 48;

/// Lower case for comparison; a genitive 's and apostrophes dropped.
QString folded(QStringView word)
{
    return withoutApostrophes(word).toCaseFolded().replace(
        u'\u00DF', QStringLiteral("ss")); // sharp s: Qt folds one letter to one
}

/// Divides a text once and collects its terms, repeated ones repeatedly, in reading order.
class Collector
{
public:
    enum class Side { Text, Query, QueryOfStopWords };

    explicit Collector(Side side)
        : m_side(side)
    { }

    void collect(const QString &text);

    std::vector<TermId> words;
    std::vector<std::string> spellings;

private:
    void addWord(const Segment &segment);
    void addSpelling(QStringView word);
    void addHangul(const Segment &segment, const Segment *before);
    void addPieces(QStringView run, bool singles);
    void addCompound(std::span<const Segment> segments);
    void addCompounds(std::span<const Segment> segments);
    void addTerm(TermKind kind, std::string_view utf8) { words.push_back(termOf(kind, utf8)); }
    void addStem(const QString &word) { addTerm(TermKind::Word, m_stemmer.stem(word)); }
    bool isLeftOut(const QString &word) const { return m_side == Side::Query && lexicon().stopWords.contains(word); }

    const Side m_side;
    EnglishStemmer m_stemmer;
};

void Collector::collect(const QString &text)
{
    const auto form = searchForm(text);
    const auto found = segments(form);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto &segment = found[i];
        switch (segment.system) {
        case WritingSystem::Words: addWord(segment); break;
        case WritingSystem::Hangul: addHangul(segment, segment.attached ? &found[i - 1] : nullptr); break;
        case WritingSystem::Ideograms: addPieces(segment.text, true); break;
        case WritingSystem::Unspaced: addPieces(segment.text, false); break;
        case WritingSystem::Symbol: addTerm(TermKind::Word, segment.text.toString().toStdString()); break;
        }
    }
    addCompounds(found);
}

void Collector::addWord(const Segment &segment)
{
    const auto word = folded(segment.text);
    if (word.isEmpty()) // nothing but apostrophes that count as letters
        return;
    if (!isLeftOut(word))
        addStem(word);
    if (!lexicon().stopWords.contains(word))
        addSpelling(word);
    if (word.size() > maxSpelling) // a blob, not a name
        return;
    for (const auto part : identifierParts(segment.text)) {
        if (const auto piece = folded(part); !isLeftOut(piece))
            addStem(piece);
    }
}

void Collector::addSpelling(QStringView word)
{
    auto start = word.first(std::min<qsizetype>(word.size(), maxSpelling));
    if (start.back().isHighSurrogate())
        start.chop(1);
    spellings.push_back(start.toString().toStdString());
}

void Collector::addHangul(const Segment &segment, const Segment *before)
{
    const bool afterWord = before && before->system == WritingSystem::Words;
    const bool particleOfWord = afterWord && lexicon().particles.contains(segment.text);
    if (particleOfWord && m_side == Side::Query)
        return;
    addPieces(segment.text, true);
    if (particleOfWord || segment.text.size() > maxSpelling)
        return;
    const bool isCounter = afterWord && before->text.back().isDigit();
    const auto stem = withoutParticle(segment.text, lexicon().particles, isCounter ? 1 : 2);
    addTerm(TermKind::Word, stem.toString().toStdString());
}

/// Pairs of neighbouring characters, and single ones if asked or if there is but one.
void Collector::addPieces(QStringView run, bool singles)
{
    const auto utf8 = run.toString().toCaseFolded().toStdString();
    std::size_t previous = 0;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= utf8.size(); ++i) {
        if (i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xC0) == 0x80)
            continue;
        const bool alone = start == 0 && i == utf8.size();
        if (singles || alone)
            addTerm(TermKind::Syllables, std::string_view(utf8).substr(start, i - start));
        if (start > 0)
            addTerm(TermKind::Syllables, std::string_view(utf8).substr(previous, i - previous));
        previous = start;
        start = i;
    }
}

/// The whole of what joining characters hold together. Hyphens and underscores make no
/// difference (e-mail, email), except between numbers.
void Collector::addCompound(std::span<const Segment> segments)
{
    const auto *begin = segments.front().text.data();
    const auto length = segments.back().text.data() + segments.back().text.size() - begin;
    if (segments.size() < 2 || length > maxSpelling)
        return;
    const auto whole = folded(QStringView(begin, length));
    QString joined = whole;
    joined.removeIf([](QChar c) { return c == u'-' || c == u'_' || c == u','; });
    const bool plain = std::ranges::all_of(joined, [](QChar c) { return !c.isPunct(); });
    const bool number = std::ranges::all_of(joined, [](QChar c) { return c.isDigit(); });
    const bool grouped
        = number && std::ranges::all_of(segments.subspan(1), [](const Segment &s) { return s.joiner == u','; });
    if (grouped || (plain && !number))
        return addStem(joined);
    addTerm(TermKind::Word, whole.toStdString());
}

void Collector::addCompounds(std::span<const Segment> found)
{
    const auto isSeparator = [](char16_t joiner) { return QStringView(u"/:@\\").contains(joiner); };
    std::size_t whole = 0;
    std::size_t name = 0; // within the whole: between slashes, colons and the like
    for (std::size_t i = 1; i <= found.size(); ++i) {
        const auto joiner = i < found.size() ? found[i].joiner : u'\0';
        if (joiner != u'\0' && !isSeparator(joiner))
            continue;
        addCompound(found.subspan(name, i - name));
        if (joiner == u'\0') {
            if (name > whole)
                addCompound(found.subspan(whole, i - whole));
            whole = i;
        }
        name = i;
    }
}

bool isQuestion(QStringView text)
{
    const auto said = text.trimmed();
    return said.endsWith(u'?') || said.endsWith(u'？') || said.endsWith(u'؟');
}

template <typename T>
std::vector<std::pair<T, quint32>> counted(std::vector<T> items)
{
    std::ranges::sort(items);
    std::vector<std::pair<T, quint32>> out;
    for (auto &item : items) {
        if (!out.empty() && out.back().first == item)
            ++out.back().second;
        else
            out.emplace_back(std::move(item), 1);
    }
    return out;
}

/// The first `limit` different ones.
template <typename T>
std::vector<T> firsts(std::vector<T> items, std::size_t limit)
{
    std::unordered_set<T> seen;
    std::erase_if(items, [&](const T &item) { return seen.size() == limit || !seen.insert(item).second; });
    return items;
}

} // namespace

quint32 codePoints(std::string_view utf8)
{
    return quint32(std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

AnalysedText analyse(const QString &text, const QString &labels)
{
    Collector collector(Collector::Side::Text);
    collector.collect(text);
    collector.collect(labels);
    if (isQuestion(text))
        collector.words.push_back(questionMark);
    else if (saysWhen(text))
        collector.words.push_back(timeMark);
    AnalysedText out;
    for (const auto &[term, count] : counted(std::move(collector.words)))
        out.words.push_back({.term = term, .count = count});
    for (auto &[spelling, count] : counted(std::move(collector.spellings)))
        out.spellings.push_back({.text = std::move(spelling), .count = count});
    return out;
}

AnalysedQuery analyseQuery(const QString &text)
{
    Collector collector(Collector::Side::Query);
    collector.collect(text);
    if (collector.words.empty()) {
        Collector everything(Collector::Side::QueryOfStopWords);
        everything.collect(text);
        collector.words = std::move(everything.words);
    }
    AnalysedQuery query;
    query.words = firsts(std::move(collector.words), maxQueryWords);
    for (const auto &spelling : firsts(std::move(collector.spellings), maxQuerySpellings))
        forEachGram(spelling, [&query](TermId gram) { query.grams.push_back(gram); });
    query.grams = firsts(std::move(query.grams), query.grams.size());
    return query;
}

} // namespace hub
