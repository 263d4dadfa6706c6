// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tokens.h"
#include "core/memory/link.h"
#include "tests/core/search/searchbench.h"

#include <QRandomGenerator>

using namespace hub;

/// The answer: its pages, its budget, and the shape of what is in it.
class RecallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void describesAFragment();
    void leavesOutWhatIsNotAskedFor();
    void givesExactlyTheFieldsAskedFor();
    void namesTheOwnersKey();
    void saysWhatMayBeOutOfDate_data();
    void saysWhatMayBeOutOfDate();
    void neverExceedsTheBudget();
    void cutsTheFirstToABudgetThatIsTooSmall();
    void visitsEveryFragmentOnce_data();
    void visitsEveryFragmentOnce();
    void leavesLateComersOutOfLaterPages();
    void bringsLinkedFragmentsAlong();
    void previewsItsLinks();
    void takesAnythingForAQuestion_data();
    void takesAnythingForAQuestion();
    void takesRandomTextForAQuestion();
    void listsTheNewestWithoutAQuestion();

private:
    QJsonObject json(const RecallRequest &request, const Principal &caller = {})
    {
        const auto answer = m_bench->read(recall, request, caller);
        return answer ? recallJson(*answer, request) : QJsonObject {{u"error"_s, answer.error().message}};
    }

    std::unique_ptr<test::SearchBench> m_bench;
};

void RecallTest::init() { m_bench = std::make_unique<test::SearchBench>(); }

void RecallTest::describesAFragment()
{
    const auto id = m_bench->remembered(
        {u"The batch scheduler keeps one queue per worker."_s, u"queue"_s, FragmentType::Decision}, [](auto &r) {
            r.contextSummary = u"after the outage"_s;
            r.workspace = u"hub"_s;
            r.caseId = u"case-1"_s;
            r.assertionStatus = AssertionStatus::Inferred;
            r.affect = Affect::Confidence;
        });
    m_bench->clock.advance(3 * msPerDay + 5);
    auto request = test::byKeywords({u"scheduler"_s});
    request.includeContext = true;
    const auto answer = json(request);
    QCOMPARE(answer[u"success"_s].toBool(), true);
    QCOMPARE(answer[u"count"_s].toInt(), 1);
    QCOMPARE(answer[u"totalCount"_s].toInt(), 1);
    QCOMPARE(answer[u"hasMore"_s].toBool(), false);
    QVERIFY(answer[u"nextCursor"_s].isNull());
    QVERIFY(answer[u"searchPath"_s].toString().contains(u"L2:1"_s));
    QCOMPARE(answer[u"totalTokens"_s].toInt(),
        estimateTokens(u"The batch scheduler keeps one queue per worker."_s) + estimateTokens(u"after the outage"_s));
    QCOMPARE(answer[u"_meta"_s][u"serverTime"_s][u"epoch_ms"_s].toInteger(), m_bench->clock.now().ms);
    QVERIFY(answer[u"_meta"_s].toObject().contains(u"searchEventId"_s));
    const auto fragment = answer[u"fragments"_s][0].toObject();
    QCOMPARE(fragment[u"id"_s].toString(), id);
    QCOMPARE(fragment[u"content"_s].toString(), u"The batch scheduler keeps one queue per worker."_s);
    QCOMPARE(fragment[u"created_at"_s].toString(), u"2026-11-30T09:00:00.000Z"_s);
    QCOMPARE(fragment[u"age_days"_s].toInt(), 3);
    QCOMPARE(fragment[u"context_summary"_s].toString(), u"after the outage"_s);
    QCOMPARE(fragment[u"workspace"_s].toString(), u"hub"_s);
    QCOMPARE(fragment[u"case_id"_s].toString(), u"case-1"_s);
    QCOMPARE(fragment[u"assertion_status"_s].toString(), u"inferred"_s);
    QCOMPARE(fragment[u"affect"_s].toString(), u"confidence"_s);
    QCOMPARE(fragment[u"importance"_s].toDouble(), 0.7);
    QVERIFY(fragment[u"key_id"_s].isNull());
    QVERIFY(fragment.contains(u"key_id"_s));
}

