// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/eventstore.h"

#include <QTest>

using namespace hub::mcp;

class EventStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesWhatCameLater();
    void dropsTheOldestOfAllStreams();
    void staysWithinItsBytes();
    void forgetsAStream();
};

void EventStoreTest::givesWhatCameLater()
{
    EventStore store;
    store.keep("a", 1, "one");
    store.keep("b", 1, "other");
    store.keep("a", 2, "two");
    const auto later = store.after("a", 1);
    QCOMPARE(later.size(), size_t(1));
    QCOMPARE(later[0].number, quint64(2));
    QCOMPARE(later[0].data, QByteArray("two"));
    QCOMPARE(store.after("a", 0).size(), size_t(2));
    QVERIFY(store.after("c", 0).empty());
}

void EventStoreTest::dropsTheOldestOfAllStreams()
{
    EventStore store(1000, 3);
    store.keep("a", 1, "1");
    store.keep("b", 1, "2");
    store.keep("b", 2, "3");
    store.keep("b", 3, "4");
    QCOMPARE(store.count(), 3);
    QVERIFY(store.after("a", 0).empty());
    QCOMPARE(store.after("b", 0).size(), size_t(3));
}

void EventStoreTest::staysWithinItsBytes()
{
    EventStore store(100, 1000);
    for (quint64 i = 1; i <= 50; ++i) {
        store.keep("a", i, QByteArray(30, 'x'));
        QVERIFY(store.bytes() <= 100);
    }
    QCOMPARE(store.after("a", 0).front().number, quint64(48));
    store.keep("a", 51, QByteArray(500, 'x')); // bigger than all there is
    QCOMPARE(store.bytes(), 0);
}

void EventStoreTest::forgetsAStream()
{
    EventStore store(1000, 2);
    store.keep("a", 1, "one");
    store.forget("a");
    QCOMPARE(store.count(), 0);
    QCOMPARE(store.bytes(), 0);
    store.keep("b", 1, "x");
    store.keep("b", 2, "y");
    store.keep("b", 3, "z");
    QCOMPARE(store.after("b", 0).size(), size_t(2));
}

QTEST_GUILESS_MAIN(EventStoreTest)
#include "tst_eventstore.moc"
