// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/memory/amend.h"
#include "core/memory/fragmentrepository.h"
#include "core/memory/inspect.h"
#include "core/search/recall.h"
#include "tests/support/memorybench.h"

#include <QSignalSpy>

using namespace hub;

class AmendTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::MemoryBench>(); }
    void changesWhatIsGivenAlone();
    void keepsWhatItWasInItsHistory();
    void findsTheNewTextAndNotTheOld();
    void extractsKeywordsAnew();
    void saysWhenTheTextIsThereAlready();
    void saysWhenThereIsNothingToChange();
    void findsOnlyWhatTheCallerOwns();
    void leavesWhatHasEndedAlone();
    void validatesLikeRemember_data();
    void validatesLikeRemember();
    void saysWhenItCutTheText();
    void weighsAnew_data();
    void weighsAnew();
    void refusesToBecomeAnEpisode();
    void triesWithoutChanging();
    void announcesTheChange();

private:
    QString store() { return m_bench->store(u"The backup job runs every night at two."_s); }
    Result<AmendAnswer> run(const AmendRequest &request, const Principal &caller = {})
    {
        return m_bench->write(amend, request, caller);
    }
    QStringList recalled(const QString &keyword)
    {
        RecallRequest request;
        request.keywords = {keyword};
        QStringList ids;
        const auto answer = m_bench->read(recall, request);
        for (const auto &fragment : answer ? answer->fragments : QList<RecalledFragment>())
            ids += fragment.id;
        return ids;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

namespace {

AmendRequest withContent(const QString &id, const QString &content)
{
    AmendRequest request;
    request.id = id;
    request.content = content;
    return request;
}

} // namespace

void AmendTest::changesWhatIsGivenAlone()
{
    const auto id = store();
    const auto before = m_bench->row(id);
    m_bench->clock.advance(5000);
    AmendRequest request;
    request.id = id;
    request.topic = u" backups "_s;
    request.assertionStatus = AssertionStatus::Verified;
    request.resolutionStatus = ResolutionStatus::Resolved;
    request.outcome = u"it runs"_s;
    request.phase = u"verification"_s;
    const auto answer = run(request);
    VERIFY_OK(answer);
    QVERIFY(answer->success);
    QCOMPARE(answer->updated, true);
    QCOMPARE(answer->fragment->topic, u"backups"_s);
    const auto after = m_bench->row(id);
    QCOMPARE(after.topic, u"backups"_s);
    QVERIFY(after.assertionStatus == AssertionStatus::Verified);
    QVERIFY(after.resolutionStatus == ResolutionStatus::Resolved);
    QCOMPARE(after.outcome, u"it runs"_s);
    QCOMPARE(after.phase, u"verification"_s);
    QCOMPARE(after.content, before.content);
    QCOMPARE(after.contentHash, before.contentHash);
    QCOMPARE(after.keywords, before.keywords);
    QCOMPARE(after.importance, before.importance);
    QVERIFY(after.ttlTier == before.ttlTier);
    QCOMPARE(after.createdAt, before.createdAt); // never moves
    QCOMPARE(after.verifiedAt, m_bench->clock.now());
}

void AmendTest::keepsWhatItWasInItsHistory()
{
    const auto id = store();
    const auto content = m_bench->row(id).content;
    const auto one = test::keyed(u"a"_s);
    VERIFY_OK(run(withContent(id, u"The backup job runs every night at three."_s)));
    m_bench->clock.advance(1000);
    VERIFY_OK(run(withContent(id, u"The backup job runs every night at four."_s)));
    auto work = m_bench->work();
    const auto detail = inspect(work, id);
    VERIFY_OK(detail);
    QCOMPARE(detail->versions.size(), 2);
    QCOMPARE(detail->versions[0].content, u"The backup job runs every night at three."_s);
    QCOMPARE(detail->versions[0].amendedAt, m_bench->clock.now());
    QCOMPARE(detail->versions[1].content, content);
    QVERIFY(!detail->versions[0].amendedBy); // the master key
    const auto own = m_bench->store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, one);
    VERIFY_OK(run(withContent(own, u"A memory that still belongs to the key a."_s), one));
    QCOMPARE(inspect(work, own)->versions.constFirst().amendedBy, u"a"_s);
}

