// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"
#include "core/memory/remember.h"
#include "core/memory/workingmemory.h"
#include "core/search/context.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

using namespace hub;

class WorkingMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsANoteForItsSessionOnly();
    void keepsForGoodWhatHasNoSession();
    void tellsWhatBecameOfTheText();
    void dropsTheOldestWhenItIsFull();
    void protectsWhatWeighsMost();
    void keepsTheNewestNoteWhateverItsSize();
    void keepsKeysAndAgentsApart();

private:
    static RememberRequest note(const QString &content, const QString &session = u"s-1"_s)
    {
        RememberRequest request;
        request.content = content;
        request.topic = u"notes"_s;
        request.scope = MemoryScope::Session;
        request.sessionId = session;
        return request;
    }
    static QStringList contents(test::MemoryBench &bench, const QString &session = u"s-1"_s, const Principal &caller = {},
                                const QString &agent = u"default"_s)
    {
        auto work = bench.work(caller);
        QStringList found;
        const auto notes = workingMemory(work, session, agent);
        for (const auto &one : notes ? *notes : QList<Fragment>())
            found += one.content;
        return found;
    }
    static int tokens(const QStringList &contents)
    {
        int sum = 0;
        for (const auto &content : contents)
            sum += estimateTokens(content);
        return sum;
    }
};

namespace {

/// A note of about 60 tokens that begins with its number.
QString numbered(int number) { return u"%1 "_s.arg(number) + u"tokens "_s.repeated(34); }

} // namespace

void WorkingMemoryTest::keepsANoteForItsSessionOnly()
{
    test::MemoryBench bench;
    const auto answer = bench.write(remember, note(u"The user is in a hurry today."_s));
    VERIFY_OK(answer);
    QCOMPARE(*answer->ttlTier, u"session"_s);
    QVERIFY(answer->scope == MemoryScope::Session);
    QCOMPARE(contents(bench), QStringList {u"The user is in a hurry today."_s});
    QVERIFY(contents(bench, u"s-2"_s).isEmpty());
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 0);
    RecallRequest question;
    question.text = u"hurry"_s;
    QCOMPARE(bench.read(recall, question)->count, 0);
    ContextRequest request;
    request.sessionId = u" s-1 "_s;
    QCOMPARE(bench.read(context, request)->wmCount, 1);
}

void WorkingMemoryTest::keepsForGoodWhatHasNoSession()
{
    test::MemoryBench bench;
    auto request = note(u"The user is in a hurry today."_s);
    request.sessionId = u" "_s;
    const auto answer = bench.write(remember, request);
    VERIFY_OK(answer);
    QVERIFY(answer->scope == MemoryScope::Permanent);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 1);
}

void WorkingMemoryTest::tellsWhatBecameOfTheText()
{
    test::MemoryBench bench;
    const auto answer = bench.write(remember, note(QString(u"pwd=x1 " + QString(400, u'a'))));
    VERIFY_OK(answer);
    QCOMPARE(answer->truncated, true);
    QCOMPARE(answer->warnings->size(), 2);
    QVERIFY(contents(bench).constFirst().startsWith(u"pwd=[REDACTED_PASSWORD]"_s));
    QVERIFY(!bench.write(remember, note(u"short"_s))); // the rules are the same
}

void WorkingMemoryTest::dropsTheOldestWhenItIsFull()
{
    test::MemoryBench bench;
    for (int i = 0; i < 20; ++i) {
        VERIFY_OK(bench.write(remember, note(numbered(i))));
        QVERIFY(tokens(contents(bench)) <= workingMemoryTokens);
    }
    const auto kept = contents(bench);
    QVERIFY(kept.size() > 3);
    for (qsizetype i = 0; i < kept.size(); ++i) // newest first, without a gap, although the clock stands
        QVERIFY(kept[i].startsWith(u"%1 "_s.arg(19 - i)));
}

void WorkingMemoryTest::protectsWhatWeighsMost()
{
    test::MemoryBench bench;
    auto weighty = note(numbered(100));
    weighty.type = FragmentType::Preference;
    weighty.importance = 0.9;
    VERIFY_OK(bench.write(remember, weighty));
    for (int i = 0; i < 20; ++i)
        VERIFY_OK(bench.write(remember, note(numbered(i))));
    const auto kept = contents(bench);
    QVERIFY(kept.constLast().startsWith(u"100 "_s));
    QVERIFY(kept.constFirst().startsWith(u"19 "_s));
    QVERIFY(tokens(kept) <= workingMemoryTokens);
    for (int i = 0; i < 20; ++i) { // nothing but protected notes: then they go too
        weighty.content = numbered(200 + i);
        VERIFY_OK(bench.write(remember, weighty));
        QVERIFY(tokens(contents(bench)) <= workingMemoryTokens);
    }
}

void WorkingMemoryTest::keepsTheNewestNoteWhateverItsSize()
{
    test::MemoryBench bench;
    VERIFY_OK(bench.write(remember, note(numbered(1))));
    auto large = note(QString(1000, u'漢'));
    large.type = FragmentType::Episode;
    VERIFY_OK(bench.write(remember, large));
    QCOMPARE(contents(bench), QStringList {large.content});
}

void WorkingMemoryTest::keepsKeysAndAgentsApart()
{
    test::MemoryBench bench;
    VERIFY_OK(bench.write(remember, note(u"A note of the key named a."_s), test::keyed(u"a"_s)));
    VERIFY_OK(bench.write(remember, note(u"A note of the master key."_s)));
    auto ofAgent = note(u"A note of one agent of master."_s);
    ofAgent.agentId = u"agent-7"_s;
    VERIFY_OK(bench.write(remember, ofAgent));
    QCOMPARE(contents(bench, u"s-1"_s, test::keyed(u"a"_s)), QStringList {u"A note of the key named a."_s});
    QCOMPARE(contents(bench, u"s-1"_s, test::keyed(u"b"_s)), QStringList());
    QCOMPARE(contents(bench), QStringList {u"A note of the master key."_s});
    QCOMPARE(contents(bench, u"s-1"_s, {}, u"agent-7"_s), QStringList {u"A note of one agent of master."_s});
}

QTEST_GUILESS_MAIN(WorkingMemoryTest)
#include "tst_workingmemory.moc"