void RecallTest::leavesOutWhatIsNotAskedFor()
{
    m_bench->remembered({u"The batch scheduler keeps one queue per worker."_s});
    const auto fragment = json(test::byKeywords({u"scheduler"_s}))[u"fragments"_s][0].toObject();
    for (const auto &name : {u"keywords"_s, u"key_name"_s, u"case_id"_s, u"goal"_s, u"outcome"_s, u"phase"_s,
             u"resolution_status"_s, u"assertion_status"_s, u"similarity"_s, u"stale_warning"_s, u"explanations"_s,
             u"validation_warnings"_s, u"truncated"_s, u"shares"_s, u"score"_s})
        QVERIFY2(!fragment.contains(name), qPrintable(name));
    auto request = test::byKeywords({u"scheduler"_s});
    request.includeKeywords = true;
    QVERIFY(!json(request)[u"fragments"_s][0][u"keywords"_s].toArray().isEmpty());
}

void RecallTest::givesExactlyTheFieldsAskedFor()
{
    m_bench->remembered({u"The batch scheduler keeps one queue per worker."_s});
    auto request = test::byKeywords({u"scheduler"_s});
    request.fieldNames = {u"importance"_s, u"id"_s, u"content"_s, u"id"_s};
    const auto answer = json(request);
    QCOMPARE(answer[u"fragments"_s][0].toObject().keys(), (QStringList {u"content"_s, u"id"_s, u"importance"_s}));
    QVERIFY(answer.contains(u"_meta"_s) && answer.contains(u"totalTokens"_s));       // only the fragments are trimmed
    request.fieldNames = {u"keywords"_s, u"key_name"_s, u"key_id"_s, u"valid_to"_s}; // asked for by name
    QCOMPARE(json(request)[u"fragments"_s][0].toObject().keys(),
        (QStringList {u"key_id"_s, u"key_name"_s, u"keywords"_s, u"valid_to"_s}));
    request.fieldNames = {u"id"_s, u"nope"_s};
    QVERIFY(json(request)[u"error"_s].toString().contains(u"nope"_s));
}

void RecallTest::namesTheOwnersKey()
{
    auto caller = test::keyed(u"key-a"_s);
    caller.keyName = u"laptop"_s;
    caller.groupKeyIds = {u"key-b"_s};
    m_bench->remembered({u"A probe that belongs to the key a."_s}, {}, caller);
    m_bench->remembered({u"A probe that belongs to the key b."_s}, {}, test::keyed(u"key-b"_s));
    m_bench->remembered({u"A probe that belongs to the master."_s});
    auto request = test::byKeywords({u"probe"_s});
    request.includeKeyName = true;
    QHash<QString, QJsonValue> names;
    for (const auto &fragment : json(request, caller)[u"fragments"_s].toArray())
        names.insert(fragment[u"key_id"_s].toString(), fragment[u"key_name"_s]);
    QCOMPARE(names.size(), 2);
    QCOMPARE(names.value(u"key-a"_s), QJsonValue(u"laptop"_s));
    QVERIFY(names.value(u"key-b"_s).isNull()); // never under another's name
    for (const auto &fragment : json(request)[u"fragments"_s].toArray()) {
        if (fragment[u"key_id"_s].isNull())
            QCOMPARE(fragment[u"key_name"_s], QJsonValue(u"master"_s));
    }
}

void RecallTest::saysWhatMayBeOutOfDate_data()
{
    QTest::addColumn<FragmentType>("type");
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("stale");
    QTest::newRow("procedure of a month") << FragmentType::Procedure << 30 << false;
    QTest::newRow("procedure of over a month") << FragmentType::Procedure << 31 << true;
    QTest::newRow("fact of two months") << FragmentType::Fact << 60 << false;
    QTest::newRow("fact of over two months") << FragmentType::Fact << 61 << true;
    QTest::newRow("decision of three months") << FragmentType::Decision << 90 << false;
    QTest::newRow("decision of over three months") << FragmentType::Decision << 91 << true;
}

