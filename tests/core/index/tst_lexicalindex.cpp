// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/index/plainsearch.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace hub;
using namespace hub::test;
using namespace Qt::Literals::StringLiterals;

namespace {

DocumentAttributes document(qint64 seq, quint32 owner = 1, quint32 session = 0)
{
    return {.seq = seq, .createdMs = seq * 1000, .keyId = owner, .sessionId = session};
}

AcceptDocument ownedBy(quint32 owner)
{
    return [owner](const DocumentAttributes &attributes) { return attributes.keyId == owner; };
}

QList<qint64> seqsOf(const LexicalResult &result)
{
    QList<qint64> seqs;
    for (const auto &hit : result.hits)
        seqs += hit.seq;
    return seqs;
}

} // namespace

class LexicalIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheDefinition_data();
    void agreesWithTheDefinition();
    void isNotChangedByWhatIsNotAccepted();
    void findsAMisspeltWordByItsGrams();
    void bringsTheAnswerAlongWithTheQuestion();
    void reportsWhatItIsAskedFor();
    void putsTheNewerFirstAmongEquals();
    void compactsAwayWhatIsGone();
    void browsesNewestFirst();
    void keepsAttributes();
    void knowsWhatIsReadBesideADocument();
    void tellsAlphabetsFromOtherScripts();
    void stopsWhenAsked();
    void answersEmptyQueries();
    void namesAreNumbersOnce();
    void readersAndAWriterAgree();
};

void LexicalIndexTest::agreesWithTheDefinition_data()
{
    QTest::addColumn<quint32>("seed");
    QTest::addColumn<int>("changes");
    QTest::newRow("one document") << 1U << 1;
    QTest::newRow("few documents") << 2U << 30;
    QTest::newRow("many replaced") << 3U << 1500;
    QTest::newRow("compacted several times") << 4U << 4000;
}

void LexicalIndexTest::agreesWithTheDefinition()
{
    QFETCH(quint32, seed);
    QFETCH(int, changes);
    RandomHub hub(seed);
    for (int i = 1; i <= changes; ++i) {
        hub.change();
        if (changes > 40 && i % (changes / 20) != 0)
            continue;
        const auto query = hub.query();
        const auto problem = verdict(hub.index.search(query), plainSearch(hub.plain, query));
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        QCOMPARE(hub.index.size(), qsizetype(hub.plain.size()));
    }
}

void LexicalIndexTest::isNotChangedByWhatIsNotAccepted()
{
    LexicalIndex alone;
    LexicalIndex shared;
    for (qint64 seq = 1; seq <= 20; ++seq) {
        const auto text = analyse(seq % 3 ? u"gateway port moved"_s : u"billing gateway timeout again and again"_s);
        alone.put(document(seq, 1, 1 + quint32(seq / 5)), text);
        shared.put(document(seq, 1, 1 + quint32(seq / 5)), text);
    }
    for (qint64 seq = 100; seq < 200; ++seq) // the same sessions and words, another owner
        shared.put(document(seq - 99 + 1000 * (seq % 2), 2, 1 + quint32(seq % 5)),
            analyse(u"timeout of the billing timeout"_s));
    shared.put(document(5, 1, 2), analyse(u"gateway port moved"_s));
    alone.put(document(5, 1, 2), analyse(u"gateway port moved"_s));
    for (qint64 seq = 1; seq <= 20; ++seq) { // owner 2 took some numbers over; give them back
        const auto text = analyse(seq % 3 ? u"gateway port moved"_s : u"billing gateway timeout again and again"_s);
        shared.put(document(seq, 1, 1 + quint32(seq / 5)), text);
        alone.put(document(seq, 1, 1 + quint32(seq / 5)), text);
    }
    const LexicalQuery query {.terms = analyseQuery(u"billing timeouts"_s), .accept = ownedBy(1)};
    const auto mine = alone.search(query);
    const auto among = shared.search(query);
    QCOMPARE(among.hits.size(), mine.hits.size());
    for (qsizetype i = 0; i < mine.hits.size(); ++i) {
        QCOMPARE(among.hits[i].seq, mine.hits[i].seq);
        QCOMPARE(among.hits[i].score, mine.hits[i].score);
        QVERIFY(isClose(among.hits[i].raw, mine.hits[i].raw));
    }
}

