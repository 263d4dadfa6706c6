// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batchqueue.h"
#include "core/batch/batchremember.h"
#include "core/batch/batchstatus.h"
#include "core/memory/forget.h"
#include "tests/support/memorybench.h"

#include <QJsonDocument>
#include <QRegularExpression>

using namespace hub;
using namespace std::chrono_literals;

/// Batches, at once and over the queue.
class BatchRememberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::MemoryBench>(); }
    void storesEachLikeRemember();
    void letsOneFailAlone();
    void refusesOneAlone_data();
    void refusesOneAlone();
    void takesTextForListsAndItems();
    void refusesMoreThanTwoHundred();
    void storesEightHundredThousandCharacters();
    void stopsAtTheQuota();
    void keepsToThePolicyOfTheKey();
    void queuesWhatPasses();
    void storesWhatWasQueued();
    void storesSliceBySlice();
    void triesThreeTimes();
    void givesUpAtOnceWhatBreaksARule();
    void keepsNoSecretInTheQueue();
    void storesAsTheCallerWould();
    void showsOnlyTheCallersOwn();
    void clearsAwayWhatIsLongOver();
    void queuesNothingAsWell();

private:
    static QJsonObject item(const QString &content, const QJsonObject &more = {})
    {
        QJsonObject out {{u"content"_s, content}, {u"topic"_s, u"lab"_s}, {u"type"_s, u"fact"_s}};
        for (auto it = more.begin(); it != more.end(); ++it)
            out.insert(it.key(), it.value());
        return out;
    }
    static QJsonArray items(int count)
    {
        QJsonArray out;
        for (int i = 0; i < count; ++i)
            out += item(u"Memory number %1 of a batch of many."_s.arg(i));
        return out;
    }
    Result<BatchAnswer> run(const QJsonValue &fragments, const QJsonObject &more = {}, const Principal &caller = {})
    {
        auto json = more;
        json.insert(u"fragments"_s, fragments);
        HUB_TRY(request, fromJson<BatchRequest>(json));
        return m_bench->write(batchRemember, request, caller);
    }
    Result<BatchStatusAnswer> status(const QString &jobId, const Principal &caller = {})
    {
        return m_bench->read(batchStatus, BatchStatusRequest {jobId}, caller);
    }
    Result<BatchProgress> slice(std::chrono::milliseconds budget = 10s)
    {
        return m_bench->database.atomically(
            [&] { return storeBatchSlice(m_bench->database, m_bench->services, budget); });
    }
    int stored() { return m_bench->number(u"SELECT count(*) FROM fragments"_s); }

    std::unique_ptr<test::MemoryBench> m_bench;
};

namespace {

const QJsonObject later {{u"async"_s, true}};

} // namespace

void BatchRememberTest::storesEachLikeRemember()
{
    const auto answer = run(QJsonArray {item(u"Mail goes to ops@example.org at night."_s,
                                            {{u"importance"_s, 0.9}, {u"keywords"_s, QJsonArray {u"Mail"_s}},
                                                {u"workspace"_s, u"own"_s}, {u"idempotencyKey"_s, u"one"_s}}),
                                item(u"The second memory of the batch."_s, {{u"type"_s, u"error"_s}}),
                                item(u"The second memory of the batch."_s, {{u"type"_s, u"error"_s}}),
                                item(u"Another text with a known key."_s, {{u"idempotencyKey"_s, u"one"_s}})},
        {{u"workspace"_s, u"batch"_s}, {u"agentId"_s, u"planner"_s}, {u"stream"_s, true}});
    VERIFY_OK(answer);
    QVERIFY(answer->success);
    QCOMPARE(answer->inserted, 2);
    QCOMPARE(answer->skipped, 2);
    const auto &results = *answer->results;
    QCOMPARE(results.size(), 4);
    QCOMPARE(results[2].existing, true);
    QCOMPARE(results[2].id, results[1].id);
    QCOMPARE(results[3].id, results[0].id);
    QCOMPARE(results[3].index, 3);
    const auto row = m_bench->row(*results[0].id);
    QCOMPARE(row.content, u"Mail goes to [REDACTED_EMAIL] at night."_s);
    QCOMPARE(row.importance, 0.7); // the ceiling of a fact
    QCOMPARE(row.workspace, u"own"_s);
    QCOMPARE(row.agentId, u"planner"_s);
    QCOMPARE(row.keywords.constFirst(), u"mail"_s);
    QCOMPARE(row.idempotencyKey, u"one"_s);
    QCOMPARE(m_bench->row(*results[1].id).workspace, u"batch"_s);
    QCOMPARE(m_bench->lexical.size(), 2);
}

