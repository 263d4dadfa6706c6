// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/link.h"
#include "tests/core/search/searchbench.h"

using namespace hub;

/// Which memory comes first, and why.
class PipelineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsTheRightOne_data();
    void findsTheRightOne();
    void prefersTheExactLabelToItsStem();
    void findsAnIdentifierBesideGivenKeywords();
    void filtersBeforeItRanks();
    void prefersTheMoreImportantOfEquals();
    void prefersTheNewerOfEquals();
    void prefersTheWorkspaceAskedFor();
    void prefersTheTopicThatIsNamed();
    void prefersTheReplyToTheQuestion();
    void liftsWhatIsLinkedWithTheBest();
    void tellsWhatEachSignalGave();
    void explainsWhenAsked();
    void keepsTheSameOrderEveryTime();

private:
    std::unique_ptr<test::SearchBench> m_bench;
};

void PipelineTest::init() { m_bench = std::make_unique<test::SearchBench>(); }

void PipelineTest::findsTheRightOne_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("question");
    QTest::newRow("hyphenated word") << u"The multi-agent schedule is posted on Monday."_s << u"multi-agent"_s;
    QTest::newRow("words far apart") << u"The migration of the customer database finished on Tuesday night."_s
                                     << u"database migration Tuesday"_s;
    QTest::newRow("other form of a word") << u"The nightly deployments were failing again."_s << u"deployment fails"_s;
    QTest::newRow("other letter case") << u"fetchRowsByIds must wrap a single id into a list."_s << u"FETCHROWSBYIDS"_s;
    QTest::newRow("part of an identifier") << u"fetchRowsByIds must wrap a single id into a list."_s << u"fetch rows"_s;
    QTest::newRow("inside a Korean compound") << u"대한민국헌법 전문을 사내 위키에 옮겼다."_s << u"헌법"_s;
    QTest::newRow("Korean without the particle") << u"서버가 새벽에 재시작되었다."_s << u"서버"_s;
    QTest::newRow("Korean with another particle") << u"서버가 새벽에 재시작되었다."_s << u"서버를"_s;
    QTest::newRow("one syllable") << u"창고에 있는 붓 세 자루는 전시용이다."_s << u"붓"_s;
    QTest::newRow("Latin glued to Hangul") << u"배포전gen-itgc를다시돌려끊긴참조50건을정리함"_s << u"gen-itgc"_s;
    QTest::newRow("number glued to Hangul") << u"배포전gen-itgc를다시돌려끊긴참조50건을정리함"_s << u"50건"_s;
    QTest::newRow("decomposed question") << u"테스트 맥 장비 목록을 옮겼다"_s
                                         << u"테스트"_s.normalized(QString::NormalizationForm_D);
    QTest::newRow("Chinese") << u"数据库迁移在周二晚上完成。"_s << u"迁移"_s;
    QTest::newRow("Japanese") << u"データベースの移行は火曜日の夜に終わった。"_s << u"移行"_s;
    QTest::newRow("full-width letters") << u"ＡＰＩ 키를 새로 발급했다 그리고 적었다"_s << u"api"_s;
}

void PipelineTest::findsTheRightOne()
{
    QFETCH(QString, content);
    QFETCH(QString, question);
    const auto id = m_bench->remembered({content});
    m_bench->remembered({u"Quarterly lunch menu lists soup and bread on Friday."_s, u"menu"_s});
    m_bench->remembered({u"점심 식단표는 금요일마다 게시판에 붙인다."_s, u"menu"_s});
    for (const auto &request : {test::byKeywords({question}), test::byText(question)}) {
        const auto found = m_bench->ids(request);
        QVERIFY2(!found.isEmpty(), "nothing was found");
        QCOMPARE(found.constFirst(), id);
    }
}

