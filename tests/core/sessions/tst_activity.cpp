// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sessions/activity.h"

#include "core/memory/sessionfamily.h"
#include "tests/support/fakeclock.h"

#include <QTest>

using namespace hub;

namespace {

Principal callerOf(const QString &session, const QString &key = {})
{
    Principal caller;
    caller.keyId = key;
    caller.sessionId = session;
    return caller;
}

} // namespace

class ActivityTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_clock = std::make_unique<test::FakeClock>(); }
    void knowsTheFamilyOfASession_data();
    void knowsTheFamilyOfASession();
    void beginsANewSegmentAfterARest();
    void beginsANewSegmentAfterHalfADay();
    void keepsOneIdWithoutSegments();
    void countsNothingWithoutASession();
    void countsCallsWordsAndMemories();
    void keepsTheNewestOfWhatHasALimit();
    void givesEachChangeOnce();
    void goesOnAfterARestart();
    void tellsASessionToItsOwnKeyOnly();
    void closesWhatHasEnded();

private:
    std::unique_ptr<test::FakeClock> m_clock;
};

void ActivityTest::knowsTheFamilyOfASession_data()
{
    QTest::addColumn<QString>("root");
    QTest::addColumn<int>("number");
    QTest::newRow("abc") << u"abc"_s << 0;
    QTest::newRow("abc#1") << u"abc"_s << 1;
    QTest::newRow("abc#27") << u"abc"_s << 27;
    QTest::newRow("a#b#3") << u"a#b"_s << 3;
    QTest::newRow("abc#0") << u"abc#0"_s << 0;
    QTest::newRow("abc#01") << u"abc#01"_s << 0;
    QTest::newRow("abc#x") << u"abc#x"_s << 0;
    QTest::newRow("#1") << u"#1"_s << 0;
    QTest::newRow("") << QString() << 0;
}

void ActivityTest::knowsTheFamilyOfASession()
{
    QFETCH(int, number);
    const auto id = QString::fromLatin1(QTest::currentDataTag());
    QTEST(sessionRoot(id), "root");
    QTEST(segmentNumber(id), "number");
    if (number > 0)
        QCOMPARE(segmentId(sessionRoot(id), number), id);
}

void ActivityTest::beginsANewSegmentAfterARest()
{
    SessionActivity activity(*m_clock, true);
    const auto caller = callerOf(u"s"_s);
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s#1"_s);
    m_clock->advance(45 * msPerMinute);
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s#1"_s);
    m_clock->advance(45 * msPerMinute + 1);
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s#2"_s);
    QCOMPARE(activity.enter(callerOf(u"other"_s), u"recall"_s, {}), u"other#1"_s);
    const auto changes = activity.takeChanges();
    QCOMPARE(changes.size(), 3);
    QCOMPARE(changes[0].id, u"s#1"_s);
    QVERIFY(changes[0].closedAt.has_value());
    QCOMPARE(changes[0].calls(), 2);
}

void ActivityTest::beginsANewSegmentAfterHalfADay()
{
    SessionActivity activity(*m_clock, true);
    const auto caller = callerOf(u"s"_s);
    for (int minutes = 0; minutes <= 12 * 60; minutes += 30) {
        QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s#1"_s);
        m_clock->advance(30 * msPerMinute);
    }
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s#2"_s);
}

void ActivityTest::keepsOneIdWithoutSegments()
{
    SessionActivity activity(*m_clock, false);
    const auto caller = callerOf(u"s"_s);
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s"_s);
    m_clock->advance(3 * msPerDay);
    QCOMPARE(activity.enter(caller, u"recall"_s, {}), u"s"_s);
    QCOMPARE(activity.current(caller)->calls(), 2);
    QCOMPARE(activity.current(caller)->number, 0);
}

void ActivityTest::countsNothingWithoutASession()
{
    SessionActivity activity(*m_clock, true);
    QCOMPARE(activity.enter({}, u"recall"_s, {}), QString());
    QVERIFY(!activity.hasChanges());
    QVERIFY(!activity.current({}));
}

