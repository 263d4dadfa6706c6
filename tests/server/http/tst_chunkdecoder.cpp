// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http/chunkdecoder.h"

#include <QTest>

using namespace hub;
using namespace hub::http;

class ChunkDecoderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void joinsChunksHoweverTheyArrive_data();
    void joinsChunksHoweverTheyArrive();
    void leavesTheNextRequestAlone();
    void refuses_data();
    void refuses();
};

void ChunkDecoderTest::joinsChunksHoweverTheyArrive_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("two chunks") << QByteArray("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n");
    QTest::newRow("extensions") << QByteArray("5;a=b\r\nhello\r\n6 ; q\r\n world\r\n0;last\r\n\r\n");
    QTest::newRow("trailers") << QByteArray("5\r\nhello\r\n6\r\n world\r\n0\r\nX-A: 1\r\nX-B: 2\r\n\r\n");
    QTest::newRow("leading zeros") << QByteArray("0005\r\nhello\r\n06\r\n world\r\n000\r\n\r\n");
    QTest::newRow("capital digits") << QByteArray("B\r\nhello world\r\n0\r\n\r\n");
}

void ChunkDecoderTest::joinsChunksHoweverTheyArrive()
{
    QFETCH(QByteArray, sent);
    for (qsizetype step = 1; step <= sent.size(); ++step) {
        ChunkDecoder decoder(1000);
        QByteArray pending;
        for (qsizetype at = 0; at < sent.size(); at += step) {
            QVERIFY(!decoder.isComplete());
            pending += sent.mid(at, step);
            pending.remove(0, decoder.feed(pending));
        }
        QVERIFY(decoder.isComplete());
        QVERIFY(!decoder.refusal());
        QCOMPARE(decoder.takeBody(), "hello world");
    }
}

void ChunkDecoderTest::leavesTheNextRequestAlone()
{
    ChunkDecoder decoder(1000);
    const QByteArray sent = "1\r\nx\r\n0\r\n\r\nGET / HTTP/1.1\r\n";
    QCOMPARE(sent.mid(decoder.feed(sent)), "GET / HTTP/1.1\r\n");
}

void ChunkDecoderTest::refuses_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<int>("status");
    QTest::newRow("negative size") << QByteArray("-5\r\nhello") << 400;
    QTest::newRow("signed size") << QByteArray("+5\r\nhello") << 400;
    QTest::newRow("no digits") << QByteArray("zz\r\nhello") << 400;
    QTest::newRow("empty size") << QByteArray("\r\nhello") << 400;
    QTest::newRow("0x") << QByteArray("0x5\r\nhello") << 400;
    QTest::newRow("too many digits") << QByteArray("000000005\r\nhello") << 400;
    QTest::newRow("2^63-1") << QByteArray("7fffffffffffffff\r\n") << 400;
    QTest::newRow("over the limit") << QByteArray("65\r\n") << 413;
    QTest::newRow("over the limit together") << QByteArray("3\r\nabc\r\n62\r\n") << 413;
    QTest::newRow("longer than it says") << QByteArray("2\r\nhello\r\n") << 400;
    QTest::newRow("extension without end") << QByteArray("5;" + QByteArray(400, 'a')) << 400;
    QTest::newRow("long extension") << QByteArray("5;" + QByteArray(400, 'a') + "\r\n") << 400;
    QTest::newRow("trailer without end") << QByteArray("0\r\n" + QByteArray(9000, 'a')) << 400;
    QTest::newRow("many trailers") << QByteArray("0\r\n" + QByteArray("X: 1\r\n").repeated(2000)) << 431;
}

void ChunkDecoderTest::refuses()
{
    QFETCH(QByteArray, sent);
    ChunkDecoder decoder(100);
    decoder.feed(sent);
    QVERIFY(decoder.refusal());
    QVERIFY(!decoder.isComplete());
    QTEST(decoder.refusal()->status, "status");
}

QTEST_GUILESS_MAIN(ChunkDecoderTest)
#include "tst_chunkdecoder.moc"
