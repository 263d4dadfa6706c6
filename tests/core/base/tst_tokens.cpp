// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/base/tokens.h"

#include <QTest>

using namespace hub;

class TokensTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void estimates_data();
    void estimates();
    void neverCountsLessThanAQuarterOfTheCharacters();
    void growsWithTheText();
};

void TokensTest::estimates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    QTest::newRow("nothing") << QString() << 0 << 0;
    QTest::newRow("one letter") << u"a"_s << 1 << 1;
    QTest::newRow("one blank") << u" "_s << 1 << 1;
    // As counted by the tokenizer of a current large model, give or take a third.
    QTest::newRow("English sentence") << u"The migration of the customer database finished on Tuesday night."_s << 11
                                      << 18;
    QTest::newRow("Korean sentence") << u"창고에 있는 붓 세 자루는 전시용이다."_s << 11 << 20;
    QTest::newRow("Han characters") << u"数据库迁移完成"_s << 5 << 10;
    QTest::newRow("emoji") << u"🟡🟡🟡"_s << 3 << 9;
    QTest::newRow("digits in threes") << u"123456789"_s << 3 << 4;
}

void TokensTest::estimates()
{
    QFETCH(QString, text);
    QFETCH(int, least);
    QFETCH(int, most);
    const int tokens = estimateTokens(text);
    QVERIFY2(tokens >= least && tokens <= most, qPrintable(QString::number(tokens)));
}

void TokensTest::neverCountsLessThanAQuarterOfTheCharacters()
{
    for (const auto &text : {QString(400, u' '), QString(400, u'a'), QString(400, u'가'), u"🟡"_s.repeated(50)})
        QVERIFY(estimateTokens(text) >= int((codePointCount(text) + 3) / 4));
}

void TokensTest::growsWithTheText()
{
    const auto text = u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결 🟡"_s;
    for (qsizetype length = 1; length < text.size(); ++length)
        QVERIFY(estimateTokens(text.left(length)) <= estimateTokens(text.left(length + 1)));
}

QTEST_GUILESS_MAIN(TokensTest)
#include "tst_tokens.moc"