void BatchRememberTest::letsOneFailAlone()
{
    const auto answer = run(QJsonArray {
        item(u"The first memory of the batch."_s), item(u"short"_s), item(u"The third memory of the batch."_s), 7});
    VERIFY_OK(answer);
    QCOMPARE(answer->inserted, 2);
    QCOMPARE(answer->skipped, 2);
    QVERIFY((*answer->results)[0].success && (*answer->results)[2].success);
    QVERIFY(!(*answer->results)[1].success && !(*answer->results)[1].id);
    QCOMPARE((*answer->results)[3].error, u"fragment must be an object; got number 7"_s);
    QCOMPARE(stored(), 2);
}

void BatchRememberTest::refusesOneAlone_data()
{
    QTest::addColumn<QJsonObject>("changed");
    QTest::addColumn<QString>("error");
    QTest::newRow("no content") << QJsonObject {{u"content"_s, QJsonValue()}} << u"content is required"_s;
    QTest::newRow("empty content") << QJsonObject {{u"content"_s, u"  "_s}} << u"content is required"_s;
    QTest::newRow("too long") << QJsonObject {{u"content"_s, QString(4001, u'가')}}
                              << u"content length 4001 exceeds max 4000"_s;
    QTest::newRow("no type") << QJsonObject {{u"type"_s, QJsonValue()}} << u"type is required"_s;
    QTest::newRow("no topic") << QJsonObject {{u"topic"_s, QJsonValue()}} << u"topic is required"_s;
    QTest::newRow("too short") << QJsonObject {{u"content"_s, u"too short"_s}}
                               << u"Content too short: length < 10 and word count < 3"_s;
    QTest::newRow("misspelt") << QJsonObject {{u"keyword"_s, u"a"_s}}
                              << u"keyword is not a known parameter; did you mean keywords"_s;
}

void BatchRememberTest::refusesOneAlone()
{
    QFETCH(QJsonObject, changed);
    const auto wrong = item(u"A memory that is long enough."_s, changed);
    for (const auto &more : {QJsonObject(), later}) {
        const auto answer = run(QJsonArray {item(u"A good memory beside it."_s), wrong}, more);
        VERIFY_OK(answer);
        const auto result = answer->results ? answer->results->at(1) : answer->rejections->constFirst();
        QCOMPARE(result.index, 1);
        QVERIFY(!result.success);
        QTEST(*result.error, "error");
        init();
    }
}

void BatchRememberTest::takesTextForListsAndItems()
{
    const auto first = QString::fromUtf8(QJsonDocument(item(u"The first memory of the batch."_s)).toJson());
    VERIFY_OK(run(QJsonArray {first, item(u"The second memory of the batch."_s)}));
    QCOMPARE(stored(), 2);
    VERIFY_OK(run(QString::fromUtf8(QJsonDocument(items(3)).toJson())));
    QCOMPARE(stored(), 5);
    const auto none = run(u"none"_s);
    QVERIFY(!none);
    QCOMPARE(none.error().message, u"fragments must be an array; got string \"none\""_s);
}

void BatchRememberTest::refusesMoreThanTwoHundred()
{
    VERIFY_OK(run(items(200)));
    QCOMPARE(stored(), 200);
    for (const auto &more : {QJsonObject(), later}) {
        const auto answer = run(items(201), more);
        QVERIFY(!answer);
        QVERIFY(answer.error().code == ErrorCode::TooLong);
        QCOMPARE(answer.error().message, u"fragments has 201 items, at most 200 are allowed"_s);
    }
    QCOMPARE(stored(), 200);
}

