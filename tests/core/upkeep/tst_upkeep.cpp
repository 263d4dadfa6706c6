// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upkeep/upkeep.h"

#include "core/hub.h"
#include "core/memory/forget.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/remember.h"
#include "tests/support/fakeclock.h"
#include "tests/support/memorybench.h"

#include <QTemporaryDir>

using namespace hub;

class UpkeepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void reportsEveryStage();
    void movesTiersOneStepAtATime_data();
    void movesTiersOneStepAtATime();
    void worksThroughMoreThanOneSlice();
    void countsWhatCouldGoAndTakesNothing();
    void namesWhatNobodyHasChecked();
    void dropsOldSearchEvents();
    void emptiesTheTrashOnlyWhenToldTo_data();
    void emptiesTheTrashOnlyWhenToldTo();
    void touchesAndCountsNothingOfAnotherKey();
    void letsRunsWaitForEachOther();
    void stopsWhenItIsTakenBack();

private:
    void open(int trashDays = 0)
    {
        m_hub.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        auto settings
            = Settings::load(m_folder->filePath(u"settings.json"_s), [](const QString &) { return QString(); });
        settings.override("general", "locale", u"en"_s);
        settings.override("upkeep", "emptyTrashAfterDays", trashDays);
        m_clock = std::make_shared<test::FakeClock>();
        auto hub = Hub::open({.paths = {m_folder->path()}, .settings = settings, .clock = m_clock});
        QVERIFY2(hub, hub ? "" : qPrintable(hub.error().message));
        m_hub = std::move(*hub);
    }
    QString put(const QString &content, FragmentType type = FragmentType::Fact, const Principal &caller = {})
    {
        RememberRequest request;
        request.content = content;
        request.topic = u"lab"_s;
        request.type = type;
        const auto answer = m_hub->write(caller, [=](UnitOfWork &work) { return remember(work, request); }).result();
        return answer ? answer->id.value_or(QString()) : QString();
    }
    void sql(const QString &script)
    {
        const auto done = m_hub
                              ->write({},
                                  [=](UnitOfWork &work) -> Result<int> {
                                      HUB_CHECK(work.database().runScript(script));
                                      return 0;
                                  })
                              .result();
        QVERIFY2(done, done ? "" : qPrintable(done.error().detail));
    }
    int number(const QString &query)
    {
        const auto found = m_hub
                               ->read({},
                                   [=](UnitOfWork &work) -> Result<int> {
                                       HUB_TRY(statement, work.database().prepare(query));
                                       HUB_TRY(value, statement.scalar<int>());
                                       return value.value_or(-1);
                                   })
                               .result();
        return found ? *found : -1;
    }
    int in(const QString &tier) { return number(u"SELECT count(*) FROM fragments WHERE ttl_tier = '%1'"_s.arg(tier)); }
    UpkeepReport run(const Principal &caller = {})
    {
        const auto report = m_hub->upkeep().run(caller).result();
        return report ? *report : UpkeepReport {.success = false};
    }
    static StageReport stage(const UpkeepReport &report, const QString &name)
    {
        for (const auto &one : report.stages) {
            if (one.name == name)
                return one;
        }
        return {};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<test::FakeClock> m_clock;
    std::unique_ptr<Hub> m_hub;
};

void UpkeepTest::init() { open(); }

void UpkeepTest::reportsEveryStage()
{
    const auto report = run();
    QVERIFY(report.success);
    QCOMPARE(report.stages.size(), 23);
    QStringList done;
    for (const auto &one : report.stages) {
        QVERIFY(one.status != StageStatus::Error);
        if (one.status == StageStatus::Ok)
            done += one.name;
        else
            QCOMPARE(one.affected, 0);
    }
    QCOMPARE(
        done, QStringList({u"ttl_transition"_s, u"gc_preview"_s, u"collect_stale_fragments"_s, u"gc_search_events"_s}));
    QVERIFY(!report.importanceDecay);
    QVERIFY(!report.queued);
    QCOMPARE(report.queueWaitMs, qint64(0));
    const auto json = toJson(report);
    for (const auto *name : {"ttlTransitions", "expiredDeleted", "duplicatesMerged", "gcCandidatesByType",
             "stale_fragments", "searchEventsGarbageCollected", "queued", "queueWaitMs", "stages"})
        QVERIFY2(json.contains(QLatin1StringView(name)), name);
}

