// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/amend.h"
#include "core/memory/claims.h"
#include "core/memory/forget.h"
#include "tests/support/memorybench.h"

using namespace hub;

/// The rules that a new memory is held against, what a key may make of them, and the
/// claims they compare.
class PolicyRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesWhatIsBroken_data();
    void namesWhatIsBroken();
    void saysNothingWhenSwitchedOff();
    void looksAtAllowedWorkspacesAlways();
    void keepsTheWarningsWithTheMemory();
    void warnsInADryRunAndStoresNothing();
    void refusesForAKeyThatSaysSo();
    void countsTheWorkspaceOnlyWithItsGate();
    void readsClaims_data();
    void readsClaims();
    void noticesTheContrary_data();
    void noticesTheContrary();
    void forgetsTheClaimsOfWhatIsGone();
    void comparesWithinOneKeyAlone();

private:
    Result<RememberAnswer> run(const RememberRequest &request, const Principal &caller = {})
    {
        return m_bench->write(remember, request, caller);
    }
    static RememberRequest request(const QString &content, FragmentType type = FragmentType::Fact)
    {
        RememberRequest request;
        request.content = content;
        request.topic = u"lab"_s;
        request.type = type;
        request.workspace = u"project"_s;
        return request;
    }
    QStringList broken(const RememberRequest &request, const Principal &caller = {})
    {
        const auto answer = run(request, caller);
        return answer ? answer->validationWarnings.value_or(QStringList()) : QStringList {answer.error().message};
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void PolicyRulesTest::init()
{
    m_bench = std::make_unique<test::MemoryBench>();
    m_bench->services.memory.symbolicPolicyRules = true;
}

void PolicyRulesTest::namesWhatIsBroken_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("content");
    QTest::addColumn<QStringList>("expected");
    const QStringList none;
    QTest::newRow("decision with a reason") << u"decision"_s << u"We keep SQLite because one file is enough."_s << none;
    QTest::newRow("decision with a Korean reason")
        << u"decision"_s << u"운영 비용을 근거로 SQLite를 쓰기로 함"_s << none;
    QTest::newRow("bare decision") << u"decision"_s << u"We keep SQLite as the database."_s
                                   << QStringList {u"decisionHasRationale"_s};
    QTest::newRow("error with its cause") << u"error"_s << u"The root cause of the 502 was the port."_s << none;
    QTest::newRow("error with a Korean fix") << u"error"_s << u"포트를 바꾸어 502 오류를 해결"_s << none;
    QTest::newRow("a prefix is no fix") << u"error"_s << u"The prefix of the path is wrong today."_s
                                        << QStringList {u"errorHasResolutionPath"_s};
    QTest::newRow("steps by number") << u"procedure"_s << u"1. stop the hub 2. copy the file"_s << none;
    QTest::newRow("steps by list") << u"procedure"_s << u"To copy it:\n- stop the hub\n- copy the file"_s << none;
    QTest::newRow("steps in Korean") << u"procedure"_s << u"두 단계로 복사한다: 멈추고 복사"_s << none;
    QTest::newRow("no steps") << u"procedure"_s << u"Stop the hub and copy the file over."_s
                              << QStringList {u"procedureHasStepMarkers"_s};
    QTest::newRow("a fact has no form") << u"fact"_s << u"The gate stands in the garden."_s << none;
}

void PolicyRulesTest::namesWhatIsBroken()
{
    QFETCH(QString, type);
    QFETCH(QString, content);
    QFETCH(QStringList, expected);
    QCOMPARE(broken(request(content, *enumFromString<FragmentType>(type))), expected);

    auto linked = request(content + u" Again."_s, *enumFromString<FragmentType>(type));
    linked.linkedTo = {u"frag-1"_s, u"frag-2"_s};
    linked.resolutionStatus = ResolutionStatus::Open;
    linked.caseId = u"case-1"_s;
    expected.removeAll(u"decisionHasRationale"_s);   // two links are a rationale
    expected.removeAll(u"errorHasResolutionPath"_s); // a status is a path
    QCOMPARE(broken(linked), expected);

    auto inCase = request(content + u" Once more."_s, *enumFromString<FragmentType>(type));
    inCase.caseId = u"case-1"_s;
    QVERIFY(broken(inCase).contains(u"caseIdHasResolutionStatus"_s));
    auto nowhere = request(content + u" And again."_s, *enumFromString<FragmentType>(type));
    nowhere.workspace.reset();
    nowhere.sessionId = u"session"_s; // a case that comes with a session asks for nothing
    auto withoutPlace = broken(nowhere);
    QVERIFY(withoutPlace.removeOne(u"fragmentHasWorkspace"_s));
    QVERIFY(!withoutPlace.contains(u"caseIdHasResolutionStatus"_s));
}

