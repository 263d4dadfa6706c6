// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contract.h"

using namespace hub;
using test::missing;

/// reflect, session_rotate, prompts and resources as the documentation shows them.
class ReflectingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reflectsInTheDocumentedShape();
    void takesABareSummary();
    void groupsASession();
    void refusesWhatBreaksALimit_data();
    void refusesWhatBreaksALimit();
    void staysWithinItsShareOfTheToolList();
    void listsThePrompts();
    void givesAPrompt();
    void refusesAPrompt_data();
    void refusesAPrompt();
    void listsTheResources();
    void readsAResource_data();
    void readsAResource();
    void rotatesTheSession();

private:
    QJsonObject request(const QString &method, const QJsonObject &params = {})
    {
        return m_hub->client().call(method, params);
    }
    QJsonObject resource(const QString &name)
    {
        const auto answer = request(u"resources/read"_s, {{u"uri"_s, QString(u"memory://" + name)}});
        const auto result = answer.value(u"result"_s);
        const auto text = result[u"contents"_s][0][u"text"_s].toString();
        return QJsonDocument::fromJson(text.toUtf8()).object();
    }

    std::unique_ptr<test::Contract> m_hub = std::make_unique<test::Contract>();
};

void ReflectingTest::initTestCase() { VERIFY_OK(m_hub->start()); }

void ReflectingTest::reflectsInTheDocumentedShape()
{
    const QJsonObject task {{u"outcome"_s, u"completed"_s}, {u"evidence"_s, u"모든 테스트 통과"_s},
        {u"tool_highlights"_s, QJsonArray {u"recall"_s}}};
    const auto [answer, isError] = m_hub->call(u"reflect"_s,
        {{u"summary"_s, QJsonArray {u"nginx 설정을 새로 정리하고 배포했다."_s, u"업스트림 포트를 점검했다."_s}},
            {u"decisions"_s, QJsonArray {u"nginx 업스트림 포트는 15001로 통일하기로 결정했다."_s}},
            {u"errors_resolved"_s, QJsonArray()},
            {u"new_procedures"_s, QJsonArray {u"배포 전에는 nginx -t 로 설정을 검사한다."_s}},
            {u"open_questions"_s, QJsonArray {u"예비 서버의 포트도 바꿔야 하는가?"_s}},
            {u"narrative_summary"_s, u"nginx 설정을 정리하고 배포했다. 포트는 하나로 통일했다."_s},
            {u"workspace"_s, u"memento-mcp"_s}, {u"task_effectiveness"_s, task}});
    QVERIFY(!isError);
    QCOMPARE(missing(answer, u"success count fragments breakdown groups _meta"_s), QStringList());
    QCOMPARE(answer.value(u"count"_s), QJsonValue(5));
    QCOMPARE(answer.value(u"breakdown"_s).toObject(),
        (QJsonObject {{u"summary"_s, 2}, {u"decisions"_s, 1}, {u"errors"_s, 0}, {u"procedures"_s, 1},
            {u"questions"_s, 1}, {u"episode"_s, 1}}));
    const auto fragment = answer.value(u"fragments"_s)[0].toObject();
    QCOMPARE(fragment.keys(), (QStringList {u"content"_s, u"id"_s, u"keywords"_s, u"type"_s}));
    QVERIFY(answer.value(u"fragments"_s)[4][u"content"_s].toString().startsWith(u"[미해결] "));
    const auto group = answer.value(u"groups"_s)[0].toObject();
    QCOMPARE(group.value(u"workspace"_s), QJsonValue(u"memento-mcp"_s));
    QCOMPARE(group.value(u"topic"_s), QJsonValue(u"session_reflect"_s));
    QVERIFY(group.value(u"caseId"_s).isNull());
    QCOMPARE(group.value(u"fragmentIds"_s).toArray().size(), 6);
    const auto again = m_hub->call(u"reflect"_s,
        {{u"decisions"_s, QJsonArray {u"nginx 업스트림 포트는 15001로 통일하기로 결정했다."_s}},
            {u"workspace"_s, u"memento-mcp"_s}});
    QCOMPARE(again.payload.value(u"fragments"_s)[0][u"id"_s], answer.value(u"fragments"_s)[2][u"id"_s]);
}

void ReflectingTest::takesABareSummary()
{
    const auto answer = m_hub->call(u"reflect"_s, {{u"summary"_s, u"한 문장으로 된 개요도 받아들인다."_s}}).payload;
    QCOMPARE(answer.value(u"breakdown"_s)[u"summary"_s], QJsonValue(1));
}

void ReflectingTest::groupsASession()
{
    m_hub->remembered(u"세션에서 알아낸 사실을 하나 저장한다."_s, {{u"sessionId"_s, u"work-1"_s}});
    const auto answer = m_hub->call(u"reflect"_s, {{u"sessionId"_s, u"work-1"_s}}).payload;
    QCOMPARE(answer.value(u"groups"_s).toArray().size(), 1);
    QCOMPARE(answer.value(u"groups"_s)[0][u"topic"_s], QJsonValue(u"nginx"_s));
    QCOMPARE(answer.value(u"breakdown"_s)[u"episode"_s], QJsonValue(1));
    QCOMPARE(answer.value(u"count"_s), QJsonValue(0));
}