void LexicalIndexTest::findsAMisspeltWordByItsGrams()
{
    LexicalIndex index;
    index.put(document(1), analyse(u"Kubernetes cluster upgraded"_s));
    index.put(document(2), analyse(u"lunch menu of Friday"_s));
    const auto result = index.search({.terms = analyseQuery(u"kubernetis"_s), .accept = {}});
    QCOMPARE(seqsOf(result), QList<qint64> {1});
    QCOMPARE(result.hits[0].raw.bm, 0.0F);
    QCOMPARE(result.hits[0].normalised.cg, 1.0F);
}

void LexicalIndexTest::bringsTheAnswerAlongWithTheQuestion()
{
    LexicalIndex index;
    index.put(document(1, 1, 7), analyse(u"Where did the offsite in Lisbon take place?"_s));
    index.put(document(2, 1, 7), analyse(u"At the old harbour."_s));
    index.put(document(3, 1, 8), analyse(u"At the new bakery."_s));
    index.put(document(4), analyse(u"At the airport."_s));
    const auto result = index.search({.terms = analyseQuery(u"Lisbon offsite"_s), .accept = {}});
    QCOMPARE(seqsOf(result), (QList<qint64> {1, 2}));
    QCOMPARE(result.hits[0].normalised.bm, 1.0F);
    QCOMPARE(result.hits[0].normalised.ctx, 1.0F); // a document is part of its own context
    QVERIFY(result.hits[1].normalised.ctx > 0.9F);
    QCOMPARE(result.hits[1].raw.bm, 0.0F);
    QCOMPARE(result.hits[1].normalised.sess, 1.0F);
    QCOMPARE(result.hits[0].raw.reply, 0.0F);
    QCOMPARE(result.hits[1].normalised.reply, 1.0F); // it follows the question at once
    QCOMPARE(result.matched, 2);
    QCOMPARE(result.accepted, 4);
}

void LexicalIndexTest::reportsWhatItIsAskedFor()
{
    LexicalIndex index;
    for (qint64 seq = 1; seq <= 10; ++seq)
        index.put(document(seq, seq == 9 ? 2 : 1), analyse(seq == 3 ? u"no match"_s : u"gateway"_s));
    const auto result = index.search(
        {.terms = analyseQuery(u"gateway"_s), .accept = ownedBy(1), .limit = 2, .alsoReport = {10, 3, 1, 9, 77, 1}});
    QCOMPARE(seqsOf(result), (QList<qint64> {10, 8, 3, 1})); // 9 is another owner's, 77 nobody's
    QCOMPARE(result.hits[2].score, 0.0F);
    QCOMPARE(result.hits[3].score, result.hits[0].score);
}

void LexicalIndexTest::putsTheNewerFirstAmongEquals()
{
    LexicalIndex index;
    for (const qint64 seq : {4, 1, 3, 2})
        index.put(document(seq), analyse(u"gateway"_s));
    QCOMPARE(seqsOf(index.search({.terms = analyseQuery(u"gateway"_s), .accept = {}})), (QList<qint64> {4, 3, 2, 1}));
    QCOMPARE(
        seqsOf(index.search({.terms = analyseQuery(u"gateway"_s), .accept = {}, .limit = 2})), (QList<qint64> {4, 3}));
    QVERIFY(index.search({.terms = analyseQuery(u"gateway"_s), .accept = {}, .limit = 0}).hits.isEmpty());
}