void PolicyRulesTest::saysNothingWhenSwitchedOff()
{
    m_bench->services.memory.symbolicPolicyRules = false;
    Principal strict = test::keyed(u"a"_s);
    strict.hardGate = true;
    const auto answer = run(request(u"We keep SQLite as the database."_s, FragmentType::Decision), strict);
    VERIFY_OK(answer);
    QVERIFY(!answer->validationWarnings); // the field is not there at all
    QVERIFY(!toJson(*answer).contains(u"validation_warnings"_s));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragment_claims"_s), 0);
}

void PolicyRulesTest::looksAtAllowedWorkspacesAlways()
{
    for (const bool isOn : {true, false}) {
        m_bench->services.memory.symbolicPolicyRules = isOn;
        Principal caller = test::keyed(isOn ? u"a"_s : u"b"_s);
        caller.hardGate = true; // which it never trips
        QCOMPARE(broken(request(u"Nobody minds this workspace."_s), caller), QStringList());
        caller.allowedWorkspaces = QStringList {u"other"_s};
        QCOMPARE(
            broken(request(u"This memory lies somewhere else."_s), caller), QStringList {u"workspaceNotAllowed"_s});
        caller.allowedWorkspaces = QStringList();
        QCOMPARE(
            broken(request(u"This memory lies in no place at all."_s), caller), QStringList {u"workspaceNotAllowed"_s});
        caller.allowedWorkspaces = QStringList {u"project"_s};
        QCOMPARE(broken(request(u"This memory lies where it should."_s), caller), QStringList());
    }
}

void PolicyRulesTest::keepsTheWarningsWithTheMemory()
{
    const auto answer = run(request(u"We keep SQLite as the database."_s, FragmentType::Decision));
    VERIFY_OK(answer);
    QCOMPARE(m_bench->row(*answer->id).validationWarnings, QStringList {u"decisionHasRationale"_s});
}

void PolicyRulesTest::warnsInADryRunAndStoresNothing()
{
    Principal strict = test::keyed(u"a"_s);
    strict.hardGate = true;
    auto decision = request(u"We keep SQLite as the database."_s, FragmentType::Decision);
    decision.dryRun = true;
    const auto answer = run(decision, strict);
    VERIFY_OK(answer);
    QCOMPARE(answer->simulated->validationWarnings, QStringList {u"decisionHasRationale"_s});
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments"_s), 0);
}

void PolicyRulesTest::refusesForAKeyThatSaysSo()
{
    Principal strict = test::keyed(u"a"_s);
    strict.hardGate = true;
    auto decision = request(u"We keep SQLite as the database."_s, FragmentType::Decision);
    decision.caseId = u"case-1"_s;
    const auto answer = run(decision, strict);
    QVERIFY(!answer);
    QVERIFY(answer.error().code == ErrorCode::PolicyViolation);
    QCOMPARE(answer.error().message, u"policy_violation: decisionHasRationale, caseIdHasResolutionStatus"_s);
    QCOMPARE(answer.error().data.value(u"violations"_s),
        QJsonValue(QJsonArray {u"decisionHasRationale"_s, u"caseIdHasResolutionStatus"_s}));
    QCOMPARE(answer.error().data.value(u"fragmentType"_s), QJsonValue(u"decision"_s));
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM fragments"_s), 0);
    QCOMPARE(m_bench->number(u"SELECT count(*) FROM case_events"_s), 0);
}

void PolicyRulesTest::countsTheWorkspaceOnlyWithItsGate()
{
    Principal strict = test::keyed(u"a"_s);
    strict.hardGate = true;
    auto nowhere = request(u"The gate stands in the garden."_s);
    nowhere.workspace.reset();
    QCOMPARE(broken(nowhere, strict), QStringList {u"fragmentHasWorkspace"_s}); // stored, with a warning
    m_bench->services.memory.workspaceGate = true;
    nowhere.content = u"The gate stands behind the garden."_s;
    QCOMPARE(broken(nowhere, strict), QStringList {u"policy_violation: fragmentHasWorkspace"_s});
    strict.defaultWorkspace = u"home"_s;
    QCOMPARE(broken(nowhere, strict), QStringList());
}

