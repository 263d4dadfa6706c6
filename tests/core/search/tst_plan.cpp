// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/pipeline.h"
#include "tests/core/search/searchbench.h"

using namespace hub;

/// What a request means: its filters and its times.
class PlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void filters_data();
    void filters();
    void joinsTextAndKeywordsToOneQuestion();
    void filtersByTimeInTheZoneOfTheHub_data();
    void filtersByTimeInTheZoneOfTheHub();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void seesTheStoreAsOfAMoment();
    void keepsKeysAgentsAndWorkspacesApart();
    void findsEitherSpellingOfAName();
    void leavesOutWhatContextHasShown();

private:
    std::unique_ptr<test::SearchBench> m_bench;
};

void PlanTest::init() { m_bench = std::make_unique<test::SearchBench>(); }

void PlanTest::filters_data()
{
    QTest::addColumn<QJsonObject>("filter");
    QTest::addColumn<QString>("expected"); // letters of the fragments, sorted
    const auto row = [](const char *name, const QJsonObject &filter, const QString &expected) {
        QTest::newRow(name) << filter << expected;
    };
    row("no filter", {}, u"abcde"_s);
    row("topic", {{u"topic"_s, u"door"_s}}, u"ab"_s);
    row("topic with blanks around", {{u"topic"_s, u"  door\n"_s}}, u"ab"_s);
    row("blank topic", {{u"topic"_s, u" "_s}}, u"abcde"_s);
    row("topic is not a prefix", {{u"topic"_s, u"doo"_s}}, QString());
    row("topic by letter case", {{u"topic"_s, u"Door"_s}}, QString());
    row("type", {{u"type"_s, u"error"_s}}, u"b"_s);
    row("high level", {{u"depth"_s, u"high-level"_s}}, u"cd"_s);
    row("tool level", {{u"depth"_s, u"tool-level"_s}}, u"ab"_s);
    row("detail", {{u"depth"_s, u"detail"_s}}, u"abcde"_s);
    row("type before depth", {{u"depth"_s, u"high-level"_s}, {u"type"_s, u"error"_s}}, u"b"_s);
    row("least importance", {{u"minImportance"_s, 0.6}}, u"bcde"_s);
    row("exactly that importance", {{u"minImportance"_s, 0.7}}, u"ce"_s);
    row("anchors", {{u"isAnchor"_s, true}}, u"e"_s);
    row("not only anchors", {{u"isAnchor"_s, false}}, u"abcde"_s);
    row("one affect", {{u"affect"_s, u"doubt"_s}}, u"c"_s);
    row("several affects", {{u"affect"_s, QJsonArray {u"doubt"_s, u"frustration"_s}}}, u"bc"_s);
    row("case", {{u"caseId"_s, u" case-1 "_s}}, u"bc"_s);
    row("no such case", {{u"caseId"_s, u"case-none"_s}}, QString());
    row("phase", {{u"phase"_s, u"debugging"_s}}, u"b"_s);
    row("resolution", {{u"resolutionStatus"_s, u"open"_s}}, u"b"_s);
    row("several filters", {{u"topic"_s, u"door"_s}, {u"type"_s, u"fact"_s}}, u"a"_s);
    row("filters that exclude each other", {{u"topic"_s, u"door"_s}, {u"type"_s, u"episode"_s}}, QString());
}

void PlanTest::filters()
{
    QFETCH(QJsonObject, filter);
    QHash<QString, QString> letters;
    const auto store = [&](const QString &letter, const test::Memory &memory,
                           const std::function<void(RememberRequest &)> &more = {}) {
        letters.insert(m_bench->remembered(memory, more), letter);
    };
    store(u"a"_s, {u"The probe number one opens the garden."_s, u"door"_s});
    store(u"b"_s, {u"The probe number two fails every night."_s, u"door"_s, FragmentType::Error}, [](auto &r) {
        r.affect = Affect::Frustration;
        r.caseId = u"case-1"_s;
        r.phase = u"debugging"_s;
        r.resolutionStatus = ResolutionStatus::Open;
    });
    store(u"c"_s, {u"The probe number three was chosen by all."_s, u"plan"_s, FragmentType::Decision}, [](auto &r) {
        r.affect = Affect::Doubt;
        r.caseId = u"case-1"_s;
    });
    store(u"d"_s, {u"The probe number four made a long journey."_s, u"plan"_s, FragmentType::Episode});
    store(u"e"_s, {u"The probe number five is wanted every day."_s, u"style"_s, FragmentType::Preference}, [](auto &r) {
        r.isAnchor = true;
        r.importance = 0.8;
    });
    for (const bool browsing : {false, true}) { // with a question and without one
        auto json = filter;
        if (!browsing)
            json.insert(u"keywords"_s, QJsonArray {u"probe"_s});
        const auto request = fromJson<RecallRequest>(json);
        VERIFY_OK(request);
        QStringList found;
        for (const auto &id : m_bench->ids(*request))
            found += letters.value(id, id);
        found.sort();
        QTEST(found.join(QString()), "expected");
    }
}