void AmendTest::findsTheNewTextAndNotTheOld()
{
    const auto id = store();
    VERIFY_OK(run(withContent(id, u"The restore drill happens on the first Sunday."_s)));
    QCOMPARE(recalled(u"drill"_s), QStringList {id});
    QVERIFY(recalled(u"night"_s).isEmpty());
    const auto row = m_bench->row(id);
    QCOMPARE(row.contentHash, sha256Hex(row.content));
    LexicalIndex reloaded;
    VERIFY_OK(loadIndex(m_bench->database, reloaded));
    QVERIFY(reloaded.attributes(row.seq) == m_bench->lexical.attributes(row.seq));
    QVERIFY(*m_bench->write(remember, [] {
        RememberRequest again;
        again.content = u"The backup job runs every night at two."_s;
        again.topic = u"lab"_s;
        return again;
    }())->id != id); // the old text is free again
}

void AmendTest::extractsKeywordsAnew()
{
    const auto id = store();
    VERIFY_OK(run(withContent(id, u"fetchRowsByIds must wrap a single id into a list."_s)));
    QVERIFY(m_bench->row(id).keywords.contains(u"fetchRowsByIds"_s));
    AmendRequest labels;
    labels.id = id;
    labels.keywords = {u"Label"_s};
    VERIFY_OK(run(labels));
    QCOMPARE(m_bench->row(id).keywords.constFirst(), u"label"_s);
    QVERIFY(m_bench->row(id).keywords.contains(u"fetchRowsByIds"_s));
    QCOMPARE(recalled(u"label"_s), QStringList {id});
}

void AmendTest::saysWhenTheTextIsThereAlready()
{
    const auto id = store();
    const auto other = m_bench->store(u"The gate stands at the end of the garden."_s);
    const auto answer = run(withContent(id, u"  The gate stands at the end of the garden. "_s));
    VERIFY_OK(answer);
    QVERIFY(!answer->success);
    QCOMPARE(answer->updated, false);
    QCOMPARE(answer->merged, true);
    QCOMPARE(answer->existingId, other);
    QCOMPARE(m_bench->row(id).content, u"The backup job runs every night at two."_s);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_versions"_s), 0);
    QVERIFY(run(withContent(id, u"The backup job runs every night at two.\n"_s))->success); // its own text is no clash
}

void AmendTest::saysWhenThereIsNothingToChange()
{
    AmendRequest request;
    request.id = store();
    const auto answer = run(request);
    VERIFY_OK(answer);
    QVERIFY(!answer->success);
    QCOMPARE(answer->updated, false);
    QVERIFY(answer->error->startsWith(u"nothing to change"_s));
    // What cannot be amended is refused by name before it comes here.
    const auto unknown = fromJson<AmendRequest>({{u"id"_s, request.id}, {u"colour"_s, u"blue"_s}});
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message.contains(u"colour"_s));
}

void AmendTest::findsOnlyWhatTheCallerOwns()
{
    const auto id = m_bench->store(u"A memory that belongs to the key a."_s, u"lab"_s, FragmentType::Fact, test::keyed(u"a"_s));
    auto friendly = test::keyed(u"b"_s);
    friendly.groupKeyIds = {u"a"_s};
    for (const auto &[target, caller] : {std::pair {id, friendly}, {id, test::keyed(u"c"_s)}, {u"frag-none"_s, Principal {}}}) {
        const auto answer = run(withContent(target, u"A text that somebody else would like better."_s), caller);
        VERIFY_OK(answer);
        QCOMPARE(answer->error, u"Fragment not found or no permission"_s);
        QVERIFY(!answer->success);
    }
    QCOMPARE(m_bench->row(id).content, u"A memory that belongs to the key a."_s);
    QVERIFY(run(withContent(id, u"A memory that the master key has changed."_s))->success);
}

void AmendTest::leavesWhatHasEndedAlone()
{
    const auto id = store();
    RememberRequest next;
    next.content = u"The backup job runs every night at three."_s;
    next.topic = u"lab"_s;
    next.supersedes = {id};
    VERIFY_OK(m_bench->write(remember, next));
    const auto answer = run(withContent(id, u"The backup job runs every night at four."_s));
    VERIFY_OK(answer);
    QCOMPARE(answer->updated, false);
    QCOMPARE(answer->error, u"Fragment is superseded or expired"_s);
    QCOMPARE(answer->validTo, m_bench->clock.now());
}

void AmendTest::validatesLikeRemember_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("nothing") << u""_s << ErrorCode::InvalidArgument;
    QTest::newRow("too short") << u"too few"_s << ErrorCode::InvalidArgument;
    QTest::newRow("a bare address") << u"https://example.org/path"_s << ErrorCode::InvalidArgument;
    QTest::newRow("NUL") << QString(u"before the gap" + QChar(0) + u"after it") << ErrorCode::InvalidArgument;
    QTest::newRow("4,001 syllables") << QString(4001, u'가') << ErrorCode::TooLong;
}

