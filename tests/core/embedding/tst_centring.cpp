// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/centring.h"

#include <QTest>

using namespace hub;

class CentringTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsHowKoreanATextIs_data();
    void knowsHowKoreanATextIs();
    void leavesOtherModelsAlone();
    void takesTheMiddleOfTheLanguageOut();
    void refusesAnotherDimension();
};

void CentringTest::knowsHowKoreanATextIs_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<float>("share");
    QTest::newRow("nothing") << QString() << 0.0F;
    QTest::newRow("numbers") << u"12:30 - 7"_s << 0.0F;
    QTest::newRow("English") << u"where is it?"_s << 0.0F;
    QTest::newRow("Korean") << u"어디에 있나요?"_s << 1.0F;
    QTest::newRow("both alike") << u"포트 port"_s << 0.5F;
    QTest::newRow("Japanese") << u"港はどこ"_s << 0.5F;
}

void CentringTest::knowsHowKoreanATextIs()
{
    QFETCH(QString, text);
    QTEST(koreanShare(text), "share");
}

void CentringTest::leavesOtherModelsAlone()
{
    const auto centring = Centring::forModel(u"unknown"_s, 2);
    QVERIFY(centring);
    const Vector vector {0.6F, 0.8F};
    QCOMPARE(*centring->centred(vector, u"text"_s, EmbedPurpose::Query), vector);
}

void CentringTest::takesTheMiddleOfTheLanguageOut()
{
    const auto centring = Centring::forModel(u"multilingual-e5-small"_s, 384);
    QVERIFY(centring);
    Vector raw(384, 0.0F);
    raw[7] = 1;
    const auto english = centring->centred(raw, u"text"_s, EmbedPurpose::Passage);
    const auto korean = centring->centred(raw, u"글"_s, EmbedPurpose::Passage);
    const auto question = centring->centred(raw, u"text"_s, EmbedPurpose::Query);
    QVERIFY(english && korean && question);
    QVERIFY(*english != *korean);
    QVERIFY(*english != *question);
    double squares = 0;
    for (const float number : *english)
        squares += double(number) * double(number);
    QVERIFY(std::abs(squares - 1) < 1e-4);
}

void CentringTest::refusesAnotherDimension() { QVERIFY(!Centring::forModel(u"multilingual-e5-small"_s, 383)); }

QTEST_GUILESS_MAIN(CentringTest)
#include "tst_centring.moc"
