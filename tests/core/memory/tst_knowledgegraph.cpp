// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/graphchanges.h"
#include "core/memory/inspect.h"
#include "tests/support/memorybench.h"

#include <QJsonDocument>

using namespace hub;

class KnowledgeGraphTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<test::MemoryBench>(); }
    void writesPartsWithoutLoss_data();
    void writesPartsWithoutLoss();
    void goesThereAndBack();
    void leavesAnExistingNameAlone();
    void keepsALongObservationWhole();
    void addsObservationsToEntitiesThatExist();
    void storesNothingWhenOneEntityIsMissing();
    void keepsRelationsOfAnyKind();
    void findsNodesByAnyPart_data();
    void findsNodesByAnyPart();
    void opensNodesByName();
    void deletesAnEntityWithAllThatHangsOnIt();
    void deletesSingleParts();
    void givesTheSameAnswerWhenThereIsNothingToDelete();
    void linksThePartsAsMemories();
    void takesAPartAsItWasAmended();
    void showsAKeyItsOwnGraph();
    void letsAGroupReadButNotDelete();
    void refusesAnEmptyName();

private:
    void create(const QList<GraphEntity> &entities, const Principal &caller = {})
    {
        VERIFY_OK(m_bench->write(createEntities, GraphEntities {entities}, caller));
    }
    void relate(const QList<GraphRelation> &relations, const Principal &caller = {})
    {
        VERIFY_OK(m_bench->write(createRelations, GraphRelations {relations}, caller));
    }
    QJsonObject graph(const Principal &caller = {})
    {
        const auto read = m_bench->read(readGraph, ReadGraphRequest {}, caller);
        return read ? toJson(*read) : QJsonObject();
    }
    static QJsonObject json(const char *text)
    {
        return QJsonDocument::fromJson(QByteArray(text).replace('\'', '"')).object();
    }
    void storeTheFamily()
    {
        create({{u"Anna"_s, u"person"_s, {u"Speaks Spanish"_s, u"Plays chess"_s}},
            {u"Bo"_s, u"dog"_s, {u"Barks at night"_s}}, {u"Seoul"_s, u"city"_s, {}}});
        relate({{u"Anna"_s, u"Bo"_s, u"owns"_s}, {u"Anna"_s, u"Seoul"_s, u"lives in"_s}});
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void KnowledgeGraphTest::writesPartsWithoutLoss_data()
{
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("other");
    QTest::newRow("plain") << u"John_Smith"_s << u"works_at"_s;
    QTest::newRow("one letter") << u"A"_s << u"b"_s;
    QTest::newRow("Korean") << u"홍길동"_s << u"친구이다"_s;
    QTest::newRow("brackets and colons") << u"f(x): y"_s << u"a (b)"_s;
    QTest::newRow("arrows") << u"a → b"_s << u"→"_s;
    QTest::newRow("back slashes") << u"C:\\a\\"_s << u"\\→\\"_s;
}

void KnowledgeGraphTest::writesPartsWithoutLoss()
{
    QFETCH(QString, one);
    QFETCH(QString, other);
    create({{one, other, {other, one}}});
    relate({{one, other, one}, {other, one, other}, {one, one, other}});
    const auto back = m_bench->read(readGraph, ReadGraphRequest {});
    VERIFY_OK(back);
    QCOMPARE(back->entities.size(), 1);
    QCOMPARE(back->entities[0].name, one);
    QCOMPARE(back->entities[0].entityType, other);
    QCOMPARE(back->entities[0].observations, QStringList({other, one}));
    const QList<GraphRelation> relations {{one, other, one}, {other, one, other}, {one, one, other}};
    QCOMPARE(back->relations, relations);
}

void KnowledgeGraphTest::goesThereAndBack()
{
    storeTheFamily();
    QCOMPARE(graph(),
        json("{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish','Plays chess']},"
             "{'name':'Bo','entityType':'dog','observations':['Barks at night']},"
             "{'name':'Seoul','entityType':'city','observations':[]}],"
             "'relations':[{'from':'Anna','to':'Bo','relationType':'owns'},"
             "{'from':'Anna','to':'Seoul','relationType':'lives in'}]}"));
}

void KnowledgeGraphTest::leavesAnExistingNameAlone()
{
    create({{u"Anna"_s, u"person"_s, {u"Speaks Spanish"_s}}});
    const auto again = m_bench->write(createEntities,
        GraphEntities {
            {{u"Anna"_s, u"robot"_s, {u"Speaks Klingon"_s}}, {u"Bo"_s, u"dog"_s, {}}, {u"Bo"_s, u"cat"_s, {}}}});
    VERIFY_OK(again);
    QCOMPARE(toJson(*again), json("{'entities':[{'name':'Bo','entityType':'dog','observations':[]}]}"));
    QCOMPARE(graph()[u"entities"_s][0][u"observations"_s].toArray(), QJsonArray {u"Speaks Spanish"_s});
    create({{u"anna"_s, u"ship"_s, {}}}); // another name
    QCOMPARE(graph()[u"entities"_s].toArray().size(), 3);
}

void KnowledgeGraphTest::keepsALongObservationWhole()
{
    const QString text = u"word "_s.repeated(500) + u"end"_s;
    create({{u"Anna"_s, u"person"_s, {text}}});
    QCOMPARE(graph()[u"entities"_s][0][u"observations"_s][0].toString(), text);
}

void KnowledgeGraphTest::addsObservationsToEntitiesThatExist()
{
    storeTheFamily();
    const auto added = m_bench->write(addObservations,
        AddObservationsRequest {{{u"Anna"_s, {u"Plays chess"_s, u"Owns a boat"_s}}, {u"Seoul"_s, {u"Is big"_s}}}});
    VERIFY_OK(added);
    QCOMPARE(toJson(*added),
        json("{'results':[{'entityName':'Anna','addedObservations':['Owns a boat']},"
             "{'entityName':'Seoul','addedObservations':['Is big']}]}"));
    QCOMPARE(graph()[u"entities"_s][0][u"observations"_s].toArray(),
        QJsonArray({u"Speaks Spanish"_s, u"Plays chess"_s, u"Owns a boat"_s}));
}

void KnowledgeGraphTest::storesNothingWhenOneEntityIsMissing()
{
    storeTheFamily();
    const auto before = graph();
    const auto added = m_bench->write(addObservations,
        AddObservationsRequest {{{u"Anna"_s, {u"Owns a boat"_s}}, {u"Nobody"_s, {u"Is not there"_s}}}});
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::NotFound);
    QCOMPARE(added.error().message, u"Entity with name Nobody not found"_s);
    QCOMPARE(graph(), before);
}

