// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/forget.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/inspect.h"
#include "core/memory/link.h"
#include "core/memory/stats.h"
#include "core/search/context.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

#include <QSignalSpy>

using namespace hub;

class ForgetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasThreeOutcomes();
    void needsAnIdOrATopic();
    void forgetsWholeTopics();
    void forgetsMoreThanATopicUsuallyHolds();
    void triesWithoutChanging();
    void triesATopicWithoutChanging();
    void forgetsOnlyWhatTheCallerOwns();
    void hidesWhatIsInTheTrashFromEverything();
    void bringsEverythingBack();
    void leavesInTheTrashWhatWasStoredAgain();
    void restoresASupersededOneBesideItsTwin();
    void restoresOnlyWhatTheCallerOwns();
    void deletesAtOnceWhenToldSo();

private:
    static ForgetRequest byId(const QString &id, bool force = false)
    {
        ForgetRequest request;
        request.id = id;
        request.force = force;
        return request;
    }
    static ForgetRequest byTopic(const QString &topic, bool force = false)
    {
        ForgetRequest request;
        request.topic = topic;
        request.force = force;
        return request;
    }
    static int recalled(test::MemoryBench &bench, const QString &keyword)
    {
        RecallRequest request;
        request.keywords = {keyword};
        request.includeSuperseded = true;
        request.includeLinks = false;
        const auto answer = bench.read(recall, request);
        return answer ? answer->count : -1;
    }
    static RestoreAnswer restored(test::MemoryBench &bench, const QStringList &ids, const Principal &caller = {})
    {
        auto answer = bench.write(restore, ids, caller);
        return answer ? *answer : RestoreAnswer {.restored = -1, .conflicting = {answer.error().message}};
    }
};

void ForgetTest::hasThreeOutcomes()
{
    test::MemoryBench bench;
    const auto fact = bench.store(u"The backup job runs every night at two."_s);
    const auto deleted = bench.write(forget, byId(fact));
    VERIFY_OK(deleted);
    QCOMPARE(toJson(*deleted), (QJsonObject {{u"success"_s, true}, {u"deleted"_s, 1}}));
    QCOMPARE(deleted->ids, QStringList {fact});

    const auto preference
        = bench.store(u"Answers are wanted in Korean at all times."_s, u"style"_s, FragmentType::Preference);
    QCOMPARE(toJson(*bench.write(forget, byId(preference))),
        (QJsonObject {{u"success"_s, true}, {u"deleted"_s, 0}, {u"protected"_s, 1},
            {u"reason"_s, u"permanent 파편은 force 옵션 필요"_s}}));
    QCOMPARE(
        toJson(*bench.write(forget, byId(preference, true))), (QJsonObject {{u"success"_s, true}, {u"deleted"_s, 1}}));

    const QJsonObject missing {
        {u"success"_s, true}, {u"deleted"_s, 0}, {u"error"_s, u"Fragment not found or no permission"_s}};
    QCOMPARE(toJson(*bench.write(forget, byId(u"frag-none"_s))), missing);
    QCOMPARE(toJson(*bench.write(forget, byId(fact))), missing); // a second time
    QCOMPARE(toJson(*bench.write(forget, byTopic(u"no such topic"_s))), missing);
}

void ForgetTest::needsAnIdOrATopic()
{
    test::MemoryBench bench;
    bench.store(u"The backup job runs every night at two."_s);
    auto blank = byId(u" "_s);
    blank.topic = u"\t"_s;
    for (const auto &request : {ForgetRequest {}, blank}) {
        const auto answer = bench.write(forget, request);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
    }
    QCOMPARE(bench.lexical.size(), 1);
}

void ForgetTest::forgetsWholeTopics()
{
    test::MemoryBench bench;
    for (int i = 0; i < 3; ++i)
        bench.store(u"Fact number %1 about the door."_s.arg(i), u"문"_s);
    bench.store(u"A preference about the colour of the door."_s, u"문"_s, FragmentType::Preference);
    const auto other = bench.store(u"Something else in another topic."_s, u"window"_s);
    const auto answer = bench.write(forget, byTopic(u" 문 "_s.normalized(QString::NormalizationForm_D)));
    VERIFY_OK(answer);
    QCOMPARE(answer->deleted, 3);
    QCOMPARE(answer->protectedCount, 1);
    QCOMPARE(answer->reason, u"permanent 파편은 force 옵션 필요"_s);
    auto both = byTopic(u"문"_s, true);
    both.id = other;
    QCOMPARE(bench.write(forget, both)->deleted, 2);
    QCOMPARE(bench.lexical.size(), 0);
}