void RecallTest::saysWhatMayBeOutOfDate()
{
    QFETCH(FragmentType, type);
    QFETCH(int, days);
    QFETCH(bool, stale);
    m_bench->remembered({u"The batch scheduler keeps one queue per worker."_s, u"lab"_s, type});
    m_bench->clock.advance(days * msPerDay);
    const auto fragment = json(test::byKeywords({u"scheduler"_s}))[u"fragments"_s][0].toObject();
    QCOMPARE(fragment.contains(u"stale_warning"_s), stale);
    if (stale)
        QVERIFY(fragment[u"stale_warning"_s].toString().contains(QString::number(days)));
}

void RecallTest::neverExceedsTheBudget()
{
    QRandomGenerator random(4711);
    QStringList ids;
    for (int i = 0; i < 40; ++i) {
        const auto filler = random.bounded(2) ? u"나무 "_s : u"tree "_s;
        ids += m_bench->remembered(
            {QString(u"The probe number %1 "_s.arg(i) + filler.repeated(random.bounded(1, 45)))});
        if (i > 0)
            VERIFY_OK(m_bench->write(hub::link, LinkRequest {.fromId = ids[i], .toId = ids[i - 1], .agentId = {}}));
    }
    for (int i = 0; i < 120; ++i) {
        auto request = random.bounded(2) ? test::byKeywords({u"probe"_s, u"나무"_s}) : RecallRequest {};
        request.tokenBudget = 1 + random.bounded(1500);
        request.pageSize = 1 + random.bounded(50);
        const auto answer = m_bench->read(recall, request);
        VERIFY_OK(answer);
        int tokens = 0;
        for (const auto &fragment : answer->fragments) {
            tokens += estimateTokens(fragment.content);
            for (const auto &link : fragment.linked)
                tokens += estimateTokens(link.preview);
        }
        QCOMPARE(answer->totalTokens, tokens);
        QVERIFY2(tokens <= request.tokenBudget, qPrintable(u"%1 over %2"_s.arg(tokens).arg(request.tokenBudget)));
        QVERIFY(answer->count > 0);
    }
}

void RecallTest::cutsTheFirstToABudgetThatIsTooSmall()
{
    m_bench->remembered({QString(u"The probe " + u"나무"_s.repeated(100))});
    auto request = test::byKeywords({u"probe"_s});
    request.tokenBudget = 20;
    const auto answer = m_bench->read(recall, request);
    VERIFY_OK(answer);
    QCOMPARE(answer->count, 1);
    QCOMPARE(answer->fragments[0].truncated, true);
    QVERIFY(answer->fragments[0].content.startsWith(u"The probe 나무"_s));
    QVERIFY(answer->totalTokens <= 20);
    QCOMPARE(answer->meta.hints.constFirst().signal, u"budget_too_small"_s);
    request.wholeTexts = true; // for the window
    QVERIFY(!m_bench->read(recall, request)->fragments[0].truncated);
}

void RecallTest::visitsEveryFragmentOnce_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<int>("budget");
    QTest::newRow("ranked") << u"probe"_s << 100000;
    QTest::newRow("listed") << QString() << 100000;
    QTest::newRow("ranked, pages end by the budget") << u"probe"_s << 60;
    QTest::newRow("listed, pages end by the budget") << QString() << 60;
}

void RecallTest::visitsEveryFragmentOnce()
{
    QFETCH(QString, question);
    QFETCH(int, budget);
    QSet<QString> expected;
    QString last;
    for (int i = 0; i < 60; ++i) {
        if (i % 7 == 0) // most have the very same time
            m_bench->clock.advance(1);
        const auto id = m_bench->remembered({u"The probe number %1 is one of many."_s.arg(i)});
        expected += id;
        if (!last.isEmpty() && i % 3 == 0)
            VERIFY_OK(m_bench->write(hub::link, LinkRequest {.fromId = id, .toId = last, .agentId = {}}));
        last = id;
    }
    RecallRequest request;
    if (!question.isEmpty())
        request.keywords = {question};
    request.pageSize = 7;
    request.tokenBudget = budget;
    QStringList visited;
    int pages = 0;
    for (; pages < 100; ++pages) {
        const auto answer = m_bench->read(recall, request);
        VERIFY_OK(answer);
        QCOMPARE(answer->totalCount, 60);
        for (const auto &fragment : answer->fragments)
            visited += fragment.id;
        QCOMPARE(answer->hasMore, answer->nextCursor.has_value());
        if (!answer->hasMore)
            break;
        request.cursor = *answer->nextCursor;
    }
    QCOMPARE(visited.removeDuplicates(), 0);
    QCOMPARE((QSet<QString>(visited.begin(), visited.end())), expected);
    QVERIFY(pages >= 8);
}