void PipelineTest::prefersTheExactLabelToItsStem()
{
    const auto exact
        = m_bench->remembered({u"Alpha item carries the short label."_s, u"lab"_s, FragmentType::Fact, {u"ztest"_s}});
    m_bench->clock.advance(1000);
    const auto stem
        = m_bench->remembered({u"Beta item carries the long label."_s, u"lab"_s, FragmentType::Fact, {u"ztesting"_s}});
    const auto found = m_bench->ids(test::byKeywords({u"zTest"_s}));
    QCOMPARE(found.constFirst(), exact);
    const auto other = m_bench->ids(test::byKeywords({u"ztesting"_s}));
    QCOMPARE(other.constFirst(), stem);
    QVERIFY(m_bench->read(recall, test::byKeywords({u"ztest"_s}))->searchPath.startsWith(u"L1:1"_s));
}

void PipelineTest::findsAnIdentifierBesideGivenKeywords()
{
    const auto id = m_bench->remembered({u"fetchRowsByIds must wrap a single id into a list."_s, u"lab"_s,
        FragmentType::Fact, {u"database"_s, u"style"_s}});
    for (const auto &question : {u"fetchRowsByIds"_s, u"fetchrowsbyids"_s, u"database"_s})
        QCOMPARE(m_bench->ids(test::byKeywords({question})), QStringList {id});
}

void PipelineTest::filtersBeforeItRanks()
{
    QSet<QString> wanted;
    for (int i = 0; i < 300; ++i) // all of them score better
        m_bench->remembered({u"compile compile compile time number %1"_s.arg(i), u"noise"_s});
    for (int i = 0; i < 3; ++i)
        wanted += m_bench->remembered(
            {u"A long entry %1 in which, among other things, the compile time of the hub is named once."_s.arg(i),
                u"signal"_s});
    auto request = test::byKeywords({u"compile"_s});
    request.topic = u"signal"_s;
    QCOMPARE(m_bench->idSet(request), wanted);
}

void PipelineTest::prefersTheMoreImportantOfEquals()
{
    const auto heavy
        = m_bench->remembered({u"The probe number one opens the garden."_s}, [](auto &r) { r.importance = 0.7; });
    const auto light
        = m_bench->remembered({u"The probe number two opens the garden."_s}, [](auto &r) { r.importance = 0.1; });
    QCOMPARE(m_bench->ids(test::byKeywords({u"probe"_s})), (QStringList {heavy, light}));
}

void PipelineTest::prefersTheNewerOfEquals()
{
    const auto older = m_bench->remembered({u"The probe number one opens the garden."_s});
    m_bench->clock.advance(60 * msPerDay);
    const auto newer = m_bench->remembered({u"The probe number two opens the garden."_s});
    QCOMPARE(m_bench->ids(test::byKeywords({u"probe"_s})), (QStringList {newer, older}));
}

void PipelineTest::prefersTheWorkspaceAskedFor()
{
    const auto here
        = m_bench->remembered({u"The probe number one opens the garden."_s}, [](auto &r) { r.workspace = u"here"_s; });
    m_bench->clock.advance(1000);
    const auto anywhere = m_bench->remembered({u"The probe number two opens the garden."_s});
    auto request = test::byKeywords({u"probe"_s});
    QCOMPARE(m_bench->ids(request), (QStringList {anywhere, here}));
    request.workspace = u"here"_s;
    QCOMPARE(m_bench->ids(request), (QStringList {here, anywhere}));
}

void PipelineTest::prefersTheTopicThatIsNamed()
{
    m_bench->remembered({u"The queue drains before the restart begins."_s, u"worker"_s});
    const auto named = m_bench->remembered({u"The queue fills before the restart begins."_s, u"nginx"_s});
    m_bench->remembered({u"The queue empties before the restart begins."_s, u"worker"_s});
    QCOMPARE(m_bench->ids(test::byText(u"nginx queue restart"_s)).constFirst(), named);
}