void KnowledgeGraphTest::keepsRelationsOfAnyKind()
{
    create({{u"Anna"_s, u"person"_s, {}}});
    const QList<GraphRelation> all {{u"Anna"_s, u"Anna"_s, u"knows"_s}, {u"Anna"_s, u"Nowhere"_s, u"longs for"_s},
        {u"Anna"_s, u"Nowhere"_s, u"dreams of"_s}};
    relate(all);
    const auto again = m_bench->write(
        createRelations, GraphRelations {all + QList {GraphRelation {u"Nowhere"_s, u"Anna"_s, u"calls"_s}}});
    VERIFY_OK(again);
    QCOMPARE(toJson(*again), json("{'relations':[{'from':'Nowhere','to':'Anna','relationType':'calls'}]}"));
    QCOMPARE(graph()[u"relations"_s].toArray().size(), 4);
}

void KnowledgeGraphTest::findsNodesByAnyPart_data()
{
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("relations");
    QTest::newRow("name") << u"ann"_s << QStringList {u"Anna"_s} << 2;
    QTest::newRow("type") << u"DOG"_s << QStringList {u"Bo"_s} << 1;
    QTest::newRow("observation") << u"ark"_s << QStringList {u"Bo"_s} << 1;
    QTest::newRow("several") << u"s"_s << QStringList {u"Anna"_s, u"Bo"_s, u"Seoul"_s} << 2;
    QTest::newRow("a kind of relation") << u"owns"_s << QStringList {} << 0;
    QTest::newRow("nothing") << u"submarine"_s << QStringList {} << 0;
}

void KnowledgeGraphTest::findsNodesByAnyPart()
{
    QFETCH(QString, query);
    QFETCH(int, relations);
    storeTheFamily();
    const auto found = m_bench->read(searchNodes, SearchNodesRequest {query});
    VERIFY_OK(found);
    QStringList names;
    for (const auto &entity : found->entities)
        names += entity.name;
    QTEST(names, "names");
    QCOMPARE(found->relations.size(), relations);
}

