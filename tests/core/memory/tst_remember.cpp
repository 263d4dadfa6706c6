// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/memory/forget.h"
#include "core/memory/policy.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

#include <QSignalSpy>

using namespace hub;

class RememberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void storesWhatRecallFinds();
    void storesEverythingThatIsGiven();
    void refuses_data();
    void refuses();
    void storesTextInCanonicalForm();
    void cutsAtTheLimitOfTheType_data();
    void cutsAtTheLimitOfTheType();
    void countsCharactersNotBytes();
    void refusesOneCharacterThatIsNeverEnding();
    void redactsBeforeItStores();
    void mergesKeywords();
    void weighsAndPlaces_data();
    void weighsAndPlaces();
    void warnsOfAWeightThatWasHardlyMeant();
    void placesByKeySessionAndWorkspace();
    void findsTheSameTextAgain_data();
    void findsTheSameTextAgain();
    void storesAgainWhatIsSupersededOrForgotten();
    void namesWhatSaysAlmostTheSame();
    void answersARetryWithTheFirstId();
    void keepsIdempotencyKeysOfOtherKeysApart();
    void triesWithoutChanging();
    void announcesWhatItStored();

private:
    static RememberRequest request(const QString &content = u"The backup job runs every night at two."_s);
};

RememberRequest RememberTest::request(const QString &content)
{
    RememberRequest request;
    request.content = content;
    request.topic = u"lab"_s;
    return request;
}

void RememberTest::storesWhatRecallFinds()
{
    test::MemoryBench bench;
    const auto id = bench.store(u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s, u"nginx"_s, FragmentType::Procedure);
    QVERIFY(id.startsWith(u"frag-"));
    bench.store(u"Quarterly lunch menu lists soup and bread on Friday."_s, u"menu"_s);
    RecallRequest question;
    question.text = u"502 포트"_s;
    const auto answer = bench.read(recall, question);
    VERIFY_OK(answer);
    QCOMPARE(answer->fragments.constFirst().id, id);
    QCOMPARE(answer->fragments.constFirst().content, u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s);
}

void RememberTest::storesEverythingThatIsGiven()
{
    test::MemoryBench bench;
    auto full = request();
    full.type = FragmentType::Episode;
    full.importance = 0.6;
    full.source = u"  build log "_s;
    full.isAnchor = true;
    full.contextSummary = u"while the disk was replaced"_s;
    full.sessionId = u"s-1"_s;
    full.workspace = u"hub"_s;
    full.agentId = u"agent-7"_s;
    full.caseId = u"case-9"_s;
    full.goal = u"no data lost"_s;
    full.outcome = u"  "_s; // blank is as good as absent
    full.phase = u"verification"_s;
    full.resolutionStatus = ResolutionStatus::Resolved;
    full.assertionStatus = AssertionStatus::Verified;
    full.affect = Affect::Satisfaction;
    full.idempotencyKey = u"once"_s;
    const auto answer = bench.write(remember, full);
    VERIFY_OK(answer);
    QCOMPARE(answer->success, true);
    QCOMPARE(toString(*answer->scope), u"permanent"_s);
    QVERIFY(!answer->existing && !answer->idempotent && !answer->truncated && !answer->warnings && !answer->dryRun);
    const auto row = bench.row(*answer->id);
    QCOMPARE(row.source, u"build log"_s);
    QVERIFY(row.isAnchor);
    QCOMPARE(row.contextSummary, full.contextSummary);
    QCOMPARE(row.sessionId, full.sessionId);
    QCOMPARE(row.workspace, full.workspace);
    QCOMPARE(row.agentId, *full.agentId);
    QCOMPARE(row.caseId, full.caseId);
    QCOMPARE(row.goal, full.goal);
    QVERIFY(!row.outcome);
    QCOMPARE(row.phase, full.phase);
    QVERIFY(row.resolutionStatus == full.resolutionStatus);
    QVERIFY(row.assertionStatus == full.assertionStatus);
    QVERIFY(row.affect == full.affect);
    QCOMPARE(row.idempotencyKey, full.idempotencyKey);
    QCOMPARE(row.createdAt, bench.clock.now());
    QCOMPARE(row.validFrom, bench.clock.now());
    QCOMPARE(row.contentHash, sha256Hex(full.content));
    QVERIFY(row.estimatedTokens > 0);
    QVERIFY(!row.validTo);
}

