// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/analysis.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

namespace {

bool hasWord(const AnalysedText &text, TermId word)
{
    return std::ranges::binary_search(text.words, word, {}, &TermCount::term);
}

QSet<TermId> gramsOf(const AnalysedText &text)
{
    QSet<TermId> grams;
    for (const auto &spelling : text.spellings)
        forEachGram(spelling.text, [&grams](TermId gram) { grams += gram; });
    return grams;
}

bool findsAnyWord(const QString &query, const QString &text)
{
    const auto analysed = analyse(text);
    return std::ranges::any_of(analyseQuery(query).words, [&](TermId word) { return hasWord(analysed, word); });
}

bool findsEveryWord(const QString &query, const QString &text)
{
    const auto analysed = analyse(text);
    const auto words = analyseQuery(query).words;
    return !words.empty() && std::ranges::all_of(words, [&](TermId word) { return hasWord(analysed, word); });
}

QString randomText(QRandomGenerator &random)
{
    const auto separators = u" .-_/'\u2019:,@\\#+\u200B\u0301"_s;
    QString text;
    const auto length = random.bounded(30);
    for (int i = 0; i < length; ++i) {
        switch (random.bounded(6)) {
        case 0: text += QChar(char16_t(random.bounded(0x10000))); break; // lone surrogates included
        case 1: text += QString::fromUcs4(std::array {char32_t(0x10000 + random.bounded(0x100000))}.data(), 1); break;
        case 2: text += QChar(char16_t(0xAC00 + random.bounded(11172))); break;
        case 3: text += QChar(char16_t(0x3040 + random.bounded(0x200))); break; // Kana, Bopomofo, jamo
        case 4: text += separators[random.bounded(separators.size())]; break;
        default: text += QChar(char16_t(0x20 + random.bounded(0x60))); break;
        }
    }
    return text;
}

} // namespace

class AnalysisTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsByEveryWordOfTheQuery_data();
    void findsByEveryWordOfTheQuery();
    void findsByAPartOfTheQuery_data();
    void findsByAPartOfTheQuery();
    void doesNotFind_data();
    void doesNotFind();
    void spellsAlike_data();
    void spellsAlike();
    void leavesStopWordsOutOfQueriesOnly();
    void keepsAQueryOfStopWords();
    void makesGramsOfFramedWords();
    void countsRepeatedTerms();
    void isLinearInOneEndlessWord();
    void limitsAQueryThatIsAPage();
    void anyTextMatchesItself();
    void asksByItsTextAlone();
    void termsStayTheSame();
};

