// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/identifiers.h"

#include <QStringList>
#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class IdentifiersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsNamesFromWords_data();
    void tellsNamesFromWords();
    void divides_data();
    void divides();
};

void IdentifiersTest::tellsNamesFromWords_data()
{
    QTest::addColumn<bool>("expected");
    for (const auto *name : {"getUserById", "PostgreSQL", "api_key", "REDIS_URL", "_private_name", "HNSW", "x_1"})
        QTest::newRow(name) << true;
    for (const auto *word :
        {"gateway", "Gateway", "S3", "A", "_", "__", "_private", "1_000", "k8s", "v2", "straßeX", "한글_이름"})
        QTest::newRow(word) << false;
}

void IdentifiersTest::tellsNamesFromWords()
{
    QFETCH(bool, expected);
    QCOMPARE(isIdentifier(QString::fromUtf8(QTest::currentDataTag())), expected);
}

void IdentifiersTest::divides_data()
{
    QTest::addColumn<QString>("expected");
    QTest::newRow("getUserById") << u"get User By Id"_s;
    QTest::newRow("HTTPServer") << u"HTTP Server"_s;
    QTest::newRow("PostgreSQL") << u"Postgre SQL"_s;
    QTest::newRow("50GB") << u"50 GB"_s;
    QTest::newRow("1st") << u"1 st"_s;
    QTest::newRow("gateway") << QString();
    QTest::newRow("Gateway") << QString();
    QTest::newRow("HNSW") << QString();
    QTest::newRow("k8s") << QString();
    QTest::newRow("9e5d509c") << QString();
    QTest::newRow("15001") << QString();
}

void IdentifiersTest::divides()
{
    QFETCH(QString, expected);
    const auto word = QString::fromUtf8(QTest::currentDataTag());
    QStringList parts;
    for (const auto part : identifierParts(word))
        parts += part.toString();
    QCOMPARE(parts.join(u' '), expected);
}

QTEST_GUILESS_MAIN(IdentifiersTest)
#include "tst_identifiers.moc"