void RememberTest::refuses_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("nothing") << QString() << ErrorCode::InvalidArgument << u"content is required"_s;
    QTest::newRow("blanks") << u" \n\t\u3000 "_s << ErrorCode::InvalidArgument << u"content is required"_s;
    QTest::newRow("too short") << u"too few"_s << ErrorCode::InvalidArgument << u"Content too short: length < 10 and word count < 3"_s;
    QTest::newRow("short behind blanks") << QString(u"short" + QString(20, u' ')) << ErrorCode::InvalidArgument
                                         << u"Content too short: length < 10 and word count < 3"_s;
    QTest::newRow("a bare address") << u"https://example.org/path"_s << ErrorCode::InvalidArgument
                                    << u"content is only a URL; say in a sentence what is there"_s;
    QTest::newRow("NUL") << QString(u"before the gap " + QChar(0) + u" after the gap") << ErrorCode::InvalidArgument
                         << u"content has a NUL character (U+0000) at position 15"_s;
    QTest::newRow("4,001 letters") << QString(4001, u'a') << ErrorCode::TooLong << u"content length 4001 exceeds max 4000"_s;
    QTest::newRow("4,001 syllables") << QString(4001, u'가') << ErrorCode::TooLong << u"content length 4001 exceeds max 4000"_s;
    QTest::newRow("4,001 emoji") << u"🟡"_s.repeated(4001) << ErrorCode::TooLong << u"content length 4001 exceeds max 4000"_s;
}

void RememberTest::refuses()
{
    QFETCH(QString, content);
    QFETCH(ErrorCode, code);
    test::MemoryBench bench;
    const auto answer = bench.write(remember, request(content));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, code);
    QTEST(answer.error().message, "message");
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 0);
}

void RememberTest::storesTextInCanonicalForm()
{
    test::MemoryBench bench;
    auto spelled = request(QString(u"\uFEFF  테스트 맥 장비\r\n목록을 옮겼다 "_s.normalized(QString::NormalizationForm_D) + QChar(0xD800) + u" \n"));
    spelled.topic = u" 테스트 "_s.normalized(QString::NormalizationForm_D);
    spelled.agentId = u" 에이전트 "_s.normalized(QString::NormalizationForm_D);
    const auto answer = bench.write(remember, spelled);
    VERIFY_OK(answer);
    const auto row = bench.row(*answer->id);
    QCOMPARE(row.content, u"테스트 맥 장비\n목록을 옮겼다 \uFFFD"_s);
    QCOMPARE(row.topic, u"테스트"_s);
    QCOMPARE(row.agentId, u"에이전트"_s);
    auto noTopic = request(u"A memory without any topic at all."_s);
    noTopic.topic = u"  "_s;
    QCOMPARE(bench.row(*bench.write(remember, noTopic)->id).topic, u"general"_s);
}