void ReflectingTest::refusesWhatBreaksALimit_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("field");
    const QString tooLong(4001, u'x');
    QTest::newRow("a long decision") << u"reflect"_s << QJsonObject {{u"decisions"_s, QJsonArray {tooLong}}}
                                     << u"decisions[0]"_s;
    QTest::newRow("a long story") << u"reflect"_s << QJsonObject {{u"narrative_summary"_s, tooLong}}
                                  << u"narrative_summary"_s;
    QTest::newRow("a number") << u"reflect"_s << QJsonObject {{u"summary"_s, 7}} << u"summary"_s;
    QTest::newRow("an unknown name") << u"reflect"_s << QJsonObject {{u"decision"_s, QJsonArray()}} << u"decision"_s;
    QTest::newRow("a long reason") << u"session_rotate"_s << QJsonObject {{u"reason"_s, QString(257, u'x')}}
                                   << u"reason"_s;
}

void ReflectingTest::refusesWhatBreaksALimit()
{
    QFETCH(QString, tool);
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, field);
    const auto before = resource(u"stats"_s).value(u"total"_s);
    const auto answer = request(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}});
    const auto text = QString::fromUtf8(QJsonDocument(answer).toJson(QJsonDocument::Compact));
    QVERIFY2(text.contains(field), qPrintable(text));
    QVERIFY(answer.contains(u"error"_s) || answer.value(u"result"_s)[u"isError"_s].toBool());
    QCOMPARE(resource(u"stats"_s).value(u"total"_s), before);
}

void ReflectingTest::staysWithinItsShareOfTheToolList()
{
    for (const auto &tool : m_hub->tools()) {
        const auto size = QJsonDocument(tool.toObject()).toJson(QJsonDocument::Compact).size();
        const auto name = tool[u"name"_s].toString();
        if (name == u"reflect" || name == u"session_rotate")
            qInfo("%s: %lld bytes", qPrintable(name), qlonglong(size));
        QVERIFY(name != u"reflect" || size <= 2200);
        QVERIFY(name != u"session_rotate" || size <= 480);
    }
}

void ReflectingTest::listsThePrompts()
{
    const auto prompts = request(u"prompts/list"_s).value(u"result"_s)[u"prompts"_s].toArray();
    QCOMPARE(prompts.size(), 3);
    QCOMPARE(prompts[0][u"name"_s], QJsonValue(u"analyze-session"_s));
    QCOMPARE(prompts[0][u"arguments"_s][0][u"name"_s], QJsonValue(u"focus"_s));
    QCOMPARE(prompts[0][u"arguments"_s][0][u"required"_s], QJsonValue(false));
    QCOMPARE(prompts[1][u"name"_s], QJsonValue(u"retrieve-relevant-memory"_s));
    QCOMPARE(prompts[1][u"arguments"_s][0][u"name"_s], QJsonValue(u"topic"_s));
    QCOMPARE(prompts[1][u"arguments"_s][0][u"required"_s], QJsonValue(true));
    QCOMPARE(prompts[2][u"name"_s], QJsonValue(u"onboarding"_s));
    for (const auto &prompt : prompts)
        QVERIFY(!prompt[u"description"_s].toString().isEmpty());
}

void ReflectingTest::givesAPrompt()
{
    const auto textOf = [this](const QString &name, const QJsonObject &arguments) {
        const auto result
            = request(u"prompts/get"_s, {{u"name"_s, name}, {u"arguments"_s, arguments}}).value(u"result"_s);
        const auto message = result[u"messages"_s][0];
        return message[u"role"_s] == u"user"_s ? message[u"content"_s][u"text"_s].toString() : QString();
    };
    QVERIFY(textOf(u"analyze-session"_s, {{u"focus"_s, u"{focus} 배포"_s}}).contains(u"{focus} 배포"));
    const auto unfocused = textOf(u"analyze-session"_s, {});
    QVERIFY(unfocused.contains(u"reflect") && !unfocused.contains(u"{focus}") && !unfocused.contains(u"특히"));
    QVERIFY(textOf(u"retrieve-relevant-memory"_s, {{u"topic"_s, u"nginx 502"_s}}).contains(u"nginx 502"));
    QVERIFY(textOf(u"onboarding"_s, {}).contains(u"context"));
}

void ReflectingTest::refusesAPrompt_data()
{
    QTest::addColumn<QJsonObject>("params");
    QTest::addColumn<QString>("word");
    QTest::newRow("unknown") << QJsonObject {{u"name"_s, u"zzz"_s}} << u"zzz"_s;
    QTest::newRow("no topic") << QJsonObject {{u"name"_s, u"retrieve-relevant-memory"_s}} << u"topic is required"_s;
    QTest::newRow("a blank topic") << QJsonObject {{u"name"_s, u"retrieve-relevant-memory"_s},
        {u"arguments"_s, QJsonObject {{u"topic"_s, u"  "_s}}}}
                                   << u"topic is required"_s;
    QTest::newRow("a number") << QJsonObject {{u"name"_s, u"retrieve-relevant-memory"_s},
        {u"arguments"_s, QJsonObject {{u"topic"_s, 5}}}}
                              << u"topic must be a string"_s;
    QTest::newRow("too long") << QJsonObject {{u"name"_s, u"analyze-session"_s},
        {u"arguments"_s, QJsonObject {{u"focus"_s, QString(1001, u'x')}}}}
                              << u"focus"_s;
    QTest::newRow("unknown argument") << QJsonObject {{u"name"_s, u"onboarding"_s},
        {u"arguments"_s, QJsonObject {{u"who"_s, u"me"_s}}}}
                                      << u"who"_s;
}

