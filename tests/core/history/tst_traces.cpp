// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/traces.h"
#include "core/memory/forget.h"
#include "tests/support/memorybench.h"

using namespace hub;

class TracesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void takesBothKindsOfNames_data();
    void takesBothKindsOfNames();
    void matchesLetterForLetter_data();
    void matchesLetterForLetter();
    void matchesASessionWithItsSegments();
    void showsNewestFirstUpToTheLimit();
    void findsWhatWasReplacedButNotWhatWasForgotten();
    void showsTheMatchOfALongText();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void staysWithinKeyWorkspaceAndAgent();

private:
    QString put(
        const QString &content, const std::function<void(RememberRequest &)> &change = {}, const Principal &caller = {})
    {
        m_bench->clock.advance(1000);
        RememberRequest request;
        request.content = content;
        request.topic = u"lab"_s;
        if (change)
            change(request);
        const auto answer = m_bench->write(remember, request, caller);
        return answer ? answer->id.value_or(QString()) : QString();
    }
    QStringList find(const QJsonObject &arguments, const Principal &caller = {})
    {
        QStringList ids;
        const auto request = fromJson<TracesRequest>(arguments);
        if (!request)
            return {request.error().message};
        const auto answer = m_bench->read(searchTraces, *request, caller);
        if (!answer)
            return {answer.error().message};
        for (const auto &trace : answer->traces)
            ids += trace.id;
        return ids;
    }

    std::unique_ptr<test::MemoryBench> m_bench;
};

void TracesTest::init() { m_bench = std::make_unique<test::MemoryBench>(); }

void TracesTest::takesBothKindsOfNames_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::newRow("snake") << QJsonObject {{u"event_type"_s, u"error"_s}, {u"entity_key"_s, u"ngin"_s},
        {u"case_id"_s, u"c-1"_s}, {u"session_id"_s, u"s-1"_s},
        {u"time_range"_s, QJsonObject {{u"from"_s, u"2026-11-30T00:00:00Z"_s}}}};
    QTest::newRow("camel") << QJsonObject {{u"eventType"_s, u"error"_s}, {u"entityKey"_s, u"NGIN"_s},
        {u"caseId"_s, u"c-1"_s}, {u"sessionId"_s, u"s-1"_s},
        {u"timeRange"_s, QJsonObject {{u"from"_s, u"2026-11-30T00:00:00Z"_s}}}};
}

void TracesTest::takesBothKindsOfNames()
{
    QFETCH(QJsonObject, arguments);
    const auto common = [](RememberRequest &r) {
        r.type = FragmentType::Error;
        r.topic = u"Nginx"_s;
        r.caseId = u"c-1"_s;
        r.sessionId = u"s-1"_s;
    };
    const auto wanted = put(u"The gateway answers 502 since noon."_s, common);
    put(u"Another type of memory of this case."_s, [&](RememberRequest &r) { common(r), r.type = FragmentType::Fact; });
    put(u"Another topic of errors of this case."_s, [&](RememberRequest &r) { common(r), r.topic = u"redis"_s; });
    put(u"Another case of errors in this topic."_s, [&](RememberRequest &r) { common(r), r.caseId = u"c-2"_s; });
    put(u"Another session of errors in this topic."_s, [&](RememberRequest &r) { common(r), r.sessionId = u"s-2"_s; });
    QCOMPARE(find(arguments), QStringList {wanted});
    arguments.remove(arguments.contains(u"time_range"_s) ? u"time_range"_s : u"timeRange"_s);
    arguments.insert(u"time_range"_s, QJsonObject {{u"to"_s, u"2026-11-29T00:00:00Z"_s}});
    QCOMPARE(find(arguments), QStringList());
}