void RememberTest::cutsAtTheLimitOfTheType_data()
{
    QTest::addColumn<FragmentType>("type");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("stored");
    const auto a299 = QString(299, u'a');
    QTest::newRow("fits") << FragmentType::Fact << QString(300, u'a') << QString(300, u'a');
    QTest::newRow("one too many") << FragmentType::Fact << QString(301, u'a') << QString(300, u'a');
    QTest::newRow("emoji on the edge is kept whole") << FragmentType::Fact << QString(a299 + u"🟡 status marker") << QString(a299 + u"🟡");
    QTest::newRow("family on the edge goes whole") << FragmentType::Fact << QString(a299 + u"👨‍👩‍👧 is here") << a299;
    QTest::newRow("Hangul") << FragmentType::Decision << QString(400, u'가') << QString(300, u'가');
    QTest::newRow("no blank is left at the end") << FragmentType::Fact << QString(a299 + u" tail of the text") << a299;
    QTest::newRow("episode fits") << FragmentType::Episode << QString(1000, u'가') << QString(1000, u'가');
    QTest::newRow("episode is cut") << FragmentType::Episode << QString(1001, u'가') << QString(1000, u'가');
}

void RememberTest::cutsAtTheLimitOfTheType()
{
    QFETCH(FragmentType, type);
    QFETCH(QString, content);
    QFETCH(QString, stored);
    test::MemoryBench bench;
    auto long_ = request(content);
    long_.type = type;
    const auto answer = bench.write(remember, long_);
    VERIFY_OK(answer);
    QCOMPARE(bench.row(*answer->id).content, stored);
    const bool cut = stored != content;
    QCOMPARE(answer->truncated.value_or(false), cut);
    QCOMPARE(answer->warnings.has_value(), cut);
    if (cut)
        QVERIFY(answer->warnings->constFirst().contains(u"cut to %1 characters"_s.arg(textLimit(type))));
}

void RememberTest::countsCharactersNotBytes()
{
    test::MemoryBench bench;
    for (const auto &content : {QString(4000, u'가'), u"🟡"_s.repeated(4000)}) {
        const auto answer = bench.write(remember, request(content));
        VERIFY_OK(answer);
        QCOMPARE(codePointCount(bench.row(*answer->id).content), 300);
    }
}

void RememberTest::refusesOneCharacterThatIsNeverEnding()
{
    test::MemoryBench bench;
    const auto answer = bench.write(remember, request(QString(u"a" + QString(400, QChar(0x0301)))));
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
}

void RememberTest::redactsBeforeItStores()
{
    test::MemoryBench bench;
    const auto key = QString(u"sk-" + QString(40, u'a'));
    const auto answer = bench.write(remember, request(QString(QString(250, u'a') + u" the key is " + key + u" and more text follows here")));
    VERIFY_OK(answer);
    const auto row = bench.row(*answer->id);
    QVERIFY(!row.content.contains(u"sk-aaa"_s));
    QVERIFY(row.content.contains(u"[REDACTED_API_KEY]"_s));
    QVERIFY(!row.keywords.join(u' ').contains(u"sk-aaa"_s));
    QVERIFY(answer->warnings->contains(u"content: api_key was redacted"_s));
}

void RememberTest::mergesKeywords()
{
    test::MemoryBench bench;
    auto labelled = request(u"fetchRowsByIds must wrap a single id into a list."_s);
    labelled.keywords = {u"Database"_s, u" DATABASE "_s, u""_s, u"데이터"_s.normalized(QString::NormalizationForm_D)};
    const auto answer = bench.write(remember, labelled);
    VERIFY_OK(answer);
    QCOMPARE(answer->keywords->mid(0, 2), (QStringList {u"database"_s, u"데이터"_s}));
    QVERIFY2(answer->keywords->contains(u"fetchRowsByIds"_s), qPrintable(answer->keywords->join(u' ')));
    QVERIFY(answer->keywords->size() <= 10);
    QCOMPARE(bench.row(*answer->id).keywords, *answer->keywords);
}