void PlanTest::joinsTextAndKeywordsToOneQuestion()
{
    auto work = m_bench->work();
    auto request = test::byText(u"  what runs at night  "_s);
    request.keywords = {u" Backup "_s, u"나이트"_s.normalized(QString::NormalizationForm_D)};
    const auto plan = planSearch(work, request);
    VERIFY_OK(plan);
    QCOMPARE(plan->question, u"what runs at night\nBackup\n나이트"_s);
    QCOMPARE(plan->labels, (QStringList {u"backup"_s, u"나이트"_s}));
    QVERIFY(!plan->isBrowsing());
    QVERIFY(planSearch(work, test::byText(u" \n "_s))->isBrowsing());
}

void PlanTest::filtersByTimeInTheZoneOfTheHub_data()
{
    QTest::addColumn<QJsonObject>("range");
    QTest::addColumn<QString>("expected"); // days back
    QTest::newRow("today") << QJsonObject {{u"from"_s, u"today"_s}} << u"0"_s;
    QTest::newRow("yesterday") << QJsonObject {{u"from"_s, u"yesterday"_s}, {u"to"_s, u"어제"_s}} << u"1"_s;
    QTest::newRow("since three days ago") << QJsonObject {{u"from"_s, u"3 days ago"_s}} << u"0123"_s;
    QTest::newRow("last week") << QJsonObject {{u"from"_s, u"지난주"_s}, {u"to"_s, u"지난주"_s}} << u"1234567"_s;
    QTest::newRow("until a day") << QJsonObject {{u"to"_s, u"2026-11-23"_s}} << u"89"_s;
    QTest::newRow("days with an offset") << QJsonObject {{u"from"_s, u"2026-11-26T15:00:00Z"_s},
        {u"to"_s, u"2026-11-28T00:00:00+09:00"_s}}
                                         << u"3"_s;
    QTest::newRow("no range") << QJsonObject {} << u"0123456789"_s;
}

void PlanTest::filtersByTimeInTheZoneOfTheHub()
{
    QFETCH(QJsonObject, range);
    QHash<QString, QString> daysBack;
    for (int i = 9; i >= 0; --i) { // each at 00:30 in Seoul, when it is still the day before in London
        m_bench->clock.set(u"2026-11-%1T15:30:00Z"_s.arg(29 - i, 2, 10, QChar(u'0')));
        daysBack.insert(m_bench->remembered({u"The probe of %1 days ago."_s.arg(i)}), QString::number(i));
    }
    auto request = test::byKeywords({u"probe"_s});
    TimeRangeText text;
    VERIFY_OK(readObject(range, text));
    request.timeRange = text;
    QStringList found;
    for (const auto &id : m_bench->ids(request))
        found += daysBack.value(id, id);
    found.sort();
    QTEST(found.join(QString()), "expected");
}

void PlanTest::refusesWhatItCannotRead_data()
{
    QTest::addColumn<QJsonObject>("json");
    QTest::addColumn<QString>("names");
    QTest::newRow("time") << QJsonObject {{u"timeRange"_s, QJsonObject {{u"from"_s, u"one fine day"_s}}}}
                          << u"one fine day"_s;
    QTest::newRow("range the wrong way round")
        << QJsonObject {{u"timeRange"_s, QJsonObject {{u"from"_s, u"today"_s}, {u"to"_s, u"last week"_s}}}}
        << u"last week"_s;
    QTest::newRow("moment") << QJsonObject {{u"asOf"_s, u"whenever"_s}} << u"whenever"_s;
    QTest::newRow("field") << QJsonObject {{u"fields"_s, QJsonArray {u"id"_s, u"nope"_s}}} << u"nope"_s;
    QTest::newRow("affect") << QJsonObject {{u"affect"_s, u"joy"_s}} << u"joy"_s;
    QTest::newRow("cursor") << QJsonObject {{u"cursor"_s, u"bm9uc2Vuc2U"_s}} << u"cursor"_s;
}

