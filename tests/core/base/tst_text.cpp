// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"

#include <QTest>

using namespace hub;

class TextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsCodePoints_data();
    void countsCodePoints();
    void cutsBetweenGraphemes_data();
    void cutsBetweenGraphemes();
    void neverCutsLongerThanAsked();
    void makesTextCanonical_data();
    void makesTextCanonical();
    void isCanonicalAlready();
    void foldsWhiteSpaceToOneLine();
};

namespace {

const auto family = u"👨‍👩‍👧"_s; // five code points: three people and two joiners
const auto flag = u"🇰🇷"_s;                   // two regional indicators
const auto wave = u"👋🏽"_s;             // a hand and its skin tone
const auto jamo = u"\u1100\u1161\u11A8"_s;   // 각, decomposed
const auto accented = u"e\u0301"_s;
const auto high = QString(QChar(0xD83D));
const auto low = QString(QChar(0xDFE1));

} // namespace

void TextTest::countsCodePoints_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qsizetype>("count");
    QTest::newRow("nothing") << QString() << qsizetype(0);
    QTest::newRow("Latin") << u"abc"_s << qsizetype(3);
    QTest::newRow("Hangul") << u"가나다"_s << qsizetype(3);
    QTest::newRow("emoji beyond the first plane") << u"🟡🟡"_s << qsizetype(2);
    QTest::newRow("family") << family << qsizetype(5);
    QTest::newRow("jamo") << jamo << qsizetype(3);
    QTest::newRow("lone high surrogate") << QString(u"a" + high) << qsizetype(2);
    QTest::newRow("lone low surrogate") << QString(low + u"a") << qsizetype(2);
    QTest::newRow("surrogates the wrong way round") << QString(low + high) << qsizetype(2);
    QTest::newRow("two high, one low") << QString(high + high + low) << qsizetype(2);
}

void TextTest::countsCodePoints()
{
    QFETCH(QString, text);
    QTEST(codePointCount(text), "count");
}

void TextTest::cutsBetweenGraphemes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("cut");
    const auto long299 = QString(299, u'a');
    QTest::newRow("fits") << u"abc"_s << 3 << u"abc"_s;
    QTest::newRow("fits in code points, not in UTF-16") << u"🟡🟡"_s << 2 << u"🟡🟡"_s;
    QTest::newRow("Latin") << u"abcd"_s << 3 << u"abc"_s;
    QTest::newRow("nothing allowed") << u"abc"_s << 0 << QString();
    QTest::newRow("emoji is the last that fits")
        << QString(long299 + u"🟡 status") << 300 << QString(long299 + u"🟡");
    QTest::newRow("emoji is the first that does not fit") << QString(long299 + u"🟡 status") << 299 << long299;
    QTest::newRow("family is one grapheme") << QString(u"ab" + family) << 4 << u"ab"_s;
    QTest::newRow("family fits whole") << QString(family + u"cd") << 5 << family;
    QTest::newRow("flag is one grapheme") << QString(u"a" + flag) << 2 << u"a"_s;
    QTest::newRow("skin tone stays with the hand") << QString(u"a" + wave) << 2 << u"a"_s;
    QTest::newRow("jamo make one syllable") << QString(u"a" + jamo) << 3 << u"a"_s;
    QTest::newRow("accent stays with its letter") << QString(u"a" + accented) << 2 << u"a"_s;
    QTest::newRow("Hangul") << u"가나다라"_s << 3 << u"가나다"_s;
    QTest::newRow("a first grapheme that is too long") << family << 2 << QString();
    QTest::newRow("lone surrogates count one each") << QString(high + u"ab") << 2 << QString(high + u"a");
}

void TextTest::cutsBetweenGraphemes()
{
    QFETCH(QString, text);
    QFETCH(int, limit);
    QTEST(cutText(text, limit), "cut");
}

void TextTest::neverCutsLongerThanAsked()
{
    const auto text = QString(family + jamo + u"가x" + flag + accented + wave + u"\r\n끝");
    for (qsizetype limit = 0; limit <= codePointCount(text) + 1; ++limit) {
        const auto cut = cutText(text, limit);
        QVERIFY(codePointCount(cut) <= limit);
        QVERIFY(text.startsWith(cut));
        QCOMPARE(withoutLoneSurrogates(cut), cut);
        QVERIFY2(!cut.endsWith(QChar(0x200D)), "a joiner was left hanging");
    }
}

void TextTest::makesTextCanonical_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("composes jamo") << jamo << u"각"_s;
    QTest::newRow("composes accents") << accented << u"é"_s;
    QTest::newRow("drops a leading byte-order mark") << u"\uFEFFfirst line"_s << u"first line"_s;
    QTest::newRow("drops the mark and the blank behind it") << u"\uFEFF first line"_s << u"first line"_s;
    QTest::newRow("drops all of them") << u"\uFEFF\uFEFF \uFEFFfirst line"_s << u"first line"_s;
    QTest::newRow("drops the mark behind a blank") << u" \uFEFFfirst line"_s << u"first line"_s;
    QTest::newRow("keeps a mark inside") << u"a\uFEFFb"_s << u"a\uFEFFb"_s;
    QTest::newRow("CRLF becomes LF") << u"a\r\nb\r\n"_s << u"a\nb"_s;
    QTest::newRow("surrounding white space goes") << u" \t\n a  b \u3000"_s << u"a  b"_s;
    QTest::newRow("lone surrogates are replaced") << QString(u"a" + high + u"b" + low) << u"a\uFFFDb\uFFFD"_s;
    QTest::newRow("pairs are kept") << u"a🟡b"_s << u"a🟡b"_s;
    QTest::newRow("compatibility forms are kept") << u"① ﬁ"_s << u"① ﬁ"_s;
}

void TextTest::makesTextCanonical()
{
    QFETCH(QString, text);
    QTEST(canonicalText(text), "canonical");
}

void TextTest::isCanonicalAlready()
{
    for (const auto &text : {u"가나다"_s, family, flag, u"Ångström"_s, u"\uFEFF\uFEFFa"_s, QString()})
        QCOMPARE(canonicalText(canonicalText(text)), canonicalText(text));
}

void TextTest::foldsWhiteSpaceToOneLine() { QCOMPARE(oneLine(u"  a\r\n\tb\u00A0\u3000c "_s), u"a b c"_s); }

QTEST_GUILESS_MAIN(TextTest)
#include "tst_text.moc"