void BatchRememberTest::storesEightHundredThousandCharacters()
{
    QJsonArray all;
    for (int i = 0; i < 200; ++i)
        all += item(u"%1 "_s.arg(1000 + i) + QString(3995, QChar(char16_t(0xAC00 + i))));
    const auto answer = run(all);
    VERIFY_OK(answer);
    QCOMPARE(answer->inserted, 200);
    QCOMPARE(answer->results->constFirst().truncated, true);
}

void BatchRememberTest::stopsAtTheQuota()
{
    auto caller = test::keyed(u"a"_s);
    caller.fragmentLimit = 3;
    const auto answer = run(items(5), {}, caller);
    VERIFY_OK(answer);
    QCOMPARE(answer->inserted, 3);
    QCOMPARE((*answer->results)[3].error, u"fragment_limit_exceeded"_s);
    auto second = test::keyed(u"b"_s);
    second.fragmentLimit = 3;
    const auto queued = run(items(5), later, second);
    VERIFY_OK(queued);
    QCOMPARE(queued->accepted, 3);
    QCOMPARE(queued->rejected, 2);
    QCOMPARE(queued->rejections->constFirst().error, u"fragment_limit_exceeded"_s);
}

void BatchRememberTest::keepsToThePolicyOfTheKey()
{
    m_bench->services.memory.symbolicPolicyRules = true;
    const QJsonArray batch {item(u"We keep SQLite as the database."_s, {{u"type"_s, u"decision"_s}}),
        item(u"We keep SQLite because it is one file."_s, {{u"type"_s, u"decision"_s}})};
    auto caller = test::keyed(u"a"_s);
    const auto soft = run(batch, {{u"workspace"_s, u"project"_s}}, caller);
    VERIFY_OK(soft);
    QCOMPARE((*soft->results)[0].validationWarnings, QStringList {u"decisionHasRationale"_s});
    caller = test::keyed(u"b"_s);
    caller.hardGate = true;
    const auto hard = run(batch, {{u"workspace"_s, u"project"_s}}, caller);
    VERIFY_OK(hard);
    QCOMPARE((*hard->results)[0].error, u"policy_violation: decisionHasRationale"_s);
    QVERIFY((*hard->results)[1].success);
}

void BatchRememberTest::queuesWhatPasses()
{
    m_bench->store(u"This memory is there already."_s);
    const auto answer = run(QJsonArray {item(u"The first memory of the batch."_s), item(u"short"_s),
                                item(u"This memory is there already."_s), item(u"The first memory of the batch."_s),
                                item(u"The last memory of the batch."_s)},
        later);
    VERIFY_OK(answer);
    const auto json = toJson(*answer);
    QCOMPARE(json.value(u"async"_s), QJsonValue(true));
    QCOMPARE(json.value(u"accepted"_s), QJsonValue(2));
    QCOMPARE(json.value(u"rejected"_s), QJsonValue(3));
    static const QRegularExpression id(u"^batch-\\d{13}-[0-9a-f]{8}$"_s);
    QVERIFY(id.match(*answer->jobId).hasMatch());
    QVERIFY(!json.contains(u"results"_s));
    QCOMPARE(stored(), 1); // not yet
    const auto waiting = status(*answer->jobId);
    VERIFY_OK(waiting);
    QCOMPARE(toJson(*waiting),
        QJsonObject({{u"jobId"_s, *answer->jobId}, {u"state"_s, u"queued"_s}, {u"accepted"_s, 2}, {u"processed"_s, 0},
            {u"failed"_s, 0}}));
}

void BatchRememberTest::storesWhatWasQueued()
{
    const auto answer = run(items(5), later);
    VERIFY_OK(answer);
    VERIFY_OK(slice());
    const auto done = status(*answer->jobId);
    VERIFY_OK(done);
    QVERIFY(done->state == BatchState::Completed);
    QCOMPARE(done->processed, 5);
    QCOMPARE(done->failed, 0);
    QCOMPARE(stored(), 5);
    QCOMPARE(m_bench->lexical.size(), 5);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM batch_items WHERE request <> '{}'"_s), 0);
    QVERIFY(*slice() == BatchProgress::Idle);
}