void ActivityTest::countsCallsWordsAndMemories()
{
    SessionActivity activity(*m_clock, true);
    auto caller = callerOf(u"s"_s, u"a"_s);
    caller.defaultWorkspace = u"lab"_s;
    activity.enter(caller, u"recall"_s, {u"nginx"_s, u"502"_s});
    m_clock->advance(1000);
    const auto id = activity.enter(caller, u"remember"_s, {u"nginx"_s});
    activity.stored(id, u"frag-1"_s);
    activity.stored(id, u"frag-2"_s);
    const auto segment = activity.current(caller);
    QVERIFY(segment.has_value());
    QCOMPARE(segment->toolCalls, (QJsonObject {{u"recall"_s, 1}, {u"remember"_s, 1}}));
    QCOMPARE(segment->keywords, (QStringList {u"502"_s, u"nginx"_s}));
    QCOMPARE(segment->fragmentIds, (QStringList {u"frag-1"_s, u"frag-2"_s}));
    QCOMPARE(segment->keyId, u"a"_s);
    QCOMPARE(segment->workspace, u"lab"_s);
    QCOMPARE(segment->lastUsedAt.ms - segment->startedAt.ms, qint64(1000));
}

void ActivityTest::keepsTheNewestOfWhatHasALimit()
{
    SessionActivity activity(*m_clock, true);
    const auto caller = callerOf(u"s"_s);
    for (int i = 0; i <= SessionActivity::mostKeywords; ++i)
        activity.enter(caller, u"recall"_s, {QString::number(i)});
    QCOMPARE(activity.current(caller)->keywords.size(), SessionActivity::mostKeywords);
    QCOMPARE(activity.current(caller)->keywords.first(), u"1"_s);
}

void ActivityTest::givesEachChangeOnce()
{
    SessionActivity activity(*m_clock, true);
    const auto caller = callerOf(u"s"_s);
    activity.enter(caller, u"recall"_s, {});
    QVERIFY(activity.hasChanges());
    const auto changes = activity.takeChanges();
    QCOMPARE(changes.size(), 1);
    QVERIFY(activity.takeChanges().isEmpty());
    activity.giveBack(changes); // they could not be written
    QCOMPARE(activity.takeChanges().size(), 1);
    activity.enter(caller, u"recall"_s, {});
    activity.end(u"s"_s);
    const auto closed = activity.takeChanges();
    activity.giveBack(closed);
    QCOMPARE(activity.takeChanges().size(), 1);
    QVERIFY(!activity.hasChanges());
}

void ActivityTest::goesOnAfterARestart()
{
    QList<WorkSegment> written;
    {
        SessionActivity activity(*m_clock, true);
        activity.enter(callerOf(u"s"_s), u"recall"_s, {});
        written = activity.takeChanges();
    }
    SessionActivity activity(*m_clock, true);
    activity.restore(written);
    QVERIFY(!activity.hasChanges());
    m_clock->advance(msPerMinute);
    QCOMPARE(activity.enter(callerOf(u"s"_s), u"recall"_s, {}), u"s#1"_s);
    QCOMPARE(activity.current(callerOf(u"s"_s))->calls(), 2);
    m_clock->advance(msPerHour);
    QCOMPARE(activity.enter(callerOf(u"s"_s), u"recall"_s, {}), u"s#2"_s);
    SessionActivity whole(*m_clock, false); // the switch was turned meanwhile
    whole.restore(written);
    QCOMPARE(whole.enter(callerOf(u"s"_s), u"recall"_s, {}), u"s"_s);
}

void ActivityTest::tellsASessionToItsOwnKeyOnly()
{
    SessionActivity activity(*m_clock, true);
    activity.enter(callerOf(u"s"_s, u"a"_s), u"recall"_s, {});
    QVERIFY(activity.current(callerOf(u"s"_s, u"a"_s)));
    QVERIFY(!activity.current(callerOf(u"s"_s, u"b"_s)));
    QVERIFY(!activity.current(callerOf(u"s"_s)));
}

void ActivityTest::closesWhatHasEnded()
{
    SessionActivity activity(*m_clock, true);
    const auto caller = callerOf(u"s"_s);
    const auto id = activity.enter(caller, u"remember"_s, {});
    activity.end(u"s"_s);
    activity.stored(id, u"frag-1"_s); // of a call that ended after its session
    QVERIFY(!activity.current(caller));
    const auto changes = activity.takeChanges();
    QCOMPARE(changes.size(), 1);
    QVERIFY(changes[0].closedAt.has_value());
    QCOMPARE(changes[0].fragmentIds, QStringList {u"frag-1"_s});
    activity.end(u"never heard of"_s);
    QVERIFY(!activity.hasChanges());
}

QTEST_GUILESS_MAIN(ActivityTest)
#include "tst_activity.moc"
