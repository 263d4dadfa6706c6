// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/lexicalindex.h"

#include <QRandomGenerator>
#include <QTest>

#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>

using namespace hub;
using namespace Qt::Literals::StringLiterals;

namespace {

using Counts = std::map<TermId, double>;

struct Document {
    DocumentAttributes attributes;
    AnalysedText text;
};

Counts wordsOf(const Document &document)
{
    Counts counts;
    for (const auto &word : document.text.words)
        counts[word.term] += word.count;
    return counts;
}

Counts gramsOf(const Document &document)
{
    Counts counts;
    for (const auto &spelling : document.text.spellings)
        forEachGram(spelling.text, [&](TermId gram) { counts[gram] += spelling.count; });
    return counts;
}

void addTo(Counts &sum, const Counts &more)
{
    for (const auto &[term, count] : more)
        sum[term] += count;
}

double lengthOf(const Counts &counts)
{
    double length = 0;
    for (const auto &[term, count] : counts)
        length += count;
    return length;
}

std::vector<double> plainBm25(const std::vector<Counts> &fields, const std::vector<TermId> &query, double k1, double b)
{
    std::vector<double> scores(fields.size());
    double total = 0;
    for (const auto &field : fields)
        total += lengthOf(field);
    const auto average = std::max(1e-9, total / double(fields.size()));
    for (const auto term : query) {
        double containing = 0;
        for (const auto &field : fields)
            containing += double(field.contains(term));
        const auto rarity = std::log(1 + (double(fields.size()) - containing + .5) / (containing + .5));
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto count = fields[i].contains(term) ? fields[i].at(term) : 0;
            scores[i] += rarity * count * (k1 + 1) / (count + k1 * (1 - b + b * lengthOf(fields[i]) / average));
        }
    }
    return scores;
}

/// The definition of the signals, without any index: every accepted document is looked at.
std::map<qint64, LexicalSignals> plainSearch(const std::map<qint64, Document> &all, const LexicalQuery &query)
{
    std::vector<const Document *> accepted;
    std::map<quint32, std::vector<std::size_t>> sessions; // places in `accepted`
    for (const auto &[seq, document] : all) {
        if (!query.accept || query.accept(document.attributes))
            accepted.push_back(&document);
    }
    std::ranges::sort(
        accepted, {}, [](const Document *d) { return std::pair(d->attributes.createdMs, d->attributes.seq); });
    std::vector<Counts> words;
    std::vector<Counts> grams;
    for (const auto *document : accepted) {
        if (document->attributes.sessionId != Interner::none)
            sessions[document->attributes.sessionId].push_back(words.size());
        words.push_back(wordsOf(*document));
        grams.push_back(gramsOf(*document));
    }
    std::vector<Counts> contexts;
    std::vector<Counts> wholes;
    for (const auto &[id, members] : sessions) {
        Counts whole;
        for (std::size_t i = 0; i < members.size(); ++i) {
            Counts context;
            for (const auto other : {int(i) - 2, int(i) - 1, int(i), int(i) + 1}) {
                if (other >= 0 && other < int(members.size()))
                    addTo(context, words[members[std::size_t(other)]]);
            }
            contexts.push_back(context);
            addTo(whole, words[members[i]]);
        }
        wholes.push_back(whole);
    }
    const auto bm = plainBm25(words, query.terms.words, .9, .1);
    const auto cg = plainBm25(grams, query.terms.grams, .9, .2);
    auto telling = query.terms.words; // what every tenth document has says nothing of its surroundings
    std::erase_if(telling, [&](TermId term) {
        const auto having
            = std::size_t(std::ranges::count_if(words, [&](const Counts &w) { return w.contains(term); }));
        return having > 100 && having * 10 > accepted.size();
    });
    const auto ctx = plainBm25(contexts, telling, .9, .1);
    const auto sess = plainBm25(wholes, telling, 1.2, .5);
    std::map<qint64, LexicalSignals> out;
    for (std::size_t i = 0; i < accepted.size(); ++i)
        out[accepted[i]->attributes.seq] = {.bm = float(bm[i]), .cg = float(cg[i])};
    std::size_t context = 0;
    std::size_t whole = 0;
    for (const auto &[id, members] : sessions) {
        for (const auto member : members) {
            out[accepted[member]->attributes.seq].ctx = float(ctx[context++]);
            out[accepted[member]->attributes.seq].sess = float(sess[whole]);
        }
        ++whole;
    }
    return out;
}

