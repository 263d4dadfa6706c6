// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/inspect.h"
#include "core/memory/remember.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

using namespace hub;

/// What `supersedes` and `linkedTo` do to other fragments.
class SupersedeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsTheOldOne();
    void leavesNothingWhenOneIsUnknown();
    void supersedesOnlyWhatTheCallerOwns();
    void neverHalvesTwice();
    void linksWhatIsThereAndWarnsOfWhatIsNot();
    void replacesByAmending();
    void refusesToReplaceByTheSameText();
    void needsATextToReplaceBy();
    void tellsRecallBothSides();

private:
    static RememberRequest successor(const QStringList &supersedes)
    {
        RememberRequest request;
        request.content = u"The gate code changes on the first of June."_s;
        request.topic = u"door"_s;
        request.supersedes = supersedes;
        return request;
    }
    static QString storeOld(test::MemoryBench &bench, const Principal &caller = {})
    {
        return bench.store(u"The gate code changes on the first of May."_s, u"door"_s, FragmentType::Fact, caller);
    }
};

void SupersedeTest::endsTheOldOne()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    const auto other = bench.store(u"Another old truth about the garden gate."_s, u"door"_s);
    bench.clock.advance(5000);
    const auto answer = bench.write(remember, successor({old, other, old}));
    VERIFY_OK(answer);
    for (const auto &id : {old, other}) {
        const auto row = bench.row(id);
        QCOMPARE(row.validTo, bench.clock.now());
        QCOMPARE(row.importance, 0.25);
        const auto attributes = bench.lexical.attributes(row.seq);
        QVERIFY(attributes);
        QCOMPARE(attributes->validToMs, bench.clock.now().ms);
        QCOMPARE(attributes->importance, 0.25F);
    }
    auto work = bench.work();
    const auto detail = inspect(work, old);
    VERIFY_OK(detail);
    QCOMPARE(detail->links.size(), 1);
    QCOMPARE(detail->links.constFirst().otherId, *answer->id);
    QVERIFY(detail->links.constFirst().relationType == RelationType::SupersededBy);
    QVERIFY(detail->links.constFirst().outgoing);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_links"_s), 2);
}

void SupersedeTest::leavesNothingWhenOneIsUnknown()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    const auto answer = bench.write(remember, successor({old, u"frag-none"_s}));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::NotFound);
    QVERIFY(answer.error().message.contains(u"frag-none"_s));
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 1);
    QCOMPARE(bench.lexical.size(), 1);
    QVERIFY(!bench.row(old).validTo);
}

void SupersedeTest::supersedesOnlyWhatTheCallerOwns()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench, test::keyed(u"a"_s));
    auto friendly = test::keyed(u"b"_s);
    friendly.groupKeyIds = {u"a"_s}; // may read it, no more
    const auto refused = bench.write(remember, successor({old}), friendly);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotFound);
    QVERIFY(!bench.row(old).validTo);
    VERIFY_OK(bench.write(remember, successor({old}), test::keyed(u"a"_s)));
    QVERIFY(bench.row(old).validTo);
}

void SupersedeTest::neverHalvesTwice()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    VERIFY_OK(bench.write(remember, successor({old})));
    const auto ended = bench.row(old);
    bench.clock.advance(1000);
    auto again = successor({old});
    again.content = u"The gate code changes on the first of July."_s;
    VERIFY_OK(bench.write(remember, again));
    QCOMPARE(bench.row(old).validTo, ended.validTo);
    QCOMPARE(bench.row(old).importance, ended.importance);
    auto light = successor({});
    light.content = u"A memory of the least weight there is."_s;
    light.importance = 0.0;
    const auto lightId = *bench.write(remember, light)->id;
    auto next = successor({lightId});
    next.content = u"The gate code changes on the first of August."_s;
    VERIFY_OK(bench.write(remember, next));
    QCOMPARE(bench.row(lightId).importance, 0.05); // the floor
}