/// What is asked stands in the question; what is wanted in what was said to it at once.
void PipelineTest::prefersTheReplyToTheQuestion()
{
    const auto say = [this](const QString &content, const QString &session) {
        m_bench->clock.advance(1000);
        return m_bench->remembered({content, u"trip"_s, FragmentType::Fact, {u"harbour"_s, u"travel"_s}},
            [&](RememberRequest &request) { request.sessionId = session; });
    };
    say(u"Nothing much has happened since then."_s, u"s1"_s);
    const auto question = say(u"Where did you hide the spare lantern?"_s, u"s1"_s);
    const auto reply = say(u"Below the third bench at the pier."_s, u"s1"_s);
    say(u"And now something about the bread."_s, u"s1"_s);
    const auto answer = m_bench->read(recall, test::byText(u"Where is the spare lantern hidden?"_s));
    VERIFY_OK(answer);
    QStringList found;
    for (const auto &fragment : answer->fragments) {
        found += fragment.id;
        const auto has = [&](Signal signal) {
            return std::any_of(fragment.shares.begin(), fragment.shares.end(),
                [&](const SignalShare &share) { return share.signal == signal; });
        };
        QCOMPARE(has(Signal::Reply), fragment.id == reply);
    }
    QCOMPARE(found.mid(0, 2), (QStringList {question, reply}));
}

void PipelineTest::liftsWhatIsLinkedWithTheBest()
{
    const auto best = m_bench->remembered({u"Turnstile turnstile turnstile opens the gate."_s});
    m_bench->clock.advance(1000);
    const auto linked
        = m_bench->remembered({u"A long entry in which, among many other things, a turnstile is named."_s});
    const auto alone = m_bench->remembered({u"A long entry in which, among many other words, a turnstile is named."_s});
    auto request = test::byKeywords({u"turnstile"_s});
    QCOMPARE(m_bench->ids(request).size(), 3);
    VERIFY_OK(m_bench->write(hub::link,
        LinkRequest {.fromId = best, .toId = linked, .relationType = LinkRelation::CausedBy, .agentId = {}}));
    QCOMPARE(m_bench->ids(request), (QStringList {best, linked, alone}));
    request.includeLinks = false; // still counts for what was found anyway
    QCOMPARE(m_bench->ids(request), (QStringList {best, linked, alone}));
}

void PipelineTest::tellsWhatEachSignalGave()
{
    m_bench->remembered({u"The probe opens the garden every day."_s, u"garden"_s, FragmentType::Fact, {u"probe"_s}});
    const auto answer = m_bench->read(recall, test::byKeywords({u"probe"_s, u"garden"_s}));
    VERIFY_OK(answer);
    const auto &fragment = answer->fragments.constFirst();
    double sum = 0;
    QStringList names;
    for (const auto &share : fragment.shares) {
        QVERIFY(share.value > 0 && share.value <= 1);
        sum += share.value * share.weight;
        names += toString(share.signal);
    }
    QVERIFY(qAbs(sum - fragment.score) < 1e-9);
    for (const auto &signal : {u"words"_s, u"keyword"_s, u"topic"_s, u"importance"_s, u"recency"_s})
        QVERIFY2(names.contains(signal), qPrintable(signal));
}

void PipelineTest::explainsWhenAsked()
{
    m_bench->remembered({u"The probe opens the garden every day."_s});
    const auto request = test::byKeywords({u"probe"_s});
    QVERIFY(!m_bench->read(recall, request)->fragments.constFirst().explanations);
    m_bench->services.memory.symbolicExplain = true;
    const auto explanations = *m_bench->read(recall, request)->fragments.constFirst().explanations;
    QVERIFY(!explanations.isEmpty() && explanations.size() <= 3);
    QCOMPARE(explanations[0].code, u"direct_keyword_match"_s);
    QCOMPARE(explanations[0].ruleVersion, u"v1"_s);
    QVERIFY(!explanations[0].detail.isEmpty());
    auto ranged = request;
    ranged.timeRange = TimeRangeText {.from = u"today"_s, .to = {}};
    QCOMPARE(
        m_bench->read(recall, ranged)->fragments.constFirst().explanations->constLast().code, u"temporal_proximity"_s);
}

void PipelineTest::keepsTheSameOrderEveryTime()
{
    for (int i = 0; i < 30; ++i)
        m_bench->remembered({u"The probe number %1 is one of many."_s.arg(i)});
    const auto first = m_bench->ids(test::byKeywords({u"probe"_s}));
    QCOMPARE(first.size(), 20);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(m_bench->ids(test::byKeywords({u"probe"_s})), first);
}

QTEST_GUILESS_MAIN(PipelineTest)
#include "tst_pipeline.moc"
