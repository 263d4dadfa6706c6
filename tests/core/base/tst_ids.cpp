// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/base/result.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace hub;

class IdsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesAsManyBytesAsAsked();
    void namesFragmentsAsDocumented();
    void namesSessionsByUuid();
    void makesSecretsThatNeverRepeat();
    void hashesTheUtf8Text();
    void comparesSecrets();
};

void IdsTest::givesAsManyBytesAsAsked()
{
    for (const qsizetype bytes : {0, 1, 3, 4, 8, 33})
        QCOMPARE(randomBytes(bytes).size(), bytes);
    QVERIFY(randomBytes(16) != randomBytes(16));
}

void IdsTest::namesFragmentsAsDocumented()
{
    static const QRegularExpression form(u"^frag-[0-9a-f]{16}$"_s);
    QSet<QString> ids;
    for (int i = 0; i < 10'000; ++i)
        ids += newFragmentId();
    QCOMPARE(ids.size(), 10'000);
    for (const auto &id : ids)
        QVERIFY2(form.match(id).hasMatch(), qPrintable(id));
}

void IdsTest::namesSessionsByUuid()
{
    static const QRegularExpression form(u"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"_s);
    const auto id = newUuid();
    QVERIFY2(form.match(id).hasMatch(), qPrintable(id));
    QVERIFY(newUuid() != id);
}

void IdsTest::makesSecretsThatNeverRepeat()
{
    static const QRegularExpression form(u"^mmcp_[0-9a-f]{64}$"_s);
    const auto secret = newSecret(u"mmcp_"_s);
    QVERIFY2(form.match(secret).hasMatch(), qPrintable(secret));
    QVERIFY(newSecret(u"mmcp_"_s) != secret);
}

void IdsTest::hashesTheUtf8Text()
{
    // FIPS 180-4, example "abc"; and the same text in another form of Unicode is another text.
    QCOMPARE(sha256Hex(u"abc"_s), u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s);
    QVERIFY(sha256Hex(u"각"_s) != sha256Hex(u"\u1100\u1161\u11A8"_s));
}

void IdsTest::comparesSecrets()
{
    QVERIFY(equalsInConstantTime("secret", "secret"));
    QVERIFY(equalsInConstantTime({}, {}));
    QVERIFY(!equalsInConstantTime("secret", "secreT"));
    QVERIFY(!equalsInConstantTime("Secret", "secret"));
    QVERIFY(!equalsInConstantTime("secret", "secre"));
    QVERIFY(!equalsInConstantTime("", "s"));
}

QTEST_GUILESS_MAIN(IdsTest)
#include "tst_ids.moc"
