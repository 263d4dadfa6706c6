// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/access.h"
#include "core/memory/fragmentrepository.h"
#include "tests/support/memorybench.h"

#include <QRandomGenerator>

using namespace hub;

class AccessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysTheSameInEveryPlace();
    void seesNothingOfOthersBeforeItHasAnythingOfItsOwn();
    void readsNamesAsTheyAreStored();
    void showsThePersonEveryAgent();
};

namespace {

struct Case {
    Principal caller;
    std::optional<QString> agent;
    std::optional<QString> workspace;
    bool peers = false;
};

// The rule once more, as plainly as it can be said.

bool sameAgent(const Case &c, const Fragment &f)
{
    return c.caller.seesAllAgents || f.agentId == u"default" || f.agentId == c.agent.value_or(u"default"_s);
}

bool mayRead(const Case &c, const Fragment &f)
{
    const bool key = c.caller.isMaster() || f.keyId == c.caller.keyId || (f.keyId && c.caller.groupKeyIds.contains(*f.keyId));
    const auto wanted = c.workspace ? c.workspace : c.caller.defaultWorkspace;
    const bool workspace = !wanted || !f.workspace || f.workspace == wanted;
    return key && workspace && (c.peers || sameAgent(c, f));
}

bool mayChange(const Case &c, const Fragment &f)
{
    return (c.caller.isMaster() || f.keyId == c.caller.keyId) && sameAgent(c, f);
}

/// Values of every kind at random, always the same ones.
class Dice
{
public:
    QString any(const QStringList &of) { return of[m_random.bounded(int(of.size()))]; }
    std::optional<QString> maybe(const QStringList &of)
    {
        const auto one = any(of + QStringList {QString()});
        return one.isEmpty() ? std::nullopt : std::optional(one);
    }
    bool once(int in) { return m_random.bounded(in) == 0; }

    Case next()
    {
        Case c;
        c.caller.keyId = maybe(keys).value_or(QString());
        for (const auto &key : keys) {
            if (once(4) && key != c.caller.keyId)
                c.caller.groupKeyIds += key;
        }
        c.caller.defaultWorkspace = once(2) ? maybe(workspaces) : std::nullopt;
        c.caller.seesAllAgents = once(8);
        c.agent = maybe(agents);
        c.workspace = once(2) ? maybe(workspaces) : std::nullopt;
        c.peers = once(4);
        return c;
    }

    // The last of each belongs to no fragment.
    const QStringList keys {u"k1"_s, u"k2"_s, u"k3"_s, u"k-none"_s};
    const QStringList workspaces {u"w1"_s, u"작업"_s, u"w-none"_s};
    const QStringList agents {u"default"_s, u"a1"_s, u"a2"_s, u"a-none"_s};

private:
    QRandomGenerator m_random {4711};
};

QList<Fragment> storeSome(test::MemoryBench &bench, Dice &dice)
{
    QList<Fragment> all;
    for (int i = 0; i < 120; ++i) {
        RememberRequest request;
        request.content = u"Fragment number %1 of somebody somewhere."_s.arg(i);
        request.topic = u"t"_s;
        request.workspace = dice.maybe(dice.workspaces.mid(0, 2));
        request.agentId = dice.maybe(dice.agents.mid(0, 3));
        const auto stored = bench.write(remember, request, test::keyed(dice.maybe(dice.keys.mid(0, 3)).value_or(QString())));
        all += bench.row(stored ? stored->id.value_or(QString()) : QString());
    }
    return all;
}

QSet<qint64> seqsOf(const QList<Fragment> &fragments)
{
    QSet<qint64> seqs;
    for (const auto &fragment : fragments)
        seqs += fragment.seq;
    return seqs;
}

} // namespace

void AccessTest::saysTheSameInEveryPlace()
{
    test::MemoryBench bench;
    Dice dice;
    const auto all = storeSome(bench, dice);
    QCOMPARE(all.size(), 120);
    const auto seqs = seqsOf(all).values();
    qsizetype seen = 0;
    for (int i = 0; i < 400; ++i) {
        const auto c = dice.next();
        auto work = bench.work(c.caller);
        const auto reading = Access::of(c.caller, c.agent, c.workspace, c.peers);
        const auto changing = Access::of(c.caller, c.agent);
        QList<Fragment> readable;
        QList<Fragment> changeable;
        for (const auto &fragment : all) {
            if (mayRead(c, fragment))
                readable += fragment;
            if (mayChange(c, fragment))
                changeable += fragment;
        }
        const auto inStore = FragmentRepository(work).bySeqs(seqs, reading);
        VERIFY_OK(inStore);
        QCOMPARE(seqsOf(*inStore), seqsOf(readable));
        QSet<qint64> inIndex;
        bench.lexical.forEach(reading.visible(bench.lexical.names()), [&](const DocumentAttributes &d) { inIndex += d.seq; });
        QCOMPARE(inIndex, seqsOf(readable));
        auto owned = bench.database.prepareNamed(u"memory/fragments_of_topic");
        VERIFY_OK(owned);
        const auto mine = changing.bindOwned(owned->set(":topic"_L1, u"t"_s)).all<Fragment>();
        VERIFY_OK(mine);
        QCOMPARE(seqsOf(*mine), seqsOf(changeable));
        seen += readable.size();
    }
    QVERIFY(seen > 1000); // the cases are not all empty ones
}

void AccessTest::seesNothingOfOthersBeforeItHasAnythingOfItsOwn()
{
    test::MemoryBench bench;
    bench.store(u"A memory of the master key, unscoped."_s);
    auto work = bench.work(test::keyed(u"new"_s));
    const auto access = Access::of(work.caller());
    int seen = 0;
    bench.lexical.forEach(access.visible(bench.lexical.names()), [&](const DocumentAttributes &) { ++seen; });
    QCOMPARE(seen, 0);
}

void AccessTest::readsNamesAsTheyAreStored()
{
    Principal caller = test::keyed(u"k"_s);
    caller.defaultWorkspace = u"home"_s;
    QCOMPARE(Access::of(caller, u" agent-7 "_s, u" 작업 "_s.normalized(QString::NormalizationForm_D)).agent(), u"agent-7"_s);
    QCOMPARE(Access::of(caller, {}, u" 작업 "_s.normalized(QString::NormalizationForm_D)).workspace(), u"작업"_s);
    QCOMPARE(Access::of(caller, u" "_s, u" "_s).agent(), u"default"_s);
    QCOMPARE(Access::of(caller, {}, u" "_s).workspace(), u"home"_s); // a blank is as good as absent
    QCOMPARE(Access::of(caller).ownKey(), u"k"_s);
    QVERIFY(!Access::of(Principal {}).ownKey());
}

void AccessTest::showsThePersonEveryAgent()
{
    test::MemoryBench bench;
    RememberRequest request;
    request.content = u"A memory of one agent of master."_s;
    request.topic = u"t"_s;
    request.agentId = u"a1"_s;
    const auto id = *bench.write(remember, request)->id;
    Principal person;
    person.seesAllAgents = true;
    auto work = bench.work(person);
    QVERIFY(FragmentRepository(work).owned(id, Access::of(person))->has_value());
    QVERIFY(!FragmentRepository(work).owned(id, Access::of(Principal {}))->has_value());
}

QTEST_GUILESS_MAIN(AccessTest)
#include "tst_access.moc"