void AnalysisTest::findsByEveryWordOfTheQuery_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("query");
    const auto row = [](const char *name, const char16_t *text, const char16_t *query) {
        QTest::newRow(name) << QString::fromUtf16(text) << QString::fromUtf16(query);
    };
    row("English plural", u"The cities replaced their lamps", u"city lamp");
    row("English tense", u"She is running the tests", u"run tested");
    row("irregular verb", u"We went home and bought bread", u"go buying");
    row("irregular plural", u"two children", u"child");
    row("contraction", u"Reviewers don't use agents", u"don't use agents");
    row("curly apostrophe", u"Caroline\u2019s book", u"caroline");
    row("genitive", u"Caroline's book", u"Caroline");
    row("upper case", u"nginx upstream", u"NGINX");
    row("Korean particle", u"서버를 재시작했다", u"서버");
    row("copula", u"매주 화요일이다", u"화요일");
    row("one syllable", u"창고에 있는 붓 세 자루", u"붓");
    row("Latin glued to Hangul", u"배포전gen-itgc를다시돌려끊긴참조50건을정리함", u"itgc");
    row("hyphenated, glued to Hangul", u"배포전gen-itgc를다시돌려끊긴참조50건을정리함", u"gen-itgc");
    row("particle after a Latin word", u"Redis를 껐다", u"redis는");
    row("number of a counter", u"참조 50건을 정리함", u"50");
    row("counter of a number", u"참조 50건을 정리함", u"건");
    row("number with its counter", u"참조 50건을 정리함", u"50건");
    row("Chinese word", u"数据库连接池已满", u"连接");
    row("one Chinese character", u"数据库连接池已满", u"库");
    row("Japanese across scripts", u"設定ファイルを変更した", u"設定ファイル");
    row("Katakana with long vowel", u"サーバーの再起動", u"サーバー");
    row("Thai", u"ภาษาไทยง่ายมาก", u"ไทย");
    row("Russian", u"Сервер перезапущен", u"СЕРВЕР");
    row("Arabic", u"تم تحديث الخادم", u"الخادم");
    row("Devanagari with vowel signs", u"हिन्दी में लिखा", u"हिन्दी");
    row("snake case whole", u"REDIS_SENTINEL_ENABLED is unset", u"redis_sentinel_enabled");
    row("part of snake case", u"REDIS_SENTINEL_ENABLED is unset", u"sentinel");
    row("camel case whole", u"call getUserById first", u"getUserById");
    row("part of camel case", u"fetchRowsByIds wraps an id", u"rows");
    row("camel case in lower case", u"fetchRowsByIds wraps an id", u"fetchrowsbyids");
    row("camel case as snake case", u"fetchRowsByIds wraps an id", u"fetch_rows_by_ids");
    row("acronym in a hump", u"class HTTPServer", u"server");
    row("path", u"see src/core/main.cpp for it", u"src/core/main.cpp");
    row("file name of a path", u"see src/core/main.cpp for it", u"main.cpp");
    row("folder of a path", u"see src/core/main.cpp for it", u"core");
    row("version", u"upgrade to 1.2.3 now", u"1.2.3");
    row("address", u"host 192.168.0.17 is down", u"192.168.0.17");
    row("mail address", u"ask admin@example.org", u"admin@example.org");
    row("hyphenated", u"The multi-agent scheduler", u"multi-agent");
    row("hyphenated as two words", u"The multi-agent scheduler", u"multi agent");
    row("hyphenated as one word", u"send an e-mail", u"email");
    row("option in quotes", u"build with --error-on-warnings here", u"\"--error-on-warnings\"");
    row("number with unit", u"a limit of 50GB", u"50");
    row("grouped number", u"it costs 15,000 won", u"15000");
    row("language name", u"ported from C++ to C#", u"C++");
    row("emoji", u"status \U0001F7E1 marker", u"\U0001F7E1");
    row("past an emoji with modifier", u"\U0001F44D\U0001F3FD\u200D\uFE0F done", u"done");
    row("after a zero character", u"before the gap", u"gap");
}

void AnalysisTest::findsByEveryWordOfTheQuery()
{
    QFETCH(QString, text);
    QFETCH(QString, query);
    QVERIFY(findsEveryWord(query, text));
}

void AnalysisTest::findsByAPartOfTheQuery_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("shared");
    QTest::newRow("another particle on each side") << u"배포는 화요일이다"_s << u"배포를"_s << u"배포"_s;
    QTest::newRow("particle on one side") << u"서버 로그"_s << u"서버에서는"_s << u"서버"_s;
    QTest::newRow("inside a Korean compound") << u"대한민국헌법 전문"_s << u"민국"_s << u"민국"_s;
    QTest::newRow("end of a Korean compound") << u"대한민국헌법 전문"_s << u"헌법"_s << u"헌법"_s;
    QTest::newRow("Hangul glued to Latin") << u"gen-itgc를다시돌려끊긴참조50건을정리함"_s << u"참조"_s << u"참조"_s;
    QTest::newRow("counter with and without particle") << u"참조 50건을 정리"_s << u"50건"_s << u"건"_s;
}