void SupersedeTest::linksWhatIsThereAndWarnsOfWhatIsNot()
{
    test::MemoryBench bench;
    const auto other = bench.store(u"The gate stands at the end of the garden."_s);
    const auto foreign = bench.store(u"A memory that belongs to another key."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"b"_s));
    auto request = successor({});
    request.linkedTo = {other, u"no-such-id"_s, foreign};
    const auto caller = test::keyed(u"a"_s);
    const auto own = bench.store(u"A memory that belongs to this very key."_s, u"lab"_s, FragmentType::Fact, caller);
    request.linkedTo += own;
    const auto answer = bench.write(remember, request, caller);
    VERIFY_OK(answer);
    QCOMPARE(answer->warnings->size(), 3);
    for (const auto &id : {other, u"no-such-id"_s, foreign})
        QVERIFY2(answer->warnings->join(u' ').contains(id), qPrintable(id));
    auto work = bench.work(caller);
    const auto detail = inspect(work, *answer->id);
    VERIFY_OK(detail);
    QCOMPARE(detail->links.size(), 1);
    QCOMPARE(detail->links.constFirst().otherId, own);
    QVERIFY(detail->links.constFirst().relationType == RelationType::Related);
    request.linkedTo = {*answer->id}; // the same text again: it would link itself
    VERIFY_OK(bench.write(remember, request, caller));
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_links"_s), 1);
}

void SupersedeTest::replacesByAmending()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    AmendRequest request;
    request.id = old;
    request.content = u"The gate code changes on the first of June."_s;
    request.supersedes = true;
    const auto answer = bench.write(amend, request);
    VERIFY_OK(answer);
    QVERIFY(answer->success);
    QCOMPARE(answer->updated, true);
    QCOMPARE(answer->supersededId, old);
    QVERIFY(answer->fragment->id != old);
    const auto next = bench.row(answer->fragment->id);
    QCOMPARE(next.content, *request.content);
    QCOMPARE(next.topic, u"door"_s);
    QCOMPARE(next.importance, 0.5);
    QVERIFY(!next.validTo);
    QCOMPARE(bench.row(old).content, u"The gate code changes on the first of May."_s);
    QCOMPARE(bench.row(old).importance, 0.25);
    QVERIFY(bench.row(old).validTo);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_links WHERE relation_type = 'superseded_by'"_s), 1);
}

void SupersedeTest::refusesToReplaceByTheSameText()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    AmendRequest request;
    request.id = old;
    request.content = u" The gate code changes on the first of May.\n"_s;
    request.supersedes = true;
    const auto answer = bench.write(amend, request);
    VERIFY_OK(answer);
    QVERIFY(!answer->success);
    QCOMPARE(answer->merged, true);
    QCOMPARE(answer->existingId, old);
    QVERIFY(!bench.row(old).validTo);
}

void SupersedeTest::needsATextToReplaceBy()
{
    test::MemoryBench bench;
    AmendRequest request;
    request.id = storeOld(bench);
    request.topic = u"garden"_s;
    request.supersedes = true;
    const auto answer = bench.write(amend, request);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
    QCOMPARE(bench.row(request.id).topic, u"door"_s);
}

void SupersedeTest::tellsRecallBothSides()
{
    test::MemoryBench bench;
    const auto old = storeOld(bench);
    const auto before = bench.clock.now();
    bench.clock.advance(msPerDay);
    const auto next = *bench.write(remember, successor({old}))->id;
    RecallRequest question;
    question.keywords = {u"gate"_s};
    const auto ids = [&](const RecallRequest &request) {
        QStringList found;
        const auto answer = bench.read(recall, request);
        for (const auto &fragment : answer ? answer->fragments : QList<RecalledFragment>())
            found += fragment.id;
        found.sort();
        return found;
    };
    QCOMPARE(ids(question), QStringList {next});
    question.asOf = before.toIso();
    QCOMPARE(ids(question), QStringList {old});
    question.asOf.reset();
    question.includeSuperseded = true;
    auto both = QStringList {old, next};
    both.sort();
    QCOMPARE(ids(question), both);
}

QTEST_GUILESS_MAIN(SupersedeTest)
#include "tst_supersede.moc"