void RecallTest::leavesLateComersOutOfLaterPages()
{
    QSet<QString> expected;
    for (int i = 0; i < 20; ++i)
        expected += m_bench->remembered({u"The probe number %1 is one of many."_s.arg(i)});
    for (const auto &question : {QStringList {u"probe"_s}, QStringList {}}) {
        auto request = test::byKeywords(question);
        request.pageSize = 15;
        const auto first = m_bench->read(recall, request);
        VERIFY_OK(first);
        m_bench->clock.advance(1000);
        const auto late = m_bench->remembered(
            {u"The probe that came late, a probe for %1."_s.arg(question.size())}, [](auto &r) { r.importance = 0.7; });
        request.cursor = *first->nextCursor;
        request.pageSize = 50;
        auto all = m_bench->ids(request);
        for (const auto &fragment : first->fragments)
            all += fragment.id;
        QVERIFY(!all.contains(late));
        QCOMPARE((QSet<QString>(all.begin(), all.end())), expected);
        expected += late; // it is there for the next question
    }
}

void RecallTest::bringsLinkedFragmentsAlong()
{
    const auto error
        = m_bench->remembered({u"The nightly build fails with a missing header."_s, u"build"_s, FragmentType::Error});
    const auto fix
        = m_bench->remembered({u"Install the development package first."_s, u"setup"_s, FragmentType::Procedure});
    const auto aside = m_bench->remembered({u"Lunch is at noon on Monday, in spring."_s, u"history"_s});
    VERIFY_OK(m_bench->write(hub::link,
        LinkRequest {.fromId = error, .toId = fix, .relationType = LinkRelation::ResolvedBy, .agentId = {}}));
    VERIFY_OK(m_bench->write(hub::link, LinkRequest {.fromId = aside, .toId = error, .agentId = {}}));
    auto request = test::byKeywords({u"header"_s});
    QCOMPARE(m_bench->ids(request).constFirst(), error);
    QCOMPARE(m_bench->idSet(request), (QSet {error, fix, aside}));
    request.linkRelationType = LinkRelation::ResolvedBy;
    QCOMPARE(m_bench->ids(request), (QStringList {error, fix}));
    request.includeLinks = false;
    QCOMPARE(m_bench->ids(request), QStringList {error});
    request.includeLinks = true;
    request.type = FragmentType::Error; // a filter holds for what comes along too
    QCOMPARE(m_bench->ids(request), QStringList {error});
}

void RecallTest::previewsItsLinks()
{
    const auto centre
        = m_bench->remembered({u"The nightly build fails with a missing header."_s, u"build"_s, FragmentType::Error});
    for (int i = 0; i < 5; ++i) {
        const auto other = m_bench->remembered({QString(u"Neighbour number %1 "_s.arg(i) + u"한글 "_s.repeated(30))});
        const auto relation = i == 4 ? LinkRelation::ResolvedBy : LinkRelation::Related;
        VERIFY_OK(m_bench->write(
            hub::link, LinkRequest {.fromId = centre, .toId = other, .relationType = relation, .agentId = {}}));
    }
    auto request = test::byKeywords({u"header"_s});
    request.includeLinks = false;
    const auto answer = m_bench->read(recall, request);
    VERIFY_OK(answer);
    const auto &linked = answer->fragments.constFirst().linked;
    QCOMPARE(linked.size(), 3);
    QVERIFY(linked[0].relationType == RelationType::ResolvedBy); // the telling ones first
    QCOMPARE(linked[0].preview.size(), 60);
    QVERIFY(!linked[0].preview.contains(u'\n'));
}