void ForgetTest::forgetsMoreThanATopicUsuallyHolds()
{
    test::MemoryBench bench;
    constexpr int many = 10'050;
    VERIFY_OK(bench.database.runScript(
        u"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "
        u"INSERT INTO fragments (id, content, topic, type, content_hash, created_at) "
        u"SELECT 'frag-' || i, 'imported line ' || i, 'bulk', 'fact', 'hash-' || i, i FROM n"_s.arg(many)));
    const auto answer = bench.write(forget, byTopic(u"bulk"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->deleted, many);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments WHERE deleted_at IS NULL"_s), 0);
}

void ForgetTest::triesWithoutChanging()
{
    test::MemoryBench bench;
    const auto fact = bench.store(u"The backup job runs every night at two."_s);
    const auto preference
        = bench.store(u"Answers are wanted in Korean at all times."_s, u"style"_s, FragmentType::Preference);
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = fact, .toId = preference, .agentId = {}}));
    auto request = byId(fact);
    request.dryRun = true;
    const auto would = bench.write(forget, request);
    VERIFY_OK(would);
    QCOMPARE(would->dryRun, true);
    QCOMPARE(would->simulated->fragment->id, fact);
    QVERIFY(would->simulated->fragment->ttlTier == TtlTier::Warm);
    QCOMPARE(would->simulated->linkedCount, 1);
    QCOMPARE(would->simulated->wouldDelete, 1);
    QVERIFY(toJson(*would)[u"simulated"_s][u"reason"_s].isNull());
    request.id = preference;
    const auto protectedOne = bench.write(forget, request);
    QCOMPARE(protectedOne->simulated->wouldDelete, 0);
    QCOMPARE(protectedOne->simulated->wouldProtect, 1);
    QVERIFY(protectedOne->simulated->reason);
    request.id = u"frag-none"_s;
    QVERIFY(bench.write(forget, request)->error);
    QCOMPARE(bench.lexical.size(), 2);
}

void ForgetTest::triesATopicWithoutChanging()
{
    test::MemoryBench bench;
    for (int i = 0; i < 3; ++i)
        bench.store(u"Fact number %1 about the door."_s.arg(i), u"door"_s);
    bench.store(u"A preference about the colour of the door."_s, u"door"_s, FragmentType::Preference);
    auto request = byTopic(u"door"_s);
    request.dryRun = true;
    const auto would = bench.write(forget, request);
    VERIFY_OK(would);
    QCOMPARE(would->simulated->fragments->size(), 4);
    QCOMPARE(would->simulated->wouldDelete, 3);
    QCOMPARE(would->simulated->wouldProtect, 1);
    QVERIFY(would->ids.isEmpty());
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments WHERE deleted_at IS NULL"_s), 4);
    QCOMPARE(bench.lexical.size(), 4);
    QCOMPARE(recalled(bench, u"door"_s), 4);
}

void ForgetTest::forgetsOnlyWhatTheCallerOwns()
{
    test::MemoryBench bench;
    const auto id
        = bench.store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    auto group = test::keyed(u"b"_s);
    group.groupKeyIds = {u"a"_s};
    QVERIFY(bench.write(forget, byId(id), group)->error);
    QVERIFY(bench.write(forget, byTopic(u"lab"_s), group)->error);
    RememberRequest ofAgent;
    ofAgent.content = u"A memory of one agent of the key a."_s;
    ofAgent.topic = u"lab"_s;
    ofAgent.agentId = u"agent-7"_s;
    VERIFY_OK(bench.write(remember, ofAgent, test::keyed(u"a"_s)));
    QCOMPARE(bench.write(forget, byTopic(u"lab"_s), test::keyed(u"a"_s))->deleted, 1);
    QCOMPARE(bench.lexical.size(), 1);
}

void ForgetTest::hidesWhatIsInTheTrashFromEverything()
{
    test::MemoryBench bench;
    const auto kept = bench.store(u"The gate stands at the end of the garden."_s, u"door"_s);
    RememberRequest request;
    request.content = u"Ghost probe item for deletion, an error."_s;
    request.topic = u"ghost"_s;
    request.type = FragmentType::Error;
    request.isAnchor = true;
    request.idempotencyKey = u"ghost-1"_s;
    request.linkedTo = {kept};
    const auto ghost = *bench.write(remember, request)->id;
    QSignalSpy forgotten(&bench.events, &Events::fragmentsForgotten);
    VERIFY_OK(bench.write(forget, byId(ghost, true)));
    QCOMPARE(forgotten.count(), 1);
    QCOMPARE(forgotten[0][0].toStringList(), QStringList {ghost});

    QCOMPARE(recalled(bench, u"ghost"_s), 0);
    RecallRequest linked;
    linked.keywords = {u"gate"_s};
    const auto near = bench.read(recall, linked);
    QCOMPARE(near->count, 1);
    QVERIFY(near->fragments.constFirst().linked.isEmpty());
    ContextRequest start;
    start.types = {FragmentType::Error};
    const auto known = bench.read(context, start);
    QCOMPARE(known->count, 0);
    auto work = bench.work();
    const auto stats = memoryStats(work);
    QCOMPARE(stats->total, 1);
    QCOMPARE(stats->inTrash, 1);
    QCOMPARE(stats->anchors, 0);
    QCOMPARE(stats->links, 0);
    QCOMPARE(stats->topTopics.size(), 1);
    QVERIFY(!inspect(work, ghost));
    QVERIFY(inspect(work, kept)->links.isEmpty());
    AmendRequest change;
    change.id = ghost;
    change.importance = 0.4;
    QCOMPARE(bench.write(amend, change)->error, u"Fragment not found or no permission"_s);
    QVERIFY(bench.write(hub::link, LinkRequest {.fromId = kept, .toId = ghost, .agentId = {}})->error);
    auto simulated = request;
    simulated.dryRun = true;
    QCOMPARE(bench.write(remember, simulated)->simulated->quota.used, 1);
    QVERIFY(bench.write(remember, simulated)->simulated->conflicts.isEmpty());
    const auto again = bench.write(remember, request); // neither its text nor its key is in the way
    VERIFY_OK(again);
    QVERIFY(*again->id != ghost && !again->existing && !again->idempotent);
}