void TracesTest::matchesLetterForLetter_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("keyword");
    QTest::addColumn<bool>("found");
    QTest::newRow("case") << u"Set REDIS_SENTINEL_ENABLED to true."_s << u"redis_sentinel"_s << true;
    QTest::newRow("part of a word") << u"Set REDIS_SENTINEL_ENABLED to true."_s << u"NTINEL"_s << true;
    QTest::newRow("underscore is no wildcard")
        << u"Set REDISXSENTINEL to true at last."_s << u"redis_sentinel"_s << false;
    QTest::newRow("per cent") << u"The disk is 95% full on this host."_s << u"95%"_s << true;
    QTest::newRow("per cent is no wildcard") << u"The disk is 95 per cent full here."_s << u"95%full"_s << false;
    QTest::newRow("quotes and backslash") << uR"(The path is "C:\temp" on that host.)"_s << uR"("c:\TEMP")"_s << true;
    QTest::newRow("Hangul") << u"업스트림 포트가 잘못되어 502가 났다."_s << u"포트가 잘못"_s << true;
    QTest::newRow("decomposed Hangul") << u"업스트림 포트가 잘못되어 502가 났다."_s
                                       << u"포트"_s.normalized(QString::NormalizationForm_D) << true;
    QTest::newRow("accents have case") << u"Der SCHLÜSSEL liegt beim Pförtner."_s << u"schlüssel"_s << true;
    QTest::newRow("an accent is a letter") << u"Der Schlüssel liegt beim Pförtner."_s << u"schlussel"_s << false;
    QTest::newRow("Cyrillic") << u"Порт шлюза изменён на новый вчера."_s << u"ПОРТ ШЛЮЗА"_s << true;
    QTest::newRow("emoji") << u"The release was 🚀 on Friday at noon."_s << u"🚀 on"_s << true;
    QTest::newRow("blank is no filter") << u"Anything at all that was stored here."_s << u"  "_s << true;
}

void TracesTest::matchesLetterForLetter()
{
    QFETCH(QString, content);
    QFETCH(QString, keyword);
    QFETCH(bool, found);
    const auto id = put(content);
    QVERIFY(!id.isEmpty());
    QCOMPARE(find({{u"keyword"_s, keyword}}), found ? QStringList {id} : QStringList());
}

void TracesTest::matchesASessionWithItsSegments()
{
    const auto in = [&](const QString &session) {
        return put(u"Something that belongs to session %1."_s.arg(session),
            [&](RememberRequest &r) { r.sessionId = session; });
    };
    const auto whole = in(u"abc"_s);
    const auto first = in(u"abc#1"_s);
    const auto tenth = in(u"abc#10"_s);
    in(u"abcd"_s);
    in(u"abcd#1"_s);
    in(u"ab%"_s);
    QCOMPARE(find({{u"session_id"_s, u"abc"_s}}), QStringList({tenth, first, whole}));
    QCOMPARE(find({{u"session_id"_s, u"abc#1"_s}}), QStringList {first});
    QCOMPARE(find({{u"session_id"_s, u"%"_s}}), QStringList());
}

void TracesTest::showsNewestFirstUpToTheLimit()
{
    QStringList ids;
    for (int i = 0; i < 25; ++i)
        ids.prepend(put(u"Number %1 of many lines in a log."_s.arg(i)));
    QCOMPARE(find({}), ids.mid(0, 20));
    QCOMPARE(find({{u"limit"_s, 3}}), ids.mid(0, 3));
    QCOMPARE(find({{u"limit"_s, 1000}}), ids);
    const auto json = toJson(*m_bench->read(searchTraces, TracesRequest {}));
    QCOMPARE(json[u"count"_s], QJsonValue(20));
    QCOMPARE(json[u"traces"_s][0].toObject().keys(),
        QStringList({u"case_id"_s, u"content"_s, u"created_at"_s, u"id"_s, u"importance"_s, u"resolution_status"_s,
            u"session_id"_s, u"source"_s, u"topic"_s, u"type"_s}));
    QCOMPARE(json[u"traces"_s][0][u"source"_s], QJsonValue(u"fragment"_s));
}