void PlanTest::refusesWhatItCannotRead()
{
    QFETCH(QJsonObject, json);
    QFETCH(QString, names);
    const auto request = fromJson<RecallRequest>(json);
    VERIFY_OK(request);
    const auto answer = m_bench->read(recall, *request);
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(answer.error().message.contains(names), qPrintable(answer.error().message));
}

void PlanTest::seesTheStoreAsOfAMoment()
{
    const auto old = m_bench->remembered({u"The gate code changes on the first of May."_s});
    m_bench->clock.advance(msPerDay);
    const auto next = m_bench->remembered(
        {u"The gate code changes on the first of June."_s}, [&](auto &r) { r.supersedes = {old}; });
    auto request = test::byKeywords({u"gate"_s});
    request.asOf = u"2026-11-30"_s; // a day: as at its end
    QCOMPARE(m_bench->ids(request), QStringList {old});
    request.asOf = m_bench->clock.now().toIso();
    QCOMPARE(m_bench->ids(request), QStringList {next});
    request.asOf = u"2026-11-29"_s;
    QVERIFY(m_bench->ids(request).isEmpty());
}

void PlanTest::keepsKeysAgentsAndWorkspacesApart()
{
    const auto a = test::keyed(u"a"_s);
    const auto common = m_bench->remembered({u"The probe of everybody in every place."_s}, {}, a);
    const auto agents = m_bench->remembered(
        {u"The probe of one agent alone."_s}, [](auto &r) { r.agentId = u"x"_s; }, a);
    const auto home = m_bench->remembered(
        {u"The probe of the workspace at home."_s}, [](auto &r) { r.workspace = u"home"_s; }, a);
    const auto foreign = m_bench->remembered({u"The probe of another key."_s}, {}, test::keyed(u"b"_s));
    auto request = test::byKeywords({u"probe"_s});
    QCOMPARE(m_bench->idSet(request, a), (QSet {common, home}));
    request.agentId = u" x "_s;
    QCOMPARE(m_bench->idSet(request, a), (QSet {common, home, agents}));
    request.agentId = u"y"_s;
    request.includePeerAgents = true;
    QCOMPARE(m_bench->idSet(request, a), (QSet {common, home, agents}));
    request.workspace = u"office"_s;
    QCOMPARE(m_bench->idSet(request, a), (QSet {common, agents}));
    QCOMPARE(m_bench->idSet(test::byKeywords({u"probe"_s}), test::keyed(u"b"_s)), QSet {foreign});
    QCOMPARE(m_bench->idSet(test::byKeywords({u"probe"_s})), (QSet {common, home, foreign}));
    auto group = test::keyed(u"c"_s);
    group.groupKeyIds = {u"b"_s};
    QCOMPARE(m_bench->idSet(test::byKeywords({u"probe"_s}), group), QSet {foreign});
    QCOMPARE(m_bench->idSet({}, test::keyed(u"none"_s)), QSet<QString>());
}

void PlanTest::findsEitherSpellingOfAName()
{
    const auto id = m_bench->remembered(
        {u"점검표 양식을 새로 만들었다"_s, u"점검표"_s}, [](auto &r) { r.caseId = u"사건 하나"_s; });
    for (const auto form : {QString::NormalizationForm_C, QString::NormalizationForm_D}) {
        auto request = test::byKeywords({u"점검표"_s.normalized(form)});
        QCOMPARE(m_bench->ids(request), QStringList {id});
        request.topic = u"점검표"_s.normalized(form);
        request.caseId = u"사건 하나"_s.normalized(form);
        QCOMPARE(m_bench->ids(request), QStringList {id});
    }
}

void PlanTest::leavesOutWhatContextHasShown()
{
    const auto shown = m_bench->remembered({u"The probe that was shown before."_s});
    const auto fresh = m_bench->remembered({u"The probe that is news to all."_s});
    m_bench->seen.set(u"s-1"_s, {m_bench->row(shown).seq}, {});
    auto request = test::byKeywords({u"probe"_s});
    request.sessionId = u" s-1 "_s;
    QCOMPARE(m_bench->ids(request), QStringList {fresh});
    request.excludeSeen = false;
    QCOMPARE(m_bench->ids(request).size(), 2);
    Principal caller;
    caller.sessionId = u"s-1"_s;
    QCOMPARE(m_bench->ids(test::byKeywords({u"probe"_s}), caller), QStringList {fresh});
    QCOMPARE(m_bench->ids(test::byKeywords({u"probe"_s})).size(), 2);
}

QTEST_GUILESS_MAIN(PlanTest)
#include "tst_plan.moc"
