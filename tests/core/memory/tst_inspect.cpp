// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/inspect.h"
#include "core/memory/link.h"
#include "tests/support/memorybench.h"

using namespace hub;

class InspectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsTheFragmentAndItsStrongestLinksFirst();
    void hidesLinksToWhatTheCallerMayNotRead();
    void saysWhenThereIsNone();
    void showsWhatOtherAgentsOfTheKeyStored();
};

void InspectTest::showsTheFragmentAndItsStrongestLinksFirst()
{
    test::MemoryBench bench;
    const auto id = bench.store(u"The gate stands at the end of the garden."_s);
    const auto weak = bench.store(u"The garden is behind the yellow house."_s);
    const auto strong = bench.store(u"The gate code changes on the first of May."_s);
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = id, .toId = weak, .agentId = {}, .weight = 0.2}));
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = strong, .toId = id, .agentId = {}, .weight = 0.9}));
    auto work = bench.work();
    const auto detail = inspect(work, id);
    VERIFY_OK(detail);
    QCOMPARE(toJson(detail->fragment), toJson(bench.row(id)));
    QCOMPARE(detail->links.size(), 2);
    QCOMPARE(detail->links[0].otherId, strong);
    QCOMPARE(detail->links[0].otherContent, u"The gate code changes on the first of May."_s);
    QVERIFY(!detail->links[0].outgoing);
    QCOMPARE(detail->links[1].otherId, weak);
    QVERIFY(detail->versions.isEmpty());
}

void InspectTest::hidesLinksToWhatTheCallerMayNotRead()
{
    test::MemoryBench bench;
    const auto own = bench.store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    const auto foreign = bench.store(u"A memory that belongs to the key b."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"b"_s));
    VERIFY_OK(bench.write(hub::link, LinkRequest {.fromId = own, .toId = foreign, .agentId = {}})); // by the master key
    auto work = bench.work(test::keyed(u"a"_s));
    QVERIFY(inspect(work, own)->links.isEmpty());
    auto friendly = test::keyed(u"a"_s);
    friendly.groupKeyIds = {u"b"_s};
    auto both = bench.work(friendly);
    QCOMPARE(inspect(both, own)->links.size(), 1);
    VERIFY_OK(inspect(both, foreign)); // a group may read
}

void InspectTest::saysWhenThereIsNone()
{
    test::MemoryBench bench;
    const auto foreign = bench.store(u"A memory that belongs to the key b."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"b"_s));
    auto work = bench.work(test::keyed(u"a"_s));
    for (const auto &id : {foreign, u"frag-none"_s, QString()}) {
        const auto detail = inspect(work, id);
        QVERIFY(!detail);
        QCOMPARE(detail.error().code, ErrorCode::NotFound);
        QCOMPARE(detail.error().message, u"Fragment not found or no permission"_s); // the same for both
    }
}

void InspectTest::showsWhatOtherAgentsOfTheKeyStored()
{
    test::MemoryBench bench;
    RememberRequest request;
    request.content = u"A memory of one agent of the key a."_s;
    request.topic = u"lab"_s;
    request.agentId = u"agent-7"_s;
    const auto id = *bench.write(remember, request, test::keyed(u"a"_s))->id;
    auto work = bench.work(test::keyed(u"a"_s));
    VERIFY_OK(inspect(work, id));
}

QTEST_GUILESS_MAIN(InspectTest)
#include "tst_inspect.moc"