void TracesTest::findsWhatWasReplacedButNotWhatWasForgotten()
{
    const auto old = put(u"The gateway listens on port 8080."_s);
    const auto next = put(u"The gateway listens on port 9090."_s, [&](RememberRequest &r) { r.supersedes = {old}; });
    const auto gone = put(u"The gateway listens on the port of the moon."_s);
    VERIFY_OK(m_bench->write(forget, {.id = gone, .topic = {}, .agentId = {}}));
    QCOMPARE(find({{u"keyword"_s, u"gateway"_s}}), QStringList({next, old}));
}

void TracesTest::showsTheMatchOfALongText()
{
    const auto id = put(u"A short text that will be made long."_s);
    const QString text = u"filler "_s.repeated(700) + u"the needle" + u" filler"_s.repeated(700);
    VERIFY_OK(m_bench->database.runScript(u"UPDATE fragments SET content = '%1' WHERE id = '%2'"_s.arg(text, id)));
    const auto answer = m_bench->read(searchTraces, {.keyword = u"NEEDLE"_s});
    VERIFY_OK(answer);
    QCOMPARE(answer->count, 1);
    QVERIFY(answer->traces[0].content.contains(u"the needle"));
    QVERIFY(answer->traces[0].content.size() <= 1000);
    QCOMPARE(answer->traces[0].truncated, std::optional(true));
}

void TracesTest::refusesWhatItCannotRead_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("type") << QJsonObject {{u"eventType"_s, u"erorr"_s}}
                          << u"event_type must be one of fact, decision"_s;
    QTest::newRow("limit") << QJsonObject {{u"limit"_s, 0}} << u"limit must be between 1 and 100"_s;
    QTest::newRow("time") << QJsonObject {{u"time_range"_s, QJsonObject {{u"from"_s, u"once"_s}}}} << u"once"_s;
    QTest::newRow("length") << QJsonObject {{u"case_id"_s, QString(256, u'x')}}
                            << u"case_id length 256 exceeds max 255"_s;
}

void TracesTest::refusesWhatItCannotRead()
{
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, message);
    put(u"Something that is stored and not shown."_s);
    const auto found = find(arguments);
    QVERIFY2(found.size() == 1 && found[0].contains(message), qPrintable(found.join(u' ')));
}

void TracesTest::staysWithinKeyWorkspaceAndAgent()
{
    const auto alice = test::keyed(u"alice"_s);
    const auto bob = test::keyed(u"bob"_s);
    const auto secret = [](RememberRequest &r) {
        r.topic = u"secret"_s;
        r.type = FragmentType::Error;
        r.caseId = u"c-1"_s;
        r.sessionId = u"s-1"_s;
        r.workspace = u"w-1"_s;
    };
    const auto hers = put(u"The secret of this key is a number."_s, secret, alice);
    for (const auto &arguments : {QJsonObject(), QJsonObject {{u"keyword"_s, u"secret"_s}},
             QJsonObject {{u"event_type"_s, u"error"_s}}, QJsonObject {{u"entity_key"_s, u"secret"_s}},
             QJsonObject {{u"case_id"_s, u"c-1"_s}}, QJsonObject {{u"session_id"_s, u"s-1"_s}},
             QJsonObject {{u"workspace"_s, u"w-1"_s}}, QJsonObject {{u"limit"_s, 100}}}) {
        QCOMPARE(find(arguments, bob), QStringList());
        QCOMPARE(find(arguments, alice), QStringList {hers});
    }
    QCOMPARE(find({{u"workspace"_s, u"w-2"_s}}, alice), QStringList());
    const auto planned = put(
        u"A note of the agent called planner."_s, [](RememberRequest &r) { r.agentId = u"planner"_s; }, alice);
    QCOMPARE(find({{u"keyword"_s, u"planner"_s}}, alice), QStringList());
    QCOMPARE(find({{u"keyword"_s, u"planner"_s}, {u"agentId"_s, u"planner"_s}}, alice), QStringList {planned});
}

QTEST_GUILESS_MAIN(TracesTest)
#include "tst_traces.moc"