void AnalysisTest::findsByAPartOfTheQuery()
{
    QFETCH(QString, text);
    QFETCH(QString, query);
    QFETCH(QString, shared);
    const auto analysed = analyse(text);
    const auto words = analyseQuery(query).words;
    const auto isIn = [&](TermKind kind) {
        const auto term = termOf(kind, shared.toStdString());
        return hasWord(analysed, term) && std::ranges::find(words, term) != words.end();
    };
    QVERIFY(isIn(TermKind::Word) || isIn(TermKind::Syllables));
}

void AnalysisTest::doesNotFind_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("query");
    QTest::newRow("another word with the same start") << u"the short label"_s << u"shortage"_s;
    QTest::newRow("another number") << u"port 1234"_s << u"123"_s;
    QTest::newRow("digits of another grouping") << u"version 1.23"_s << u"123"_s;
    QTest::newRow("punctuation") << u"any text"_s << u"-- \"\" ... !"_s;
    QTest::newRow("nothing") << u"any text"_s << QString();
}

void AnalysisTest::doesNotFind()
{
    QFETCH(QString, text);
    QFETCH(QString, query);
    QVERIFY(!findsAnyWord(query, text));
}

void AnalysisTest::spellsAlike_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::newRow("decomposed Hangul") << u"테스트 장비"_s << u"테스트 장비"_s.normalized(QString::NormalizationForm_D);
    QTest::newRow("decomposed Latin") << u"café"_s << u"cafe\u0301"_s;
    QTest::newRow("typed jamo") << u"한글 값"_s << u"ㅎㅏㄴㄱㅡㄹ ㄱㅏㅄ"_s;
    QTest::newRow("full width") << u"ABC 123"_s << u"ＡＢＣ　１２３"_s;
    QTest::newRow("half width Katakana") << u"サーバ"_s << u"ｻｰﾊﾞ"_s;
    QTest::newRow("ligature") << u"file"_s << u"ﬁle"_s;
    QTest::newRow("soft hyphen") << u"gateway"_s << u"gate\u00ADway"_s;
    QTest::newRow("letter case") << u"straße ΣΊΣΥΦΟΣ"_s << u"STRASSE σίσυφος"_s;
    QTest::newRow("lone surrogate") << u"a b"_s << QString(u"a "_s + QChar(char16_t(0xD800)) + u" b"_s);
}

void AnalysisTest::spellsAlike()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    QVERIFY(!analyse(one).words.empty());
    QCOMPARE(analyse(one), analyse(other));
}

void AnalysisTest::leavesStopWordsOutOfQueriesOnly()
{
    QCOMPARE(analyseQuery(u"what is the gateway of it"_s).words, analyseQuery(u"gateway"_s).words);
    QCOMPARE(analyse(u"what is the gateway of it"_s).words.size(), 6U);
    QCOMPARE(analyse(u"what is the gateway of it"_s).spellings.size(), 1U);
}

void AnalysisTest::keepsAQueryOfStopWords()
{
    QVERIFY(findsEveryWord(u"to be or not to be"_s, u"To be, or not to be: that is the question"_s));
    QVERIFY(findsEveryWord(u"don't"_s, u"Reviewers don't use agents"_s));
}

void AnalysisTest::makesGramsOfFramedWords()
{
    QStringList expected {
        u"_ports_"_s, u"_po"_s, u"por"_s, u"ort"_s, u"rts"_s, u"ts_"_s, u"_por"_s, u"port"_s, u"orts"_s, u"rts_"_s};
    QSet<TermId> grams;
    for (const auto &gram : expected)
        grams += termOf(TermKind::Gram, gram.toStdString());
    QCOMPARE(gramsOf(analyse(u"Ports"_s)), grams);

    for (const auto &[spelling, points] : {std::pair("a", 1), std::pair("ab", 2), std::pair("n\u00e4chster", 8)}) {
        int calls = 0;
        forEachGram(spelling, [&calls](TermId) { ++calls; });
        QCOMPARE(calls, 2 * points);
        QCOMPARE(codePoints(spelling), quint32(points));
    }
}