void AmendTest::validatesLikeRemember()
{
    QFETCH(QString, content);
    const auto id = store();
    const auto answer = run(withContent(id, content));
    QVERIFY(!answer);
    QTEST(answer.error().code, "code");
    QCOMPARE(m_bench->row(id).content, u"The backup job runs every night at two."_s);
}

void AmendTest::saysWhenItCutTheText()
{
    const auto id = store();
    auto request = withContent(id, QString(QString(299, u'a') + u"🟡 and more, pwd=x1"));
    request.dryRun = true;
    const auto would = run(request);
    VERIFY_OK(would);
    QCOMPARE(would->truncated, true);
    QCOMPARE(would->simulated->wouldBeFragment.content, QString(QString(299, u'a') + u"🟡"));
    request.dryRun = false;
    const auto answer = run(request);
    VERIFY_OK(answer);
    QCOMPARE(answer->truncated, true);
    QCOMPARE(answer->warnings->size(), 2); // redacted, and cut
    QCOMPARE(m_bench->row(id).content, QString(QString(299, u'a') + u"🟡"));
}

void AmendTest::weighsAnew_data()
{
    QTest::addColumn<QJsonObject>("change");
    QTest::addColumn<double>("importance");
    QTest::addColumn<QString>("tier");
    QTest::newRow("over the ceiling") << QJsonObject {{u"importance"_s, 1}} << 0.7 << u"warm"_s;
    QTest::newRow("lower") << QJsonObject {{u"importance"_s, 0.35}} << 0.35 << u"cold"_s;
    QTest::newRow("hardly anything") << QJsonObject {{u"importance"_s, 0.1}} << 0.1 << u"short"_s;
    QTest::newRow("another type") << QJsonObject {{u"type"_s, u"error"_s}} << 0.5 << u"hot"_s;
    QTest::newRow("a preference") << QJsonObject {{u"type"_s, u"preference"_s}, {u"importance"_s, 1}} << 0.9 << u"permanent"_s;
    QTest::newRow("an anchor has no ceiling") << QJsonObject {{u"isAnchor"_s, true}, {u"importance"_s, 1}} << 1.0 << u"permanent"_s;
    QTest::newRow("a topic weighs nothing") << QJsonObject {{u"topic"_s, u"x"_s}} << 0.5 << u"warm"_s;
}

void AmendTest::weighsAnew()
{
    QFETCH(QJsonObject, change);
    const auto id = store();
    change.insert(u"id"_s, id);
    const auto request = fromJson<AmendRequest>(change);
    VERIFY_OK(request);
    VERIFY_OK(run(*request));
    QTEST(m_bench->row(id).importance, "importance");
    QTEST(toString(m_bench->row(id).ttlTier), "tier");
}

void AmendTest::refusesToBecomeAnEpisode()
{
    AmendRequest request;
    request.id = store();
    request.type = FragmentType::Episode;
    const auto answer = run(request);
    QVERIFY(!answer);
    QVERIFY(answer.error().message.contains(u"episode"_s));
}

void AmendTest::triesWithoutChanging()
{
    const auto id = store();
    const auto before = toJson(m_bench->row(id));
    QSignalSpy changed(&m_bench->events, &Events::fragmentsChanged);
    auto request = withContent(id, u"The restore drill happens on the first Sunday."_s);
    request.importance = 1;
    request.dryRun = true;
    const auto answer = run(request);
    VERIFY_OK(answer);
    QVERIFY(answer->success && !answer->updated);
    QCOMPARE(answer->simulated->wouldBeFragment.id, id);
    QCOMPARE(answer->simulated->wouldBeFragment.importance, 0.7);
    request.supersedes = true;
    VERIFY_OK(run(request));
    QCOMPARE(toJson(m_bench->row(id)), before);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_versions"_s), 0);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments"_s), 1);
    QVERIFY(recalled(u"drill"_s).isEmpty());
    QCOMPARE(changed.count(), 0);
}

void AmendTest::announcesTheChange()
{
    const auto id = store();
    QSignalSpy changed(&m_bench->events, &Events::fragmentsChanged);
    VERIFY_OK(run(withContent(id, u"The restore drill happens on the first Sunday."_s)));
    QVERIFY(!run(withContent(id, u"short"_s)));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toStringList(), QStringList {id});
}

QTEST_GUILESS_MAIN(AmendTest)
#include "tst_amend.moc"
