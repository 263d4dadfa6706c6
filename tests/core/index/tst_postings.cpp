// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/postings.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>

using namespace hub;

using List = std::vector<std::pair<quint32, quint32>>;

namespace {

List listOf(const Postings &postings, TermId term)
{
    List list;
    if (const auto ordinal = postings.find(term); ordinal != Postings::absent)
        postings.forEach(ordinal, [&list](quint32 item, quint32 count) { list.emplace_back(item, count); });
    return list;
}

} // namespace

class PostingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatWasAdded();
    void keepsLongListsWithWideGaps();
    void knowsNoTermAtFirst();
    void ignoresARepeatedItem();
};

void PostingsTest::keepsWhatWasAdded()
{
    QRandomGenerator random(3);
    Postings postings;
    std::map<TermId, List> expected;
    for (quint32 item = 0; item < 20000; ++item) {
        const auto spread = random.bounded(3) ? 40 : 50000; // some terms everywhere, many once
        std::map<TermId, quint32> document;
        for (int i = 0; i < 8; ++i)
            document[termOf(TermKind::Word, std::to_string(random.bounded(spread)))]
                = 1 + (random.bounded(5) ? 0 : random.bounded(400));
        for (const auto &[term, count] : document) {
            const auto added = postings.add(term, item, count);
            QCOMPARE(added.isNew, !expected.contains(term));
            expected[term].emplace_back(item, count);
        }
    }
    QCOMPARE(postings.termCount(), quint32(expected.size()));
    for (const auto &[term, list] : expected) {
        QCOMPARE(postings.size(postings.find(term)), quint32(list.size()));
        QCOMPARE(postings.term(postings.find(term)), term);
        QVERIFY(listOf(postings, term) == list);
    }
}

void PostingsTest::keepsLongListsWithWideGaps()
{
    Postings postings;
    List expected;
    quint32 item = 0;
    for (quint32 i = 0; i < 60000; ++i) {
        item += 1 + (i % 7) * (i % 7 == 6 ? 11000 : 1);
        const quint32 count = i % 3 ? 1 : 1 + i;
        postings.add(5, item, count);
        expected.emplace_back(item, i == 0 ? std::min(count, 0xFFFFU) : count);
    }
    QVERIFY(listOf(postings, 5) == expected);
    QVERIFY(postings.memoryBytes() < 60000 * 6);
}

void PostingsTest::knowsNoTermAtFirst()
{
    const Postings postings;
    QCOMPARE(postings.find(1), Postings::absent);
    QCOMPARE(postings.termCount(), 0U);
}

void PostingsTest::ignoresARepeatedItem()
{
    Postings postings;
    postings.add(1, 4, 2);
    postings.add(1, 4, 9);
    QVERIFY(listOf(postings, 1) == (List {{4, 2}}));
}

QTEST_GUILESS_MAIN(PostingsTest)
#include "tst_postings.moc"
