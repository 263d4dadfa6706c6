// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/keys/authenticator.h"
#include "tests/support/fakeclock.h"
#include "tests/support/verify.h"

using namespace hub;

class AuthenticatorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheMasterKey();
    void knowsAProgramOfThePerson();
    void refuses_data();
    void refuses();
};

void AuthenticatorTest::knowsTheMasterKey()
{
    const test::FakeClock clock;
    KeyRing keys(clock);
    keys.setMaster(sha256Hex(u"열쇠 key"_s).toLatin1());
    const Authenticator authenticator(keys, {});
    const auto caller = authenticator.authenticate(u"열쇠 key"_s.toUtf8());
    VERIFY_OK(caller);
    QVERIFY(caller->isMaster());
    QVERIFY(!caller->seesAllAgents);
    for (const auto level : {Permission::Read, Permission::Write, Permission::Admin})
        QVERIFY(caller->may(level));
}

void AuthenticatorTest::knowsAProgramOfThePerson()
{
    const test::FakeClock clock;
    KeyRing keys(clock);
    keys.setMaster(sha256Hex(u"master"_s).toLatin1());
    const Authenticator authenticator(keys, u"local"_s);
    const auto caller = authenticator.authenticate("local");
    VERIFY_OK(caller);
    QVERIFY(caller->isMaster() && caller->seesAllAgents);
}

void AuthenticatorTest::refuses_data()
{
    QTest::addColumn<QByteArray>("credential");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("another key") << QByteArray("masteR");
    QTest::newRow("a part of the key") << QByteArray("maste");
    QTest::newRow("the key and more") << QByteArray("master ");
    QTest::newRow("the hash of the key") << sha256Hex(u"master"_s).toLatin1();
    QTest::newRow("a NUL behind the key") << QByteArray("master\0", 7);
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe");
}

void AuthenticatorTest::refuses()
{
    QFETCH(QByteArray, credential);
    const test::FakeClock clock;
    KeyRing keys(clock);
    keys.setMaster(sha256Hex(u"master"_s).toLatin1());
    for (const auto &localToken : {QString(), u"local"_s}) {
        const auto caller = Authenticator(keys, localToken).authenticate(credential);
        QVERIFY(!caller);
        QCOMPARE(caller.error().code, ErrorCode::Denied);
        QVERIFY(credential.isEmpty() || !caller.error().message.contains(QString::fromUtf8(credential)));
    }
}

QTEST_GUILESS_MAIN(AuthenticatorTest)
#include "tst_authenticator.moc"
