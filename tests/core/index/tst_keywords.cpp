// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/keywords.h"

#include <QTest>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

class KeywordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void extracts_data();
    void extracts();
    void mergesGivenAndExtracted_data();
    void mergesGivenAndExtracted();
    void stopsAtTen();
};

void KeywordsTest::extracts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("by frequency, then by place")
        << u"The nginx upstream port was changed from 8080 to 15001, which fixed the 502 Bad Gateway on the billing gateway."_s
        << u"gateway nginx upstream port changed"_s;
    QTest::newRow("identifier before the words it is made of")
        << u"Redis Sentinel 연결 실패 원인은 REDIS_SENTINEL_ENABLED 환경변수 미설정이었고 값을 true로 두면 해결된다."_s
        << u"REDIS_SENTINEL_ENABLED redis sentinel 연결 실패"_s;
    QTest::newRow("Pascal case and capitals keep their case")
        << u"We decided to use PostgreSQL 15 with pgvector HNSW because operations already runs PostgreSQL for the billing service."_s
        << u"PostgreSQL HNSW we decided use"_s;
    QTest::newRow("capitals after a colon")
        << u"Export probe: the CDN cache TTL for static assets is 300 seconds."_s << u"CDN TTL export probe cache"_s;
    QTest::newRow("one capital and a number is a word")
        << u"Keep etcd snapshots every 30 minutes in S3 bucket etcd-backup."_s << u"etcd keep snapshots every 30"_s;
    QTest::newRow("words of a hyphenated name")
        << u"Kafka topic orders-v2 has 12 partitions and a retention of 7 days."_s << u"kafka topic orders v2 12"_s;
    QTest::newRow("camel case") << u"fetchRowsByIds must wrap a single id"_s << u"fetchRowsByIds must wrap single id"_s;
    QTest::newRow("Korean without particles")
        << u"배포는 서버에서 진행하고 서버를 재시작한다"_s << u"서버 배포 진행하고 재시작한다"_s;
    QTest::newRow("no single Korean syllables") << u"붓 세 자루와 그 물감"_s << u"자루 물감"_s;
    QTest::newRow("Latin glued to Hangul") << u"prod-a의 gen-itgc를 확인"_s << u"prod gen itgc 확인"_s;
    QTest::newRow("Chinese at function words") << u"数据库的连接池是二十"_s << u"数据库 连接池 二十"_s;
    QTest::newRow("Japanese by script") << u"設定ファイルを変更した"_s << u"設定 ファイル 変更"_s;
    QTest::newRow("Russian") << u"Сервер перезапущен"_s << u"сервер перезапущен"_s;
    QTest::newRow("shouted stop words") << u"DO NOT restart THE broker"_s << u"restart broker"_s;
    QTest::newRow("apostrophes") << u"Reviewers don't like Caroline's notes"_s
                                 << u"reviewers dont like caroline notes"_s;
    QTest::newRow("nothing but punctuation") << u"... -- !"_s << QString();
    QTest::newRow("data without blanks") << u"Qk9B"_s.repeated(1000) << QString();
}

void KeywordsTest::extracts()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(extractKeywords(text).join(u' '), expected);
}

void KeywordsTest::mergesGivenAndExtracted_data()
{
    QTest::addColumn<QStringList>("given");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QStringList>("expected");
    const auto nginx
        = u"The nginx upstream port was changed from 8080 to 15001, which fixed the 502 Bad Gateway on the billing gateway."_s;
    QTest::newRow("given ones first, in lower case") << QStringList {u"Nginx"_s,
        u"502"_s} << nginx << QStringList {u"nginx"_s, u"502"_s, u"gateway"_s, u"upstream"_s, u"port"_s, u"changed"_s};
    QTest::newRow("trimmed, each once, empty ones dropped") << QStringList {u" mail relay "_s, u"Mail Relay"_s, u"  "_s}
                                                            << u"ok"_s << QStringList {u"mail relay"_s, u"ok"_s};
    QTest::newRow("an identifier that was given is not repeated")
        << QStringList {u"HNSW"_s} << u"HNSW index"_s << QStringList {u"hnsw"_s, u"index"_s};
    QTest::newRow("none given") << QStringList() << u"Grafana folder"_s << QStringList {u"grafana"_s, u"folder"_s};
}

void KeywordsTest::mergesGivenAndExtracted()
{
    QFETCH(QStringList, given);
    QFETCH(QString, content);
    QTEST(mergeKeywords(given, content), "expected");
}

void KeywordsTest::stopsAtTen()
{
    QStringList given;
    for (int i = 0; i < 8; ++i)
        given += u"given%1"_s.arg(i);
    QCOMPARE(mergeKeywords(given, u"one two three four five"_s).size(), maxKeywords);
    given += QStringList {u"ninth"_s, u"tenth"_s, u"eleventh"_s};
    QCOMPARE(mergeKeywords(given, u"one two three"_s), given);
}

QTEST_GUILESS_MAIN(KeywordsTest)
#include "tst_keywords.moc"
