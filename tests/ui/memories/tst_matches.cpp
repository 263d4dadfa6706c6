// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memories/matches.h"

#include "core/base/result.h"

#include <QTest>

using namespace hub;

class MatchesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheWordsOfAQuery_data();
    void findsTheWordsOfAQuery();
};

void MatchesTest::findsTheWordsOfAQuery_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("every occurrence, any case")
        << u"Redis talks to redis"_s << u"REDIS"_s << QStringList {u"Redis"_s, u"redis"_s};
    QTest::newRow("two words") << u"nginx timeout"_s << u"timeout  nginx"_s << QStringList {u"timeout"_s, u"nginx"_s};
    QTest::newRow("an inflected word") << u"one timeout"_s << u"timeouts"_s << QStringList {u"timeout"_s};
    QTest::newRow("a Korean word with its particle")
        << u"데이터베이스 연결"_s << u"데이터베이스를"_s << QStringList {u"데이터베이스"_s};
    QTest::newRow("nothing of a short word's stem") << u"abc"_s << u"abd"_s << QStringList {};
    QTest::newRow("an empty query") << u"text"_s << u"  "_s << QStringList {};
}

void MatchesTest::findsTheWordsOfAQuery()
{
    QFETCH(QString, text);
    QFETCH(QString, query);
    QStringList found;
    for (const auto &span : ui::matches(text, query))
        found += text.mid(span.start, span.length);
    QTEST(found, "expected");
}

QTEST_APPLESS_MAIN(MatchesTest)
#include "tst_matches.moc"