void KnowledgeGraphTest::opensNodesByName()
{
    storeTheFamily();
    const auto found = m_bench->read(openNodes, OpenNodesRequest {{u"Bo"_s, u"Nobody"_s, u"seoul"_s}});
    VERIFY_OK(found);
    QCOMPARE(toJson(*found),
        json("{'entities':[{'name':'Bo','entityType':'dog','observations':['Barks at night']}],"
             "'relations':[{'from':'Anna','to':'Bo','relationType':'owns'}]}"));
}

void KnowledgeGraphTest::deletesAnEntityWithAllThatHangsOnIt()
{
    storeTheFamily();
    relate({{u"Bo"_s, u"Seoul"_s, u"runs through"_s}});
    const auto gone = m_bench->write(deleteEntities, DeleteEntitiesRequest {{u"Bo"_s, u"Nobody"_s}});
    VERIFY_OK(gone);
    QCOMPARE(toJson(*gone), json("{'success':true,'message':'Entities deleted successfully'}"));
    QCOMPARE(graph(),
        json("{'entities':[{'name':'Anna','entityType':'person','observations':['Speaks Spanish','Plays chess']},"
             "{'name':'Seoul','entityType':'city','observations':[]}],"
             "'relations':[{'from':'Anna','to':'Seoul','relationType':'lives in'}]}"));
    create({{u"Bo"_s, u"cat"_s, {}}}); // nothing of the dog comes back
    QCOMPARE(graph()[u"entities"_s][2].toObject(), json("{'name':'Bo','entityType':'cat','observations':[]}"));
}

void KnowledgeGraphTest::deletesSingleParts()
{
    storeTheFamily();
    const auto text = m_bench->write(
        deleteObservations, DeleteObservationsRequest {{{u"Anna"_s, {u"Plays chess"_s, u"Barks at night"_s}}}});
    VERIFY_OK(text);
    QCOMPARE(text->message, u"Observations deleted successfully"_s);
    QCOMPARE(graph()[u"entities"_s][0][u"observations"_s].toArray(), QJsonArray {u"Speaks Spanish"_s});
    QCOMPARE(graph()[u"entities"_s][1][u"observations"_s].toArray(), QJsonArray {u"Barks at night"_s});
    const auto relation = m_bench->write(deleteRelations, GraphRelations {{{u"Anna"_s, u"Bo"_s, u"owns"_s}}});
    VERIFY_OK(relation);
    QCOMPARE(relation->message, u"Relations deleted successfully"_s);
    QCOMPARE(graph()[u"relations"_s].toArray(),
        json("{'r':[{'from':'Anna','to':'Seoul','relationType':'lives in'}]}")[u"r"_s].toArray());
}

void KnowledgeGraphTest::givesTheSameAnswerWhenThereIsNothingToDelete()
{
    VERIFY_OK(m_bench->write(deleteEntities, DeleteEntitiesRequest {{u"Nobody"_s}}));
    VERIFY_OK(m_bench->write(deleteObservations, DeleteObservationsRequest {{{u"Nobody"_s, {u"Nothing"_s}}}}));
    VERIFY_OK(m_bench->write(deleteRelations, GraphRelations {{{u"a"_s, u"b"_s, u"c"_s}}}));
}

void KnowledgeGraphTest::linksThePartsAsMemories()
{
    storeTheFamily();
    auto work = m_bench->work();
    const auto parts = graphFragments(work);
    VERIFY_OK(parts);
    QHash<QString, QStringList> linked; // contents by content
    for (const auto &part : *parts) {
        const auto detail = inspect(work, part.id);
        VERIFY_OK(detail);
        for (const auto &link : detail->links) {
            if (link.outgoing)
                linked[part.content] += link.otherContent;
        }
    }
    QCOMPARE(linked[u"About Anna: Speaks Spanish"_s], QStringList {u"Entity: Anna (person)"_s});
    auto ends = linked[u"Anna → owns → Bo"_s];
    ends.sort();
    QCOMPARE(ends, QStringList({u"Entity: Anna (person)"_s, u"Entity: Bo (dog)"_s}));
}