void AnalysisTest::countsRepeatedTerms()
{
    const auto text = analyse(u"port ports PORT gateway"_s);
    QCOMPARE(text.words.size(), 2U);
    const auto port = std::ranges::find(text.words, termOf(TermKind::Word, "port"), &TermCount::term);
    QVERIFY(port != text.words.end());
    QCOMPARE(port->count, 3U);
    QVERIFY(std::ranges::is_sorted(text.words, {}, &TermCount::term));
    QVERIFY(std::ranges::is_sorted(text.spellings, {}, &SpellingCount::text));
}

void AnalysisTest::isLinearInOneEndlessWord()
{
    for (const auto &piece : {u"Qk9B"_s, u"a"_s, u"가"_s, u"漢"_s, u"ไ"_s, u"a_"_s, u"a\u0301"_s, u"1."_s, u"ㅎㅏ"_s}) {
        const auto start = std::clock(); // of this process: other programs do not count
        const auto text = analyse(piece.repeated(20000));
        QVERIFY(!text.words.empty());
        for (const auto &spelling : text.spellings)
            QVERIFY(codePoints(spelling.text) <= quint32(maxSpelling));
        QVERIFY2(std::clock() - start < 2 * CLOCKS_PER_SEC, qPrintable(piece));
    }
    QVERIFY(findsEveryWord(u"Qk9B"_s.repeated(1000), u"Qk9B"_s.repeated(1000)));
}

void AnalysisTest::limitsAQueryThatIsAPage()
{
    QString page;
    for (int i = 0; i < 5000; ++i)
        page += u"w%1x "_s.arg(i);
    const auto query = analyseQuery(page);
    QVERIFY(query.words.size() <= 256);
    QVERIFY(query.grams.size() <= 1000);
}

void AnalysisTest::anyTextMatchesItself()
{
    QRandomGenerator random(20); // a fixed seed: a failure can be repeated
    for (int i = 0; i < 10000; ++i) {
        const auto string = randomText(random);
        const auto text = analyse(string);
        const auto query = analyseQuery(string);
        const auto grams = gramsOf(text);
        QVERIFY2(std::ranges::all_of(query.words, [&](TermId word) { return hasWord(text, word); }),
            string.toUtf8().toHex().constData());
        QVERIFY(std::ranges::all_of(query.grams, [&](TermId gram) { return grams.contains(gram); }));
        QVERIFY(!query.words.empty() || text.words.empty());
    }
}

/// Labels are found like the text they are put to, but say nothing of its kind.
void AnalysisTest::asksByItsTextAlone()
{
    const auto has = [](const AnalysedText &text, TermId term) {
        return std::ranges::any_of(text.words, [&](const auto &word) { return word.term == term; });
    };
    const auto question = analyse(u"Where is the lantern?"_s, u"trip\nharbour"_s);
    QVERIFY(has(question, questionMark));
    QVERIFY(has(question, termOf(TermKind::Word, "harbour")));
    const auto statement = analyse(u"The lantern is here."_s, u"yesterday?"_s);
    QVERIFY(!has(statement, questionMark));
    QVERIFY(!has(statement, timeMark));
    QVERIFY(has(analyse(u"I saw it yesterday."_s, u"trip"_s), timeMark));
}

/// Terms are stored, so this fails when `analysisVersion` has to be raised.
void AnalysisTest::termsStayTheSame()
{
    QCOMPARE(termOf(TermKind::Word, "port"), TermId(892199765807));
    TermId digest = 0;
    for (const auto &word :
        analyse(u"We went to src/main.cpp: getUserById는 서버를 3번 호출했다, 数据库 v1.2 e-mail don't"_s).words)
        digest = digest * 31 + word.term * word.count;
    QCOMPARE(digest, TermId(13440626785019159433U));
    QCOMPARE(analysisVersion, 3);
}

QTEST_GUILESS_MAIN(AnalysisTest)
#include "tst_analysis.moc"