void LexicalIndexTest::compactsAwayWhatIsGone()
{
    LexicalIndex index;
    const auto fill = [&index](qint64 from) {
        for (qint64 seq = from; seq < from + 3000; ++seq)
            index.put(
                document(seq, 1, quint32(seq % 50)), analyse(u"fragment w%1 of the w%2 log"_s.arg(seq).arg(seq * 7)));
    };
    fill(0);
    const auto once = index.memoryBytes();
    for (qint64 round = 1; round < 8; ++round) {
        for (qint64 seq = (round - 1) * 3000; seq < round * 3000; ++seq)
            index.remove(seq);
        fill(round * 3000);
    }
    QCOMPARE(index.size(), 3000);
    QVERIFY2(index.memoryBytes() < 3 * once, qPrintable(u"%1 after %2"_s.arg(index.memoryBytes()).arg(once)));
    QCOMPARE(seqsOf(index.search({.terms = analyseQuery(u"w22000"_s), .accept = {}, .weights = {.bm = 1}})),
        QList<qint64> {22000});
    QVERIFY(index.search({.terms = analyseQuery(u"w2000"_s), .accept = {}, .weights = {.bm = 1}}).hits.isEmpty());
}

void LexicalIndexTest::browsesNewestFirst()
{
    LexicalIndex index;
    for (qint64 seq = 1; seq <= 9; ++seq) {
        auto attributes = document(seq, 1 + quint32(seq % 2));
        attributes.createdMs = seq <= 3 ? 50 : 100 - seq; // the first three at the same time
        index.put(attributes, {});
    }
    QCOMPARE(index.newest({}, 100), (QList<qint64> {4, 5, 6, 7, 8, 9, 3, 2, 1}));
    QCOMPARE(index.newest(ownedBy(2), 2), (QList<qint64> {5, 7}));
    QCOMPARE(index.newest({}, 2, BrowsePosition {.createdMs = 50, .seq = 3}), (QList<qint64> {2, 1}));
    QVERIFY(index.newest({}, 2, BrowsePosition {.createdMs = 50, .seq = 1}).isEmpty());
}

void LexicalIndexTest::knowsWhatIsReadBesideADocument()
{
    LexicalIndex index;
    for (qint64 seq = 1; seq <= 5; ++seq)
        index.put({.seq = seq, .createdMs = seq, .sessionId = 1}, analyse(u"gateway"_s));
    index.put({.seq = 6, .createdMs = 3, .sessionId = 2}, analyse(u"gateway"_s));
    index.put({.seq = 7, .createdMs = 3}, analyse(u"gateway"_s));
    QCOMPARE(index.readersOf(2, {}), (QList<qint64> {1, 3, 4}));
    QCOMPARE(index.readersOf(5, {}), (QList<qint64> {4}));
    QCOMPARE(index.readersOf(6, {}), QList<qint64>());
    QCOMPARE(index.readersOf(7, {}), QList<qint64>()); // no session
    QCOMPARE(index.readersOf(8, {}), QList<qint64>()); // no document
    const auto odd = [](const DocumentAttributes &document) { return document.seq % 2 == 1; };
    QCOMPARE(index.readersOf(1, odd), (QList<qint64> {3, 5})); // what is not accepted is not there
}

void LexicalIndexTest::tellsAlphabetsFromOtherScripts()
{
    LexicalIndex index;
    const auto isSpelt = [&](const QString &text) {
        index.put({.seq = 1}, analyse(text));
        return index.attributes(1)->isSpelt;
    };
    QVERIFY(isSpelt(u"Our cat is allergic to chicken and gets salmon food only."_s));
    QVERIFY(!isSpelt(u"우리 고양이는 닭고기 알레르기가 있어서 연어 사료만 먹는다."_s));
    QVERIFY(!isSpelt(u"배포는 매주 화요일 오후에 Jenkins 에서 담당자가 직접 시작한다."_s));
}