void KnowledgeGraphTest::takesAPartAsItWasAmended()
{
    storeTheFamily();
    auto work = m_bench->work();
    const auto parts = graphFragments(work);
    VERIFY_OK(parts);
    for (const auto &part : *parts) {
        if (part.content != u"About Anna: Plays chess")
            continue;
        AmendRequest request;
        request.id = part.id;
        request.content = u"Anna plays chess on Sundays"_s;
        VERIFY_OK(m_bench->write(amend, request));
    }
    QCOMPARE(graph()[u"entities"_s][0][u"observations"_s].toArray(),
        QJsonArray({u"Speaks Spanish"_s, u"Anna plays chess on Sundays"_s}));
}

void KnowledgeGraphTest::showsAKeyItsOwnGraph()
{
    const auto one = test::keyed(u"key-1"_s);
    const auto other = test::keyed(u"key-2"_s);
    create({{u"Anna"_s, u"person"_s, {u"Speaks Spanish"_s}}}, one);
    relate({{u"Anna"_s, u"Bo"_s, u"owns"_s}}, one);
    QCOMPARE(graph(other), json("{'entities':[],'relations':[]}"));
    const auto found = m_bench->read(searchNodes, SearchNodesRequest {u"Anna"_s}, other);
    VERIFY_OK(found);
    QVERIFY(found->entities.isEmpty() && found->relations.isEmpty());
    const auto opened = m_bench->read(openNodes, OpenNodesRequest {{u"Anna"_s}}, other);
    VERIFY_OK(opened);
    QVERIFY(opened->entities.isEmpty() && opened->relations.isEmpty());
    QVERIFY(!m_bench->write(addObservations, AddObservationsRequest {{{u"Anna"_s, {u"Is watched"_s}}}}, other));
    const auto before = graph(one);
    VERIFY_OK(m_bench->write(deleteEntities, DeleteEntitiesRequest {{u"Anna"_s}}, other));
    VERIFY_OK(
        m_bench->write(deleteObservations, DeleteObservationsRequest {{{u"Anna"_s, {u"Speaks Spanish"_s}}}}, other));
    VERIFY_OK(m_bench->write(deleteRelations, GraphRelations {{{u"Anna"_s, u"Bo"_s, u"owns"_s}}}, other));
    QCOMPARE(graph(one), before);
    create({{u"Anna"_s, u"ship"_s, {}}}, other); // a name is taken in one's own graph only
    relate({{u"Anna"_s, u"Bo"_s, u"owns"_s}}, other);
    QCOMPARE(graph(other)[u"entities"_s][0][u"entityType"_s].toString(), u"ship"_s);
    QCOMPARE(graph(one), before);
}

void KnowledgeGraphTest::letsAGroupReadButNotDelete()
{
    const auto one = test::keyed(u"key-1"_s);
    auto friendOfOne = test::keyed(u"key-2"_s);
    friendOfOne.groupKeyIds = {u"key-1"_s};
    create({{u"Anna"_s, u"person"_s, {u"Speaks Spanish"_s}}}, one);
    VERIFY_OK(m_bench->write(addObservations, AddObservationsRequest {{{u"Anna"_s, {u"Sings well"_s}}}}, friendOfOne));
    QCOMPARE(graph(friendOfOne)[u"entities"_s][0][u"observations"_s].toArray(),
        QJsonArray({u"Speaks Spanish"_s, u"Sings well"_s}));
    VERIFY_OK(m_bench->write(deleteEntities, DeleteEntitiesRequest {{u"Anna"_s}}, friendOfOne));
    QCOMPARE(graph(friendOfOne)[u"entities"_s][0][u"observations"_s].toArray(), QJsonArray {u"Speaks Spanish"_s});
    QCOMPARE(graph(one)[u"entities"_s][0][u"observations"_s].toArray(), QJsonArray {u"Speaks Spanish"_s});
}

void KnowledgeGraphTest::refusesAnEmptyName()
{
    QVERIFY(!m_bench->write(createEntities, GraphEntities {{{u" "_s, u"person"_s, {}}}}));
    QVERIFY(!m_bench->write(createEntities, GraphEntities {{{u"Anna"_s, u"person"_s, {u""_s}}}}));
    QVERIFY(!m_bench->write(createRelations, GraphRelations {{{u"Anna"_s, u""_s, u"owns"_s}}}));
    QCOMPARE(graph(), json("{'entities':[],'relations':[]}"));
}

QTEST_GUILESS_MAIN(KnowledgeGraphTest)
#include "tst_knowledgegraph.moc"
