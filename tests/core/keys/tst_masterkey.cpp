// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ids.h"
#include "core/keys/masterkey.h"
#include "tests/support/memorybench.h"

using namespace hub;

class MasterKeyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isMadeOnceAndKeptAsAHash();
    void isTheGivenOneWhileItIsGiven();
};

void MasterKeyTest::isMadeOnceAndKeptAsAHash()
{
    auto database = test::freshDatabase();
    const auto first = masterKey(database, {});
    VERIFY_OK(first);
    QVERIFY(first->made && first->made->startsWith(u"mmcp_"));
    QCOMPARE(first->hash, sha256Hex(*first->made));
    const auto again = masterKey(database, {});
    VERIFY_OK(again);
    QVERIFY(!again->made);
    QCOMPARE(again->hash, first->hash);
    auto statement = database.prepare(u"SELECT count(*) FROM meta WHERE instr(value, ?1)"_s);
    VERIFY_OK(statement);
    QCOMPARE(statement->bind(*first->made).scalar<int>()->value_or(-1), 0);
    QVERIFY(masterKey(*std::make_unique<Database>(test::freshDatabase()), {})->hash != first->hash);
}

void MasterKeyTest::isTheGivenOneWhileItIsGiven()
{
    auto database = test::freshDatabase();
    const auto given = masterKey(database, u"letmein"_s);
    VERIFY_OK(given);
    QVERIFY(!given->made);
    QCOMPARE(given->hash, sha256Hex(u"letmein"_s));
    const auto own = masterKey(database, {});
    QVERIFY(own->made);
    QCOMPARE(masterKey(database, u"letmein"_s)->hash, given->hash);
    QCOMPARE(masterKey(database, {})->hash, own->hash); // and it comes back when it no longer is
}

QTEST_GUILESS_MAIN(MasterKeyTest)
#include "tst_masterkey.moc"