bool isClose(float a, float b) { return std::abs(a - b) <= 2e-3F * std::max(1.0F, std::abs(b)); }

bool isClose(const LexicalSignals &a, const LexicalSignals &b)
{
    return isClose(a.bm, b.bm) && isClose(a.cg, b.cg) && isClose(a.ctx, b.ctx) && isClose(a.sess, b.sess);
}

/// What brings a document in; its session alone does not.
float total(const LexicalSignals &s) { return s.bm + s.cg + s.ctx; }

QString verdict(const LexicalResult &result, const std::map<qint64, LexicalSignals> &expected)
{
    std::set<qint64> found;
    float last = 1e9F;
    for (const auto &hit : result.hits) {
        if (hit.score > last)
            return u"not best first"_s;
        last = hit.score;
        if (!found.insert(hit.seq).second || !expected.contains(hit.seq))
            return u"unexpected document %1"_s.arg(hit.seq);
        const auto &plain = expected.at(hit.seq);
        if (!isClose(hit.raw, plain)) {
            return u"document %1: %2 %3 %4 %5 instead of %6 %7 %8 %9"_s.arg(hit.seq)
                .arg(hit.raw.bm)
                .arg(hit.raw.cg)
                .arg(hit.raw.ctx)
                .arg(hit.raw.sess)
                .arg(plain.bm)
                .arg(plain.cg)
                .arg(plain.ctx)
                .arg(plain.sess);
        }
    }
    for (const auto &[seq, plain] : expected) {
        if (total(plain) > 0 && !found.contains(seq))
            return u"document %1 is missing"_s.arg(seq);
    }
    return result.accepted == qsizetype(expected.size()) ? QString() : u"wrong number of accepted documents"_s;
}

/// A random hub: the same calls go to the index and to a plain map.
class RandomHub
{
public:
    explicit RandomHub(quint32 seed)
        : m_random(seed)
    {
        for (int i = 0; i < 80; ++i) {
            QString word;
            for (int length = 1 + m_random.bounded(4); length > 0; --length)
                word += i % 3 ? u"ka re mi to sel ing port on"_s.split(u' ')[m_random.bounded(8)]
                              : QString(QChar(0xAC00 + m_random.bounded(90)));
            m_words += word;
        }
    }

    void change()
    {
        const qint64 seq = 1 + m_random.bounded(400);
        switch (m_random.bounded(8)) {
        case 0:
            index.remove(seq);
            plain.erase(seq);
            break;
        case 1:
            if (const auto known = plain.find(seq); known != plain.end())
                known->second.attributes = attributes(seq);
            index.update(plain.contains(seq) ? plain[seq].attributes : attributes(seq));
            break;
        default:
            plain[seq] = {.attributes = attributes(seq), .text = analyse(text(m_random.bounded(14)))};
            index.put(plain[seq].attributes, plain[seq].text);
        }
    }

    LexicalQuery query()
    {
        LexicalQuery query {.terms = analyseQuery(text(1 + m_random.bounded(6))), .accept = {}, .limit = 1000};
        if (const auto owner = quint32(m_random.bounded(4)); owner > 0)
            query.accept = [owner](const DocumentAttributes &document) { return document.keyId == owner; };
        return query;
    }

    LexicalIndex index;
    std::map<qint64, Document> plain;

private:
    QString text(int words)
    {
        QStringList out;
        for (; words > 0; --words)
            out += m_words[std::min(m_random.bounded(80), m_random.bounded(80))];
        return out.join(u' ');
    }
    DocumentAttributes attributes(qint64 seq)
    {
        return {.seq = seq,
            .createdMs = m_random.bounded(50),
            .keyId = quint32(1 + m_random.bounded(3)),
            .sessionId = quint32(m_random.bounded(12))};
    }

    QRandomGenerator m_random;
    QStringList m_words;
};

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
