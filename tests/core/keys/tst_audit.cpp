// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/audittrail.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

#include <QJsonDocument>

using namespace hub;

class AuditTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesWhoDidWhatAndFromWhere();
    void takesBackWhatAFailedChangeDid();
    void findsByEveryFilter_data();
    void findsByEveryFilter();
    void turnsPages();
    void letsGoOfWhatIsOld();
    void isOnlyAddedTo();

private:
    QList<AuditLine> lines(const AuditRequest &request)
    {
        const auto page = m_bench.read(auditTrail, request);
        return page ? page->entries : QList<AuditLine>();
    }

    test::MemoryBench m_bench;
};

namespace {

Principal agent(const QString &id, const QString &client, const QString &address)
{
    auto caller = test::keyed(id);
    caller.client = client;
    caller.address = address;
    return caller;
}

} // namespace

void AuditTest::writesWhoDidWhatAndFromWhere()
{
    const auto caller = agent(u"key-1"_s, u"Claude Code"_s, u"127.0.0.1"_s);
    const auto a = m_bench.store(u"The gateway answers 502 since noon."_s, u"lab"_s, FragmentType::Error, caller);
    m_bench.clock.advance(msPerHour);
    const auto b = m_bench.store(u"The upstream port was set right again."_s, u"lab"_s, FragmentType::Fact, caller);
    LinkRequest joined;
    joined.fromId = a;
    joined.toId = b;
    joined.relationType = LinkRelation::ResolvedBy;
    VERIFY_OK(m_bench.write(link, joined, caller));
    const auto found = lines({});
    QCOMPARE(found.size(), 3);
    QVERIFY(found[0].action == AuditAction::Linked);
    QCOMPARE(found[0].target, a);
    QCOMPARE(found[0].detail, QString(u"resolved_by "_s + b));
    QVERIFY(found[2].action == AuditAction::Stored);
    QCOMPARE(found[2].target, a);
    QCOMPARE(found[2].keyId.value_or(QString()), u"key-1"_s);
    QCOMPARE(found[2].keyName, u"key-1"_s);
    QCOMPARE(found[2].client, u"Claude Code"_s);
    QCOMPARE(found[2].address, u"127.0.0.1"_s);
    QCOMPARE(found[1].at.ms - found[2].at.ms, msPerHour);
    QVERIFY(!QJsonDocument(toJson(AuditPage {.entries = found, .nextBefore = {}})).toJson().contains("gateway"));
}

void AuditTest::takesBackWhatAFailedChangeDid()
{
    const auto before = lines({}).size();
    auto work = m_bench.work();
    const auto failed = m_bench.database.atomically([&]() -> Result<void> {
        HUB_CHECK(noteAudit(m_bench.database, work.caller(), work.now(), {.action = AuditAction::Stored}));
        return Error {ErrorCode::Internal, u"not after all"_s};
    });
    QVERIFY(!failed);
    QCOMPARE(lines({}).size(), before);
}

void AuditTest::findsByEveryFilter_data()
{
    QTest::addColumn<QString>("request");
    QTest::addColumn<int>("found");
    QTest::newRow("all") << u"{}"_s << 6;
    QTest::newRow("a key") << u"{\"key\": \"key-a\"}"_s << 2;
    QTest::newRow("the master key") << u"{\"key\": \"master\"}"_s << 1;
    QTest::newRow("a key that never was") << u"{\"key\": \"nobody\"}"_s << 0;
    QTest::newRow("a client") << u"{\"client\": \"cursor\"}"_s << 2;
    QTest::newRow("an address") << u"{\"address\": \"::1\"}"_s << 1;
    QTest::newRow("an action") << u"{\"action\": \"linked\"}"_s << 1;
    QTest::newRow("two at once") << u"{\"client\": \"cursor\", \"key\": \"key-a\"}"_s << 1;
    QTest::newRow("from a moment on") << u"{\"since\": \"2026-11-30T09:00:00.001Z\"}"_s << 3;
}

void AuditTest::findsByEveryFilter()
{
    QFETCH(QString, request);
    test::MemoryBench bench;
    const auto note = [&](const Principal &caller) {
        return bool(noteAudit(bench.database, caller, bench.clock.now(), {.action = AuditAction::Stored}));
    };
    QVERIFY(note({}));
    bench.clock.set(u"2026-11-30T08:00:00Z"_s);
    QVERIFY(note(agent(u"key-a"_s, u"cursor"_s, u"127.0.0.1"_s)));
    QVERIFY(note(agent(u"key-b"_s, u"cursor"_s, u"127.0.0.1"_s)));
    bench.clock.set(u"2026-11-30T09:30:00Z"_s);
    QVERIFY(note(agent(u"key-a"_s, u"claude"_s, u"::1"_s)));
    QVERIFY(note(agent(u"key-c"_s, u"codex"_s, {})));
    VERIFY_OK(noteAudit(bench.database, agent(u"key-c"_s, u"codex"_s, {}), bench.clock.now(),
        {.action = AuditAction::Linked, .target = u"frag-1"_s}));
    const auto wanted = fromJson<AuditRequest>(QJsonDocument::fromJson(request.toUtf8()).object());
    VERIFY_OK(wanted);
    const auto page = bench.read(auditTrail, *wanted);
    VERIFY_OK(page);
    QTEST(int(page->entries.size()), "found");
}

void AuditTest::turnsPages()
{
    test::MemoryBench bench;
    for (int i = 0; i < 5; ++i)
        VERIFY_OK(noteAudit(bench.database, {}, bench.clock.now(), {.detail = QString::number(i)}));
    AuditRequest request;
    request.limit = 2;
    QString read;
    for (int pages = 0; pages < 3; ++pages) {
        const auto page = bench.read(auditTrail, request);
        VERIFY_OK(page);
        for (const auto &line : page->entries)
            read += line.detail;
        QCOMPARE(page->nextBefore.has_value(), pages < 2);
        request.before = page->nextBefore;
    }
    QCOMPARE(read, u"43210"_s);
}

void AuditTest::letsGoOfWhatIsOld()
{
    test::MemoryBench bench;
    for (int day = 0; day < 4; ++day) {
        VERIFY_OK(noteAudit(bench.database, {}, bench.clock.now(), {.detail = QString::number(day)}));
        bench.clock.advance(msPerDay);
    }
    VERIFY_OK(purgeAudit(bench.database, Timestamp {bench.clock.now().ms - 2 * msPerDay}));
    QCOMPARE(bench.number(u"SELECT count(*) FROM audit_trail"_s), 2);
    QCOMPARE(bench.number(u"SELECT min(detail) FROM audit_trail"_s), 2);
    VERIFY_OK(purgeAudit(bench.database, Timestamp {bench.clock.now().ms + 1}));
    QCOMPARE(bench.number(u"SELECT count(*) FROM audit_trail"_s), 0);
    VERIFY_OK(purgeAudit(bench.database, bench.clock.now())); // of nothing
}

void AuditTest::isOnlyAddedTo()
{
    VERIFY_OK(noteAudit(m_bench.database, {}, m_bench.clock.now(), {}));
    QVERIFY(!m_bench.database.runScript(u"UPDATE audit_trail SET detail = 'x'"_s));
}

QTEST_GUILESS_MAIN(AuditTest)
#include "tst_audit.moc"