void ForgetTest::bringsEverythingBack()
{
    test::MemoryBench bench;
    const auto kept = bench.store(u"The gate stands at the end of the garden."_s, u"door"_s);
    const auto id = bench.store(u"Restorable turnstile probe of the lab."_s);
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = id, .toId = kept, .agentId = {}}));
    AmendRequest change;
    change.id = id;
    change.importance = 0.4;
    VERIFY_OK(bench.write(amend, change));
    const auto before = bench.row(id);
    const auto indexed = bench.lexical.attributes(before.seq);
    VERIFY_OK(bench.write(forget, byId(id)));
    QVERIFY(!bench.lexical.attributes(before.seq));
    QSignalSpy back(&bench.events, &Events::fragmentsRestored);
    QCOMPARE(restored(bench, {id, u"frag-none"_s, id}).restored, 1);
    QCOMPARE(back.count(), 1);
    QCOMPARE(recalled(bench, u"turnstile"_s), 1);
    QCOMPARE(toJson(bench.row(id)), toJson(before));
    QVERIFY(bench.lexical.attributes(before.seq) == indexed);
    auto work = bench.work();
    const auto detail = inspect(work, id);
    VERIFY_OK(detail);
    QCOMPARE(detail->links.size(), 1);
    QCOMPARE(detail->versions.size(), 1);
    LexicalIndex reloaded;
    VERIFY_OK(loadIndex(bench.database, reloaded));
    QVERIFY(reloaded.attributes(before.seq));
}

void ForgetTest::leavesInTheTrashWhatWasStoredAgain()
{
    test::MemoryBench bench;
    RememberRequest request;
    request.content = u"The gate code changes on the first of May."_s;
    request.topic = u"door"_s;
    request.idempotencyKey = u"retry-1"_s;
    const auto first = *bench.write(remember, request)->id;
    VERIFY_OK(bench.write(forget, byId(first)));
    const auto again = *bench.write(remember, request)->id;
    QCOMPARE(restored(bench, {first}).conflicting, QStringList {first});
    VERIFY_OK(bench.write(forget, byId(again)));
    request.content = u"Another text under the same idempotency key."_s;
    VERIFY_OK(bench.write(remember, request));
    const auto other = bench.store(u"A third one that nothing stands in the way of."_s);
    VERIFY_OK(bench.write(forget, byId(other)));
    const auto answer = restored(bench, {first, other});
    QCOMPARE(answer.conflicting, QStringList {first});
    QCOMPARE(answer.restored, 1);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments WHERE deleted_at IS NOT NULL"_s), 2);
}

void ForgetTest::restoresASupersededOneBesideItsTwin()
{
    test::MemoryBench bench;
    const auto old = bench.store(u"The gate code changes on the first of May."_s, u"door"_s);
    RememberRequest next;
    next.content = u"The gate code changes on the first of June."_s;
    next.topic = u"door"_s;
    next.supersedes = {old};
    VERIFY_OK(bench.write(remember, next));
    VERIFY_OK(bench.write(forget, byId(old)));
    const auto twin = bench.store(u"The gate code changes on the first of May."_s, u"door"_s);
    QVERIFY(!twin.isEmpty());
    QCOMPARE(restored(bench, {old}).restored, 1);
    QVERIFY(bench.row(old).validTo);
    QCOMPARE(recalled(bench, u"may"_s), 2);
}

void ForgetTest::restoresOnlyWhatTheCallerOwns()
{
    test::MemoryBench bench;
    const auto id
        = bench.store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    VERIFY_OK(bench.write(forget, byId(id), test::keyed(u"a"_s)));
    QCOMPARE(restored(bench, {id}, test::keyed(u"b"_s)).restored, 0);
    QCOMPARE(restored(bench, {id}, test::keyed(u"a"_s)).restored, 1);
}

void ForgetTest::deletesAtOnceWhenToldSo()
{
    test::MemoryBench bench;
    bench.services.memory.deleteAtOnce = true;
    const auto kept = bench.store(u"The gate stands at the end of the garden."_s, u"door"_s);
    const auto id = bench.store(u"Restorable turnstile probe of the lab."_s);
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = id, .toId = kept, .agentId = {}}));
    VERIFY_OK(bench.write(forget, byId(id)));
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 1);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_links"_s), 0);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_terms"_s), 1);
    QCOMPARE(restored(bench, {id}).restored, 0);
    QCOMPARE(bench.lexical.size(), 1);
}

QTEST_GUILESS_MAIN(ForgetTest)
#include "tst_forget.moc"