void LexicalIndexTest::keepsAttributes()
{
    LexicalIndex index;
    DocumentAttributes given {.seq = 4,
        .createdMs = 5,
        .validToMs = 6,
        .keyId = 7,
        .workspace = 8,
        .agentId = 9,
        .topic = 10,
        .sessionId = 11,
        .caseId = 12,
        .importance = .5F,
        .activation = .25F,
        .type = 3,
        .anchor = true,
        .isSpelt = true,
        .words = 1};
    index.update(given); // not there yet
    QVERIFY(!index.attributes(4));
    index.put(given, analyse(u"gateway"_s));
    QCOMPARE(index.attributes(4), std::optional(given));
    given.importance = .75F;
    given.sessionId = 0;
    index.update(given);
    QCOMPARE(index.attributes(4), std::optional(given));
    int visits = 0;
    index.forEach(ownedBy(7), [&](const DocumentAttributes &attributes) { visits += attributes == given; });
    index.forEach(ownedBy(8), [&](const DocumentAttributes &) { visits += 100; });
    QCOMPARE(visits, 1);
    index.remove(4);
    index.remove(4);
    QVERIFY(!index.attributes(4));
    QVERIFY(!index.attributes(4));
}

void LexicalIndexTest::stopsWhenAsked()
{
    LexicalIndex index;
    index.put(document(1), analyse(u"gateway"_s));
    std::stop_source stop;
    LexicalQuery query {.terms = analyseQuery(u"gateway"_s), .accept = {}};
    query.stop = stop.get_token();
    QVERIFY(!index.search(query).cancelled);
    stop.request_stop();
    const auto result = index.search(query);
    QVERIFY(result.cancelled);
    QVERIFY(result.hits.isEmpty());
    query.stop = {};
    QCOMPARE(index.search(query).hits.size(), 1); // nothing of the stopped search is left
}

void LexicalIndexTest::answersEmptyQueries()
{
    LexicalIndex index;
    QVERIFY(index.search({.terms = analyseQuery(u"gateway"_s), .accept = {}}).hits.isEmpty());
    index.put(document(1), analyse(QString()));
    index.put(document(2), analyse(u"gateway"_s));
    QVERIFY(index.search({.terms = analyseQuery(QString()), .accept = {}}).hits.isEmpty());
    QVERIFY(
        index.search({.terms = analyseQuery(u"gateway"_s), .accept = [](const DocumentAttributes &) { return false; }})
            .hits.isEmpty());
    QCOMPARE(seqsOf(index.search({.terms = analyseQuery(u"gateway"_s), .accept = {}})), QList<qint64> {2});
}

void LexicalIndexTest::namesAreNumbersOnce()
{
    Interner names;
    const auto topic = names.intern(u"nginx"_s);
    QCOMPARE(names.intern(u"nginx"_s), topic);
    QVERIFY(names.intern(u"redis"_s) != topic);
    QCOMPARE(names.find(u"nginx"_s), topic);
    QCOMPARE(names.find(u"never seen"_s), Interner::unknown);
    QCOMPARE(names.intern(QString()), Interner::none);
    QCOMPARE(names.intern(u""_s), Interner::none);
    QCOMPARE(names.name(topic), u"nginx"_s);
    QCOMPARE(names.name(Interner::unknown), QString());
}

/// Every document ever written says `gateway`, so a search sees as many hits as documents.
void LexicalIndexTest::readersAndAWriterAgree()
{
    LexicalIndex index;
    std::atomic<bool> done = false;
    std::atomic<int> wrong = 0;
    std::atomic<int> searches = 0;
    const auto read = [&] {
        const LexicalQuery query {.terms = analyseQuery(u"gateway"_s), .accept = ownedBy(1), .limit = 100000};
        while (!done) {
            const auto result = index.search(query);
            wrong += result.hits.size() != result.accepted;
            for (const auto &hit : result.hits)
                wrong += hit.raw.bm <= 0;
            index.newest(ownedBy(1), 5);
            index.attributes(7);
            ++searches;
        }
    };
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i)
        readers.emplace_back(read);
    QRandomGenerator random(5);
    for (int i = 0; i < 1500 || searches < 30; ++i) {
        const qint64 seq = random.bounded(600);
        if (random.bounded(4) == 0)
            index.remove(seq);
        else
            index.put(document(seq, 1 + quint32(seq % 2), quint32(seq % 9)), analyse(u"gateway number %1"_s.arg(i)));
    }
    done = true;
    readers.clear();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(LexicalIndexTest)
#include "tst_lexicalindex.moc"
