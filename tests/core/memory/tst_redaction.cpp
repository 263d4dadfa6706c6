// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memorysettings.h"
#include "core/memory/redaction.h"
#include "tests/support/verify.h"

using namespace hub;

class RedactionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replaces_data();
    void replaces();
    void keeps_data();
    void keeps();
    void namesEachKindOnce();
    void changesNothingTheSecondTime();
    void canBeSwitchedOffByHalves();
};

void RedactionTest::replaces_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("redacted");
    QTest::addColumn<QString>("kind");
    const auto key32 = QString(32, u'a');
    QTest::newRow("key of a provider") << QString(u"use sk-" + key32 + u" here") << u"use [REDACTED_API_KEY] here"_s << u"api_key"_s;
    QTest::newRow("key of a project") << QString(u"sk-proj-" + key32) << u"[REDACTED_API_KEY]"_s << u"api_key"_s;
    QTest::newRow("key of another provider") << QString(u"AIza" + QString(35, u'B')) << u"[REDACTED_API_KEY]"_s << u"api_key"_s;
    QTest::newRow("key of this hub") << QString(u"mmcp_" + key32) << u"[REDACTED_API_KEY]"_s << u"api_key"_s;
    QTest::newRow("password") << u"password: hunter2, then go"_s << u"password: [REDACTED_PASSWORD], then go"_s << u"password"_s;
    QTest::newRow("password in capitals") << u"PASSWD=hunter2"_s << u"PASSWD=[REDACTED_PASSWORD]"_s << u"password"_s;
    QTest::newRow("password in Korean") << u"비밀번호: 한글암호1 로 접속"_s << u"비밀번호: [REDACTED_PASSWORD] 로 접속"_s << u"password"_s;
    QTest::newRow("short Korean word") << u"비번=1234"_s << u"비번=[REDACTED_PASSWORD]"_s << u"password"_s;
    QTest::newRow("e-mail address") << u"ask jane.doe+x@mail.example.org now"_s << u"ask [REDACTED_EMAIL] now"_s << u"email"_s;
    QTest::newRow("e-mail address beside Hangul") << u"담당자는jane@example.org입니다"_s << u"담당자는[REDACTED_EMAIL]입니다"_s << u"email"_s;
    QTest::newRow("mobile number") << u"call 010-1234-5678."_s << u"call [REDACTED_PHONE]."_s << u"phone"_s;
    QTest::newRow("mobile number in one") << u"01012345678"_s << u"[REDACTED_PHONE]"_s << u"phone"_s;
    QTest::newRow("old mobile number") << u"011 123 4567"_s << u"[REDACTED_PHONE]"_s << u"phone"_s;
}

void RedactionTest::replaces()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    const auto out = redact(text, MemorySettings {});
    QTEST(out.text, "redacted");
    QCOMPARE(out.kinds, QStringList {kind});
}

void RedactionTest::keeps_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("a short key-like word") << u"the task-force sk-12 meets"_s;
    QTest::newRow("the word password alone") << u"The password must be changed every month."_s;
    QTest::newRow("an at sign") << u"meet @ noon, user@localhost"_s;
    QTest::newRow("a long number") << u"order 90101234567890"_s;
    QTest::newRow("a date") << u"2010-12-12 at 10:00"_s;
    QTest::newRow("Korean prose") << u"비밀번호 정책을 바꿨다"_s;
    QTest::newRow("an identifier") << u"fetchRowsByIds in task_runner.cpp"_s;
}

void RedactionTest::keeps()
{
    QFETCH(QString, text);
    const auto out = redact(text, MemorySettings {});
    QCOMPARE(out.text, text);
    QVERIFY(out.kinds.isEmpty());
}

void RedactionTest::namesEachKindOnce()
{
    const auto out = redact(u"a@example.org, b@example.org, pwd=x1 and 010-1234-5678"_s, MemorySettings {});
    QCOMPARE(out.text, u"[REDACTED_EMAIL], [REDACTED_EMAIL], pwd=[REDACTED_PASSWORD] and [REDACTED_PHONE]"_s);
    QCOMPARE(out.kinds, (QStringList {u"password"_s, u"email"_s, u"phone"_s}));
}

void RedactionTest::changesNothingTheSecondTime()
{
    const auto once = redact(QString(u"password=sk-" + QString(40, u'a') + u" a@example.org"), MemorySettings {});
    const auto twice = redact(once.text, MemorySettings {});
    QCOMPARE(twice.text, once.text);
    QVERIFY(twice.kinds.isEmpty());
}

void RedactionTest::canBeSwitchedOffByHalves()
{
    const auto text = u"pwd=x1 a@example.org"_s;
    MemorySettings noSecrets;
    noSecrets.redactSecrets = false;
    QCOMPARE(redact(text, noSecrets).text, u"pwd=x1 [REDACTED_EMAIL]"_s);
    MemorySettings noPersons;
    noPersons.redactPersonalData = false;
    QCOMPARE(redact(text, noPersons).text, u"pwd=[REDACTED_PASSWORD] a@example.org"_s);
}

QTEST_GUILESS_MAIN(RedactionTest)
#include "tst_redaction.moc"