void ReflectingTest::refusesAPrompt()
{
    QFETCH(QJsonObject, params);
    QFETCH(QString, word);
    const auto error = request(u"prompts/get"_s, params).value(u"error"_s);
    QCOMPARE(error[u"code"_s].toInt(), -32602);
    QVERIFY2(error[u"message"_s].toString().contains(word), qPrintable(error[u"message"_s].toString()));
}

void ReflectingTest::listsTheResources()
{
    const auto resources = request(u"resources/list"_s).value(u"result"_s)[u"resources"_s].toArray();
    QStringList uris;
    for (const auto &one : resources) {
        uris += one[u"uri"_s].toString();
        QVERIFY(!one[u"description"_s].toString().isEmpty() && !one[u"name"_s].toString().isEmpty());
        QCOMPARE(one[u"mimeType"_s], QJsonValue(u"application/json"_s));
    }
    QCOMPARE(uris,
        (QStringList {u"memory://stats"_s, u"memory://topics"_s, u"memory://config"_s, u"memory://active-session"_s}));
    const auto templates = request(u"resources/templates/list"_s).value(u"result"_s)[u"resourceTemplates"_s].toArray();
    QCOMPARE(templates.size(), 2);
    QCOMPARE(templates[0][u"uriTemplate"_s], QJsonValue(u"memory://fragments/{id}"_s));
    QCOMPARE(templates[1][u"uriTemplate"_s], QJsonValue(u"memory://workspaces/{workspace}/topics"_s));
}

void ReflectingTest::readsAResource_data()
{
    QTest::addColumn<QString>("members");
    QTest::newRow("stats") << u"total avg_utility counts"_s;
    QTest::newRow("topics") << u"topics count"_s;
    QTest::newRow("config") << u"weights ttl importance memory"_s;
    QTest::newRow("active-session") << u"sessionId startedAt toolCalls keywords fragmentIds"_s;
}

void ReflectingTest::readsAResource()
{
    QFETCH(QString, members);
    const auto id = m_hub->remembered(u"활동 기록에 남을 기억을 하나 저장한다."_s);
    QCOMPARE(missing(resource(QString::fromLatin1(QTest::currentDataTag())), members), QStringList());
    const auto session = resource(u"active-session"_s);
    QCOMPARE(
        session.value(u"sessionId"_s).toString(), QString(QString::fromLatin1(m_hub->client().sessionId()) + u"#1"));
    QVERIFY(session.value(u"fragmentIds"_s).toArray().contains(id) || id.isEmpty());
    const auto unknown = request(u"resources/read"_s, {{u"uri"_s, u"memory://zzz"_s}}).value(u"error"_s);
    QCOMPARE(unknown[u"code"_s].toInt(), -32002);
    QCOMPARE(unknown[u"data"_s][u"uri"_s].toString(), u"memory://zzz"_s);
}

void ReflectingTest::rotatesTheSession()
{
    auto &client = m_hub->client();
    m_hub->call(u"remember"_s,
        {{u"content"_s, u"회전 뒤에도 남아 있을 세션 메모."_s}, {u"topic"_s, u"nginx"_s}, {u"type"_s, u"fact"_s},
            {u"scope"_s, u"session"_s}});
    const auto old = client.sessionId();
    const auto [answer, isError] = m_hub->call(u"session_rotate"_s, {{u"reason"_s, u"suspected_leak"_s}});
    QVERIFY(!isError);
    QCOMPARE(answer.keys(), (QStringList {u"expiresAt"_s, u"newSessionId"_s, u"rotatedAt"_s, u"success"_s}));
    const auto rotated = QDateTime::fromString(answer.value(u"rotatedAt"_s).toString(), Qt::ISODateWithMs);
    const auto expires = QDateTime::fromString(answer.value(u"expiresAt"_s).toString(), Qt::ISODateWithMs);
    QVERIFY(rotated.isValid() && expires > rotated);
    QCOMPARE(client.post(test::McpClient::request(u"ping"_s)).status, 404);
    client.useSession(answer.value(u"newSessionId"_s).toString().toLatin1());
    QVERIFY(client.sessionId() != old);
    const auto context = m_hub->call(u"context"_s, {}).payload;
    QCOMPARE(context.value(u"wmCount"_s), QJsonValue(1));
    QCOMPARE(resource(u"active-session"_s).value(u"calls"_s), QJsonValue(1));
}

QTEST_GUILESS_MAIN(ReflectingTest)
#include "tst_reflecting.moc"