void UpkeepTest::movesTiersOneStepAtATime_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<QString>("was");
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("is");
    QTest::newRow("hot and used") << 6 << u"hot"_s << QString() << u"hot"_s;
    QTest::newRow("hot and idle") << 8 << u"hot"_s << QString() << u"warm"_s;
    QTest::newRow("hot and long idle") << 90 << u"hot"_s << QString() << u"warm"_s;
    QTest::newRow("warm and used") << 29 << u"warm"_s << QString() << u"warm"_s;
    QTest::newRow("warm and idle") << 31 << u"warm"_s << QString() << u"cold"_s;
    QTest::newRow("warm and unimportant") << 0 << u"warm"_s << u"importance = 0.2"_s << u"cold"_s;
    QTest::newRow("an anchor") << 90 << u"warm"_s << u"is_anchor = 1"_s << u"warm"_s;
    QTest::newRow("permanent") << 900 << u"permanent"_s << QString() << u"permanent"_s;
    QTest::newRow("cold stays") << 900 << u"cold"_s << QString() << u"cold"_s;
}

void UpkeepTest::movesTiersOneStepAtATime()
{
    QFETCH(int, days);
    QFETCH(QString, was);
    QFETCH(QString, change);
    QFETCH(QString, is);
    put(u"Something that was stored some days ago."_s);
    sql(u"UPDATE fragments SET ttl_tier = '%1', importance = 0.5"_s.arg(was));
    if (!change.isEmpty())
        sql(u"UPDATE fragments SET "_s + change);
    m_clock->advance(days * msPerDay);
    const auto report = run();
    QCOMPARE(in(is), 1);
    QCOMPARE(report.ttlTransitions, was == is ? 0 : 1);
    QCOMPARE(stage(report, u"ttl_transition"_s).affected, report.ttlTransitions);
}

void UpkeepTest::worksThroughMoreThanOneSlice()
{
    sql(u"INSERT INTO fragments (id, content, topic, type, content_hash, ttl_tier, created_at) "
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
        "SELECT 'f' || i, 'content ' || i, 'lab', 'fact', 'h' || i, 'hot', 0 FROM n"_s);
    QCOMPARE(run().ttlTransitions, 5000);
    QCOMPARE(in(u"warm"_s), 5000);
}

void UpkeepTest::countsWhatCouldGoAndTakesNothing()
{
    put(u"A fact that was never of any use."_s);
    put(u"An error that is still worth knowing."_s, FragmentType::Error);
    sql(u"UPDATE fragments SET utility_score = 0.1, ttl_tier = 'cold' WHERE type = 'fact'"_s);
    QVERIFY(run().gcCandidatesByType.isEmpty());
    m_clock->advance(61 * msPerDay);
    const auto report = run();
    QCOMPARE(report.gcCandidatesByType, QJsonObject({{u"fact"_s, 1}}));
    QCOMPARE(report.expiredDeleted, 0);
    QCOMPARE(number(u"SELECT count(*) FROM fragments"_s), 2);
}

void UpkeepTest::namesWhatNobodyHasChecked()
{
    const auto old = put(u"How the release is made, in three steps."_s, FragmentType::Procedure);
    put(u"Something we decided, because it was cheaper."_s, FragmentType::Decision);
    m_clock->advance(31 * msPerDay);
    const auto report = run();
    QCOMPARE(report.staleFragments.size(), 1);
    QCOMPARE(report.staleFragments[0].id, old);
    QCOMPARE(toJson(report)[u"stale_fragments"_s][0].toObject().keys(),
        QStringList({u"content"_s, u"id"_s, u"topic"_s, u"type"_s, u"verified_at"_s}));
}

void UpkeepTest::dropsOldSearchEvents()
{
    const auto now = m_clock->now().ms;
    for (const auto day : {0, 29, 31, 60}) {
        sql(u"INSERT INTO search_events (id, search_path, query_type, result_count, created_at) "
            "VALUES (%1, '', 'text', 0, %2)"_s.arg(day + 1)
                .arg(now - day * msPerDay));
    }
    QCOMPARE(run().searchEventsGarbageCollected, 2);
    QCOMPARE(number(u"SELECT count(*) FROM search_events"_s), 2);
}

