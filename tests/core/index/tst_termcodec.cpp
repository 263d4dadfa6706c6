// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/termcodec.h"

#include <QRandomGenerator>
#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class TermCodecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWas_data();
    void comesBackAsItWas();
    void isSmall();
    void refusesDamage();
    void refusesForgedSizes();
};

void TermCodecTest::comesBackAsItWas_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QString();
    QTest::newRow("English") << u"The nginx port was changed, the port and the gateway"_s;
    QTest::newRow("Korean") << u"서버를 재시작하고 서버 로그를 확인했다"_s;
    QTest::newRow("many repetitions") << u"a b c "_s.repeated(300) + u"d"_s;
    QTest::newRow("letters beyond the first plane") << u"𝒳 𐐷𐐷𐐷 straße"_s;
    QTest::newRow("long word") << QString(u"\uFFDA"_s.repeated(500) + u" "_s + u"x"_s.repeated(500));
}

void TermCodecTest::comesBackAsItWas()
{
    QFETCH(QString, text);
    const auto terms = analyse(text);
    const auto decoded = decodeTerms(encodeTerms(terms));
    QVERIFY(decoded);
    QCOMPARE(*decoded, terms);
}

void TermCodecTest::isSmall()
{
    const auto text = u"We decided to use PostgreSQL with pgvector because operations already runs it for the billing "
                      "service and nobody wants to learn another database this year"_s;
    QVERIFY(encodeTerms(analyse(text)).size() < 2 * text.size() + 32);
}

void TermCodecTest::refusesDamage()
{
    const auto good = encodeTerms(analyse(u"The nginx port was changed, 서버 포트 port 15001"_s));
    for (qsizetype size = 0; size < good.size(); ++size)
        QVERIFY(!decodeTerms(QByteArrayView(good).first(size)));
    QVERIFY(!decodeTerms(QByteArray(good + 'x')));
    for (qsizetype i = 0; i < good.size(); ++i) {
        auto damaged = good;
        damaged[i] = char(damaged[i] ^ 0x10);
        QVERIFY(!decodeTerms(damaged));
    }
}

/// Bytes with a right checksum but any contents: they must be refused or decode to something sound.
void TermCodecTest::refusesForgedSizes()
{
    QRandomGenerator random(7);
    int accepted = 0;
    for (int i = 0; i < 20000; ++i) {
        QByteArray bytes(1, char(analysisVersion));
        const auto size = random.bounded(40);
        for (int j = 0; j < size; ++j)
            bytes += random.bounded(3) ? char(random.bounded(4)) : char(random.bounded(256));
        const auto sum = qChecksum(bytes);
        const auto terms = decodeTerms(QByteArray(bytes + char(sum >> 8) + char(sum)));
        if (!terms)
            continue;
        ++accepted;
        for (const auto &word : terms->words)
            QVERIFY(word.count > 0 && word.term >> termBits == 0);
        for (const auto &spelling : terms->spellings)
            QVERIFY(spelling.count > 0 && !spelling.text.empty() && spelling.text.size() <= 3 * maxSpelling);
    }
    QVERIFY(accepted > 0);
}

QTEST_GUILESS_MAIN(TermCodecTest)
#include "tst_termcodec.moc"