void RememberTest::weighsAndPlaces_data()
{
    QTest::addColumn<FragmentType>("type");
    QTest::addColumn<double>("asked"); // below 0: not given
    QTest::addColumn<double>("stored");
    QTest::addColumn<QString>("tier");
    QTest::newRow("fact by default") << FragmentType::Fact << -1.0 << 0.5 << u"warm"_s;
    QTest::newRow("error by default") << FragmentType::Error << -1.0 << 0.6 << u"hot"_s;
    QTest::newRow("preference by default") << FragmentType::Preference << -1.0 << 0.9 << u"permanent"_s;
    QTest::newRow("decision by default") << FragmentType::Decision << -1.0 << 0.7 << u"warm"_s;
    QTest::newRow("episode by default") << FragmentType::Episode << -1.0 << 0.6 << u"warm"_s;
    QTest::newRow("fact of all the weight") << FragmentType::Fact << 1.0 << 0.7 << u"warm"_s;
    QTest::newRow("light fact") << FragmentType::Fact << 0.35 << 0.35 << u"cold"_s;
    QTest::newRow("very light procedure") << FragmentType::Procedure << 0.1 << 0.1 << u"short"_s;
}

void RememberTest::weighsAndPlaces()
{
    QFETCH(FragmentType, type);
    QFETCH(double, asked);
    QFETCH(double, stored);
    test::MemoryBench bench;
    auto weighed = request();
    weighed.type = type;
    if (asked >= 0)
        weighed.importance = asked;
    const auto answer = bench.write(remember, weighed);
    VERIFY_OK(answer);
    QCOMPARE(bench.row(*answer->id).importance, stored);
    QTEST(*answer->ttlTier, "tier");
    QCOMPARE(toString(bench.row(*answer->id).ttlTier), *answer->ttlTier);
}

void RememberTest::warnsOfAWeightThatWasHardlyMeant()
{
    test::MemoryBench bench;
    auto light = request();
    light.importance = 0.29;
    QVERIFY(bench.write(remember, light)->lowImportanceWarning.has_value());
    auto enough = request(u"Another sentence with some weight to it."_s);
    enough.importance = 0.3;
    QVERIFY(!bench.write(remember, enough)->lowImportanceWarning);
}

void RememberTest::placesByKeySessionAndWorkspace()
{
    test::MemoryBench bench;
    auto caller = test::keyed(u"key-a"_s);
    caller.sessionId = u"0123456789abcdef"_s;
    caller.defaultWorkspace = u"home"_s;
    const auto byDefault = bench.row(*bench.write(remember, request(), caller)->id);
    QCOMPARE(byDefault.keyId, u"key-a"_s);
    QCOMPARE(byDefault.agentId, u"default"_s);
    QCOMPARE(byDefault.sessionId, caller.sessionId);
    QCOMPARE(byDefault.caseId, caller.sessionId); // unset: the session
    QCOMPARE(byDefault.source, u"session:01234567"_s);
    QCOMPARE(byDefault.workspace, u"home"_s);
    QVERIFY(byDefault.workspaceSource == WorkspaceSource::KeyDefault);
    auto explicitOne = request(u"A memory of another project altogether."_s);
    explicitOne.workspace = u"elsewhere"_s;
    explicitOne.sessionId = u"mine"_s;
    const auto given = bench.row(*bench.write(remember, explicitOne, caller)->id);
    QCOMPARE(given.workspace, u"elsewhere"_s);
    QVERIFY(given.workspaceSource == WorkspaceSource::Explicit);
    QCOMPARE(given.sessionId, u"mine"_s);
    const auto unscoped = bench.row(bench.store(u"A memory of no project at all, by master."_s));
    QVERIFY(!unscoped.workspace && !unscoped.keyId && !unscoped.sessionId && !unscoped.caseId && !unscoped.source);
    QVERIFY(unscoped.workspaceSource == WorkspaceSource::Unscoped);
}