void UpkeepTest::emptiesTheTrashOnlyWhenToldTo_data()
{
    QTest::addColumn<int>("setting");
    QTest::addColumn<int>("days");
    QTest::addColumn<int>("purged");
    QTest::newRow("never") << 0 << 900 << 0;
    QTest::newRow("not yet") << 30 << 29 << 0;
    QTest::newRow("after its days") << 30 << 31 << 1;
}

void UpkeepTest::emptiesTheTrashOnlyWhenToldTo()
{
    QFETCH(int, setting);
    QFETCH(int, days);
    QFETCH(int, purged);
    open(setting);
    put(u"A memory that is not in the trash at all."_s);
    const auto id = put(u"A memory that goes into the trash now."_s);
    sql(u"INSERT INTO case_events (case_id, event_type, summary, source_fragment_id, created_at) "
        "VALUES ('c', 'error_observed', 'what it says', '%1', 0)"_s.arg(id));
    const ForgetRequest request {.id = id, .topic = {}, .force = false, .agentId = {}, .dryRun = false};
    VERIFY_OK(m_hub->write({}, [=](UnitOfWork &work) { return forget(work, request); }).result());
    m_clock->advance(days * msPerDay);
    const auto report = run();
    QCOMPARE(report.trashPurged, purged);
    QVERIFY(stage(report, u"empty_trash"_s).status == (setting > 0 ? StageStatus::Ok : StageStatus::Skipped));
    QCOMPARE(number(u"SELECT count(*) FROM fragments"_s), 2 - purged);
    QCOMPARE(number(u"SELECT count(*) FROM case_events"_s), 1 - purged); // its words are gone with it
}

void UpkeepTest::touchesAndCountsNothingOfAnotherKey()
{
    open(30);
    const auto alice = test::keyed(u"alice"_s);
    put(u"A procedure of another key, in three steps."_s, FragmentType::Procedure, alice);
    const auto trashed = put(u"A memory of another key in its trash."_s, FragmentType::Fact, alice);
    const ForgetRequest request {.id = trashed, .topic = {}, .force = false, .agentId = {}, .dryRun = false};
    VERIFY_OK(m_hub->write(alice, [=](UnitOfWork &work) { return forget(work, request); }).result());
    sql(u"UPDATE fragments SET utility_score = 0.1, importance = 0.1"_s);
    sql(u"INSERT INTO search_events (id, key_id, search_path, query_type, result_count, created_at) "
        "VALUES (1, 'alice', '', 'text', 0, 0)"_s);
    m_clock->advance(100 * msPerDay);
    const auto his = run(test::keyed(u"bob"_s));
    for (const auto &one : his.stages)
        QCOMPARE(one.affected, 0);
    QVERIFY(his.gcCandidatesByType.isEmpty());
    QVERIFY(his.staleFragments.isEmpty());
    QCOMPARE(number(u"SELECT count(*) FROM fragments"_s), 2);
    const auto hers = run(alice);
    QCOMPARE(hers.ttlTransitions, 1);
    QCOMPARE(hers.trashPurged, 1);
    QCOMPARE(hers.searchEventsGarbageCollected, 1);
    QCOMPARE(hers.staleFragments.size(), 1);
    QCOMPARE(hers.gcCandidatesByType, QJsonObject({{u"procedure"_s, 1}}));
}

void UpkeepTest::letsRunsWaitForEachOther()
{
    const auto first = m_hub->upkeep().run({});
    const auto second = m_hub->upkeep().run({});
    VERIFY_OK(first.result());
    VERIFY_OK(second.result());
    QVERIFY(!first.result()->queued);
    QVERIFY(second.result()->queued || second.result()->queueWaitMs == 0); // unless the first was done at once
    QVERIFY(!run().queued);
}

void UpkeepTest::stopsWhenItIsTakenBack()
{
    const auto report = m_hub->upkeep().run({}, [] { return true; }).result();
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    m_hub->upkeep().run({}); // the hub may go while one is on its way
    m_hub.reset();
}

QTEST_GUILESS_MAIN(UpkeepTest)
#include "tst_upkeep.moc"