void RecallTest::takesAnythingForAQuestion_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("finds");
    QTest::newRow("hyphenated word") << u"multi-agent"_s << true;
    QTest::newRow("quoted option") << u"\"--error-on-warnings\""_s << true;
    QTest::newRow("contraction") << u"don't"_s << true;
    QTest::newRow("operators") << u"AND OR NOT NEAR("_s << false;
    QTest::newRow("column filter") << u"content:scheduler"_s << true;
    QTest::newRow("star") << u"sched*"_s << false;
    QTest::newRow("unbalanced quotes") << u"\"scheduler"_s << true;
    QTest::newRow("brackets") << u"((scheduler]]}"_s << true;
    QTest::newRow("percent") << u"%scheduler%"_s << true;
    QTest::newRow("SQL") << u"'; DROP TABLE fragments; --"_s << false;
    QTest::newRow("only signs") << u"!?%&*()^~"_s << false;
    QTest::newRow("backslashes") << u"\\\\scheduler\\"_s << true;
    QTest::newRow("a place of QString::arg") << u"%1 %2 %L1 scheduler"_s << true;
    QTest::newRow("emoji") << u"🟡"_s << false;
    QTest::newRow("4,000 letters in one word") << u"Qk9B"_s.repeated(1000) << false;
    QTest::newRow("4,000 words") << QString(u"a "_s.repeated(1990) + u"scheduler") << true;
}

void RecallTest::takesAnythingForAQuestion()
{
    QFETCH(QString, question);
    QFETCH(bool, finds);
    const auto id
        = m_bench->remembered({u"The multi-agent scheduler runs with --error-on-warnings, reviewers don't mind."_s});
    for (const auto &request : {test::byText(question), test::byKeywords({question})}) {
        const auto answer = m_bench->read(recall, request);
        VERIFY_OK(answer);
        if (finds)
            QCOMPARE(m_bench->ids(request), QStringList {id});
    }
}

void RecallTest::takesRandomTextForAQuestion()
{
    m_bench->remembered({u"창고에 있는 붓 세 자루는 전시용이다."_s});
    m_bench->remembered({u"The scheduler keeps one queue per worker."_s});
    QRandomGenerator random(4711);
    const QStringList signs {u"%"_s, u"_"_s, u"*"_s, u"\""_s, u"'"_s, u" AND "_s, u" NEAR/2 "_s, u"^"_s, u":"_s};
    for (int i = 0; i < 10'000; ++i) {
        QString question;
        for (int length = random.bounded(1, 30); length > 0; --length) {
            const int kind = random.bounded(5);
            const char32_t point = kind == 0 ? char32_t(random.bounded(0x20, 0x7F))
                : kind == 1                  ? char32_t(random.bounded(0xAC00, 0xD7A4))
                : kind == 2                  ? char32_t(random.bounded(0x1F300, 0x1F700))
                : kind == 3                  ? char32_t(random.bounded(0x80, 0xFFFE)) // lone surrogates among them
                                             : U' ';
            question += point > 0xFFFF ? QString::fromUcs4(&point, 1) : QString(QChar(char16_t(point)));
        }
        question.insert(random.bounded(int(question.size()) + 1), signs[random.bounded(int(signs.size()))]);
        auto request = i % 2 ? test::byText(question) : test::byKeywords({question});
        if (i % 4 == 0)
            request.topic = question;
        VERIFY_OK(m_bench->read(recall, request));
    }
}

void RecallTest::listsTheNewestWithoutAQuestion()
{
    QStringList stored;
    for (int i = 0; i < 25; ++i) {
        m_bench->clock.advance(i % 2); // pairs of the same moment: the later one first
        stored.prepend(m_bench->remembered({u"Entry number %1 of the journal."_s.arg(i)}));
    }
    QCOMPARE(m_bench->ids({}), stored.mid(0, 20));
    auto blank = test::byText(u"   "_s);
    blank.keywords = {u" "_s};
    QCOMPARE(m_bench->ids(blank), stored.mid(0, 20));
    QCOMPARE(m_bench->read(recall, RecallRequest {})->searchPath.left(9), u"Temporal:"_s);
}

QTEST_GUILESS_MAIN(RecallTest)
#include "tst_recall.moc"