void RememberTest::findsTheSameTextAgain_data()
{
    QTest::addColumn<QString>("workspace"); // of the first; empty: none
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("secondWorkspace");
    QTest::addColumn<QString>("secondAgent");
    QTest::addColumn<QString>("secondKey");
    QTest::addColumn<bool>("same");
    const QString none;
    QTest::newRow("all the same") << u"w"_s << u"a"_s << u"k"_s << u"w"_s << u"a"_s << u"k"_s << true;
    QTest::newRow("of the master key") << none << none << none << none << none << none << true;
    QTest::newRow("other workspace") << u"w"_s << none << u"k"_s << u"v"_s << none << u"k"_s << false;
    QTest::newRow("was unscoped, so seen everywhere") << none << none << u"k"_s << u"v"_s << none << u"k"_s << true;
    QTest::newRow("is unscoped, was not") << u"w"_s << none << u"k"_s << none << none << u"k"_s << false;
    QTest::newRow("other agent") << none << u"a"_s << u"k"_s << none << u"b"_s << u"k"_s << false;
    QTest::newRow("was everybody's") << none << none << u"k"_s << none << u"b"_s << u"k"_s << true;
    QTest::newRow("is everybody's, was one agent's") << none << u"a"_s << u"k"_s << none << none << u"k"_s << false;
    QTest::newRow("other key") << none << none << u"k"_s << none << none << u"l"_s << false;
    QTest::newRow("key and master") << none << none << u"k"_s << none << none << none << false;
}

void RememberTest::findsTheSameTextAgain()
{
    QFETCH(QString, workspace);
    QFETCH(QString, agent);
    QFETCH(QString, key);
    QFETCH(QString, secondWorkspace);
    QFETCH(QString, secondAgent);
    QFETCH(QString, secondKey);
    QFETCH(bool, same);
    test::MemoryBench bench;
    auto first = request();
    first.workspace = workspace;
    first.agentId = agent;
    auto second = request(u"  The backup job runs every night at two.\r\n"_s);
    second.workspace = secondWorkspace;
    second.agentId = secondAgent;
    second.importance = 0.9;
    const auto one = bench.write(remember, first, test::keyed(key));
    const auto two = bench.write(remember, second, test::keyed(secondKey));
    VERIFY_OK(one);
    VERIFY_OK(two);
    QCOMPARE(*one->id == *two->id, same);
    QCOMPARE(two->existing.value_or(false), same);
    QCOMPARE(two->success, true);
    QCOMPARE(bench.row(*one->id).importance, 0.5);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), same ? 1 : 2);
}

void RememberTest::storesAgainWhatIsSupersededOrForgotten()
{
    test::MemoryBench bench;
    const auto first = *bench.write(remember, request())->id;
    auto next = request(u"The backup job runs every night at three."_s);
    next.supersedes = {first};
    VERIFY_OK(bench.write(remember, next));
    const auto second = bench.write(remember, request()); // true again
    VERIFY_OK(second);
    QVERIFY(*second->id != first);
    QVERIFY(!second->existing);
    ForgetRequest gone;
    gone.id = second->id;
    VERIFY_OK(bench.write(forget, gone));
    const auto third = bench.write(remember, request());
    VERIFY_OK(third);
    QVERIFY(*third->id != *second->id);
    QVERIFY(!third->existing);
}

void RememberTest::namesWhatSaysAlmostTheSame()
{
    test::MemoryBench bench;
    const auto first = bench.store(u"Backups run every night at two."_s);
    bench.store(u"Backups run every night at two."_s, u"other topic"_s, FragmentType::Fact, test::keyed(u"k"_s));
    const auto spaced = bench.write(remember, request(u"Backups  run every night at TWO."_s));
    VERIFY_OK(spaced);
    QVERIFY(*spaced->id != first);
    QCOMPARE(spaced->conflicts->size(), 1);
    const auto conflict = spaced->conflicts->constFirst();
    QCOMPARE(conflict.existingId, first);
    QVERIFY(conflict.similarity > 0.8 && conflict.similarity <= 1);
    QVERIFY(conflict.recommendation.contains(first));
    QCOMPARE(bench.write(remember, request(u"The window faces the garden and the lake."_s))->conflicts->size(), 0);
}