void BatchRememberTest::storesSliceBySlice()
{
    const auto answer = run(items(4), later);
    VERIFY_OK(answer);
    for (int i = 1; i <= 4; ++i) {
        VERIFY_OK(slice(0ms)); // one item, then the next writer's turn
        const auto at = status(*answer->jobId);
        VERIFY_OK(at);
        QVERIFY2(at->processed >= i, qPrintable(QString::number(at->processed)));
    }
    QVERIFY(status(*answer->jobId)->state == BatchState::Completed);
}

void BatchRememberTest::triesThreeTimes()
{
    const auto answer = run(items(2), later);
    VERIFY_OK(answer);
    const auto disturb = [this](bool isOn) {
        const auto sql = isOn ? u"ALTER TABLE fragment_terms RENAME TO elsewhere"_s
                              : u"ALTER TABLE elsewhere RENAME TO fragment_terms"_s;
        auto statement = m_bench->database.prepare(sql);
        return statement && statement->run();
    };
    QVERIFY(disturb(true));
    QVERIFY(*slice() == BatchProgress::Retry);
    QVERIFY(*slice() == BatchProgress::Retry);
    QVERIFY(status(*answer->jobId)->state == BatchState::Processing);
    QVERIFY(disturb(false));
    VERIFY_OK(slice());
    QVERIFY(status(*answer->jobId)->state == BatchState::Completed);
    QCOMPARE(status(*answer->jobId)->processed, 2);
    QCOMPARE(m_bench->number(u"SELECT min(attempts) FROM batch_items"_s), 3);

    const auto second = run(QJsonArray {item(u"The store never takes this memory."_s)}, later);
    VERIFY_OK(second);
    QVERIFY(disturb(true));
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(slice());
    QVERIFY(status(*second->jobId)->state == BatchState::Dead);
    QCOMPARE(m_bench->number(u"SELECT attempts FROM batch_items WHERE state = 'dead'"_s), 3);
    QVERIFY(disturb(false));
}

void BatchRememberTest::givesUpAtOnceWhatBreaksARule()
{
    auto caller = test::keyed(u"a"_s);
    caller.fragmentLimit = 2;
    const auto answer = run(items(2), later, caller);
    VERIFY_OK(answer);
    m_bench->store(u"A memory that came in between."_s, u"lab"_s, FragmentType::Fact, caller); // one place is gone
    VERIFY_OK(slice());
    const auto over = status(*answer->jobId, caller);
    VERIFY_OK(over);
    QVERIFY(over->state == BatchState::Completed);
    QCOMPARE(over->processed, 1);
    QCOMPARE(over->failed, 1);
    QCOMPARE(over->errors->constFirst().index, 1);
    QVERIFY(over->errors->constFirst().error.startsWith(u"fragment_limit_exceeded"));
    QCOMPARE(m_bench->number(u"SELECT max(attempts) FROM batch_items"_s), 1);

    auto full = test::keyed(u"b"_s);
    full.fragmentLimit = 1;
    const auto second = run(items(1), later, full);
    VERIFY_OK(second);
    m_bench->store(u"A memory that came in between."_s, u"lab"_s, FragmentType::Fact, full);
    VERIFY_OK(slice());
    QVERIFY(status(*second->jobId, full)->state == BatchState::Dead);

    auto strict = test::keyed(u"c"_s);
    strict.hardGate = true;
    auto decision = item(u"We go on with the old proxy."_s);
    decision.insert(u"type"_s, u"decision"_s);
    const auto third = run(QJsonArray {decision}, later, strict);
    VERIFY_OK(third);
    m_bench->services.memory.symbolicPolicyRules = true; // switched on while it waited
    VERIFY_OK(slice());
    QVERIFY(status(*third->jobId, strict)->state == BatchState::Dead);
    QCOMPARE(m_bench->number(u"SELECT max(attempts) FROM batch_items"_s), 1);
}