void PolicyRulesTest::readsClaims_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("expected"); // predicate:polarity
    QTest::newRow("uses") << u"The hub uses SQLite."_s << u"use:positive"_s;
    QTest::newRow("does not use") << u"The hub does not use Redis."_s << u"use:negative"_s;
    QTest::newRow("maybe") << u"The hub possibly uses Redis."_s << u"use:uncertain"_s;
    QTest::newRow("사용") << u"허브는 SQLite를 사용한다"_s << u"use:positive"_s;
    QTest::newRow("사용하지 않음") << u"허브는 Redis를 사용하지 않는다"_s << u"use:negative"_s;
    QTest::newRow("비활성화") << u"캐시는 비활성화 상태"_s << u"enable:negative"_s;
    QTest::newRow("활성화") << u"캐시를 활성화"_s << u"enable:positive"_s;
    QTest::newRow("a part of a word") << u"The cause of the house is old."_s << QString();
    QTest::newRow("nothing claimed") << u"The gate is green."_s << QString();
}

void PolicyRulesTest::readsClaims()
{
    QFETCH(QString, content);
    Fragment fragment;
    fragment.content = content;
    fragment.topic = u"Hub"_s;
    QStringList found;
    for (const auto &claim : claimsOf(fragment)) {
        QCOMPARE(claim.subject, u"hub"_s);
        found += QString(claim.predicate + u':' + toString(claim.polarity));
    }
    QTEST(found.join(u' '), "expected");
}

void PolicyRulesTest::noticesTheContrary_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<bool>("isContrary");
    QTest::newRow("yes and no") << u"The hub uses Redis for its cache."_s << u"The hub does not use Redis at all."_s
                                << true;
    QTest::newRow("no and yes") << u"허브는 Redis를 사용하지 않는다"_s << u"허브는 Redis를 사용한다"_s << true;
    QTest::newRow("of two things") << u"The server uses HTTPS everywhere."_s << u"The worker does not use FTP."_s
                                   << false;
    QTest::newRow("not sure") << u"The hub uses Redis for its cache."_s << u"Perhaps the hub does not use Redis."_s
                              << false;
    QTest::newRow("the same twice") << u"The hub uses Redis for its cache."_s << u"Redis is what the hub uses."_s
                                    << false;
}

void PolicyRulesTest::noticesTheContrary()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(bool, isContrary);
    VERIFY_OK(run(request(before)));
    QCOMPARE(broken(request(after)).contains(u"assertionNotContradictory"_s), isContrary);
}

void PolicyRulesTest::forgetsTheClaimsOfWhatIsGone()
{
    const auto first = run(request(u"The hub uses Redis for its cache."_s));
    VERIFY_OK(first);
    AmendRequest amended;
    amended.id = *first->id;
    amended.content = u"The hub uses memcached for its cache."_s;
    VERIFY_OK(m_bench->write(amend, amended));
    QCOMPARE(broken(request(u"The hub does not use Redis."_s)), QStringList());
    ForgetRequest gone;
    gone.id = *first->id;
    VERIFY_OK(m_bench->write(forget, gone));
    QCOMPARE(broken(request(u"The hub does not use memcached."_s)), QStringList());
}

void PolicyRulesTest::comparesWithinOneKeyAlone()
{
    VERIFY_OK(run(request(u"The hub uses Redis for its cache."_s), test::keyed(u"a"_s)));
    const auto contrary = request(u"The hub does not use Redis."_s);
    QCOMPARE(broken(contrary, test::keyed(u"b"_s)), QStringList());
    QCOMPARE(broken(contrary), QStringList());
    Principal peer = test::keyed(u"c"_s);
    peer.groupKeyIds = {u"a"_s};
    QCOMPARE(broken(contrary, peer), QStringList()); // reading together is not claiming together
    auto agent = request(u"The hub does not use Redis."_s);
    agent.agentId = u"other"_s;
    QCOMPARE(broken(agent, test::keyed(u"a"_s)), QStringList {u"assertionNotContradictory"_s}); // what is everybody's
}

QTEST_GUILESS_MAIN(PolicyRulesTest)
#include "tst_policyrules.moc"