void RememberTest::answersARetryWithTheFirstId()
{
    test::MemoryBench bench;
    auto once = request();
    once.idempotencyKey = u" retry-1 "_s;
    const auto first = bench.write(remember, once);
    VERIFY_OK(first);
    auto again = request(u"A text that has changed between two tries."_s);
    again.idempotencyKey = u"retry-1"_s;
    const auto second = bench.write(remember, again);
    VERIFY_OK(second);
    QCOMPARE(second->id, first->id);
    QCOMPARE(second->idempotent, true);
    QCOMPARE(second->keywords, first->keywords);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 1);
}

void RememberTest::keepsIdempotencyKeysOfOtherKeysApart()
{
    test::MemoryBench bench;
    auto once = request();
    once.idempotencyKey = u"retry-1"_s;
    QStringList ids;
    for (const auto &key : {QString(), u"a"_s, u"b"_s})
        ids += *bench.write(remember, once, test::keyed(key))->id;
    QCOMPARE(ids.removeDuplicates(), 0);
    ForgetRequest gone;
    gone.id = ids[1];
    VERIFY_OK(bench.write(forget, gone, test::keyed(u"a"_s)));
    const auto anew = bench.write(remember, once, test::keyed(u"a"_s)); // what lies in the trash is not there
    VERIFY_OK(anew);
    QVERIFY(*anew->id != ids[1]);
    QVERIFY(!anew->idempotent);
}

void RememberTest::triesWithoutChanging()
{
    test::MemoryBench bench;
    const auto old = bench.store(u"Backups run every night at two."_s);
    QSignalSpy stored(&bench.events, &Events::fragmentsStored);
    auto trial = request(u"Backups run every night at two, at last."_s);
    trial.dryRun = true;
    trial.supersedes = {old};
    trial.linkedTo = {old};
    trial.idempotencyKey = u"retry"_s;
    trial.sessionId = u"s-1"_s;
    const auto answer = bench.write(remember, trial);
    VERIFY_OK(answer);
    QVERIFY(!answer->id && !answer->success);
    QCOMPARE(answer->dryRun, true);
    QCOMPARE(answer->simulated->fragment.content, trial.content);
    QCOMPARE(answer->simulated->fragment.importance, 0.5);
    QCOMPARE(answer->simulated->conflicts.constFirst().existingId, old);
    QCOMPARE(answer->simulated->quota.used, 1);
    QVERIFY(!answer->simulated->quota.limit);
    QVERIFY(answer->simulated->validationWarnings.isEmpty());
    trial.scope = MemoryScope::Session;
    VERIFY_OK(bench.write(remember, trial));
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragments"_s), 1);
    QCOMPARE(bench.number(u"SELECT count(*) FROM fragment_links"_s), 0);
    QCOMPARE(bench.number(u"SELECT count(*) FROM working_memory"_s), 0);
    QVERIFY(!bench.row(old).validTo);
    QCOMPARE(bench.lexical.size(), 1);
    QCOMPARE(stored.count(), 0);
    trial.supersedes = {u"frag-none"_s};
    QVERIFY(!bench.write(remember, trial)); // what would be refused is refused
    trial.supersedes.clear();
    trial.dryRun = false;
    trial.scope = MemoryScope::Permanent;
    QVERIFY(!bench.write(remember, trial)->idempotent); // a trial uses up no key
}

void RememberTest::announcesWhatItStored()
{
    test::MemoryBench bench;
    QSignalSpy stored(&bench.events, &Events::fragmentsStored);
    const auto id = bench.store(u"The backup job runs every night at two."_s);
    QVERIFY(!bench.write(remember, request(u"short"_s)));
    VERIFY_OK(bench.write(remember, request())); // it exists: no news
    QCOMPARE(stored.count(), 1);
    QCOMPARE(stored[0][0].toStringList(), QStringList {id});
}

QTEST_GUILESS_MAIN(RememberTest)
#include "tst_remember.moc"