void BatchRememberTest::keepsNoSecretInTheQueue()
{
    VERIFY_OK(run(QJsonArray {item(u"Mail goes to ops@example.org at night."_s)}, later));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM batch_items WHERE request LIKE '%example.org%'"_s), 0);
    VERIFY_OK(slice());
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments WHERE content LIKE '%[REDACTED_EMAIL]%'"_s), 1);
}

void BatchRememberTest::storesAsTheCallerWould()
{
    auto caller = test::keyed(u"a"_s);
    caller.defaultWorkspace = u"home"_s;
    caller.sessionId = u"session"_s;
    caller.allowedWorkspaces = QStringList {u"other"_s};
    const auto answer
        = run(QJsonArray {item(u"A memory of the key a."_s)}, {{u"async"_s, true}, {u"agentId"_s, u"p"_s}}, caller);
    VERIFY_OK(answer);
    VERIFY_OK(slice());
    auto statement = m_bench->database.prepare(u"SELECT * FROM fragments"_s);
    const auto row = statement->first<Fragment>();
    VERIFY_OK(row);
    QCOMPARE((*row)->keyId, u"a"_s);
    QCOMPARE((*row)->workspace, u"home"_s);
    QCOMPARE((*row)->sessionId, u"session"_s);
    QCOMPARE((*row)->agentId, u"p"_s);
    QCOMPARE((*row)->validationWarnings, QStringList {u"workspaceNotAllowed"_s});
}

void BatchRememberTest::showsOnlyTheCallersOwn()
{
    m_bench->store(u"A secret of the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    const auto answer = run(QJsonArray {item(u"A secret of the key a."_s)}, later, test::keyed(u"b"_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->accepted, 1); // that another key has the same text is nobody's business
    const auto unknown = status(u"batch-1750000000000-a1b2c3d4"_s, test::keyed(u"a"_s));
    const auto foreign = status(*answer->jobId, test::keyed(u"a"_s));
    QVERIFY(!unknown && !foreign);
    QVERIFY(foreign.error().code == unknown.error().code);
    QCOMPARE(foreign.error().message, unknown.error().message);
    Principal peer = test::keyed(u"c"_s);
    peer.groupKeyIds = {u"b"_s};
    QVERIFY(!status(*answer->jobId, peer));
    VERIFY_OK(status(*answer->jobId, test::keyed(u"b"_s)));
    VERIFY_OK(status(*answer->jobId)); // the master key sees all
    const auto mine = run(items(1), later);
    VERIFY_OK(mine);
    QVERIFY(!status(*mine->jobId, test::keyed(u"b"_s)));
}

void BatchRememberTest::clearsAwayWhatIsLongOver()
{
    const auto first = run(items(1), later);
    VERIFY_OK(first);
    VERIFY_OK(slice());
    m_bench->clock.advance(86'400'001);
    VERIFY_OK(status(*first->jobId));
    const auto waiting = run(QJsonArray {item(u"This one is still waiting."_s)}, later);
    VERIFY_OK(waiting);
    QVERIFY(!status(*first->jobId));
    m_bench->clock.advance(86'400'001);
    VERIFY_OK(run(QJsonArray {item(u"This one comes much later."_s)}, later));
    VERIFY_OK(status(*waiting->jobId)); // never before it is done
}

void BatchRememberTest::queuesNothingAsWell()
{
    const auto answer = run(QJsonArray {item(u"short"_s)}, later);
    VERIFY_OK(answer);
    QCOMPARE(answer->accepted, 0);
    QVERIFY(status(*answer->jobId)->state == BatchState::Completed);
    QVERIFY(*slice() == BatchProgress::Idle);
    const auto none = run(QJsonArray());
    VERIFY_OK(none);
    QCOMPARE(none->inserted, 0);
}

QTEST_GUILESS_MAIN(BatchRememberTest)
#include "tst_batchremember.moc"
