// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/seensets.h"

#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class SeenSetsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesWhatASessionHasSeen();
    void keepsTheSessionsUsedLast();
    void belongsToNobodyWithoutASession();
};

void SeenSetsTest::replacesWhatASessionHasSeen()
{
    SeenSets seen;
    seen.set(u"a"_s, {1, 2}, {});
    seen.set(u"b"_s, {3}, {});
    seen.set(u"a"_s, {4}, {});
    QCOMPARE(seen.of(u"a"_s, {}), QSet<qint64> {4});
    QCOMPARE(seen.of(u"b"_s, {}), QSet<qint64> {3});
    QVERIFY(seen.of(u"c"_s, {}).isEmpty());
}

void SeenSetsTest::keepsTheSessionsUsedLast()
{
    SeenSets seen;
    seen.set(u"old"_s, {1}, {});
    seen.set(u"used again"_s, {1}, {});
    for (qsizetype i = 0; i < SeenSets::mostSessions - 2; ++i)
        seen.set(QString::number(i), {i}, {});
    seen.set(u"used again"_s, {2}, {});
    seen.set(u"one too many"_s, {1}, {});
    QVERIFY(seen.of(u"old"_s, {}).isEmpty());
    QCOMPARE(seen.of(u"used again"_s, {}), QSet<qint64> {2});
    QCOMPARE(seen.of(u"0"_s, {}), QSet<qint64> {0});
}

void SeenSetsTest::belongsToNobodyWithoutASession()
{
    SeenSets seen;
    seen.set(QString(), {1}, {});
    QVERIFY(seen.of(QString(), {}).isEmpty());
}

QTEST_GUILESS_MAIN(SeenSetsTest)
#include "tst_seensets.moc"
