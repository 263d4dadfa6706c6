// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/policy.h"
#include "tests/support/verify.h"

using namespace hub;

class PolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNoMemory_data();
    void refusesWhatIsNoMemory();
    void weighsByType_data();
    void weighsByType();
    void weighsShortTextsLittle();
    void leavesAnAnchorItsWeight();
    void placesInATier_data();
    void placesInATier();
    void limitsTextByType();
};

namespace {

const auto sentence = u"A sentence that is long enough."_s;

} // namespace

void PolicyTest::refusesWhatIsNoMemory_data()
{
    QTest::addColumn<QString>("content");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("nothing") << QString() << false;
    QTest::newRow("nine letters") << u"ninechars"_s << false;
    QTest::newRow("ten letters") << u"ten_chars_"_s << true;
    QTest::newRow("two short words") << u"a b"_s << false;
    QTest::newRow("three short words") << u"a b c"_s << true;
    QTest::newRow("three words over lines") << u"a\nb\nc"_s << true;
    QTest::newRow("nine Hangul syllables in two words") << u"가나다라 마바사아"_s << false;
    QTest::newRow("a dense Korean sentence") << u"배포는 매주 화요일이다"_s << true;
    QTest::newRow("nine emoji are nine, not eighteen") << u"🟡🟡🟡🟡🟡🟡🟡🟡🟡"_s << false;
    QTest::newRow("a bare address") << u"https://example.org/a/long/path?x=1"_s << false;
    QTest::newRow("a bare address in capitals") << u"HTTPS://EXAMPLE.ORG/A"_s << false;
    QTest::newRow("another scheme") << u"ftp://example.org/file.txt"_s << false;
    QTest::newRow("an address in a sentence") << u"See https://example.org/a for it"_s << true;
    QTest::newRow("two addresses") << u"https://example.org/a https://example.org/b"_s << true;
}

void PolicyTest::refusesWhatIsNoMemory()
{
    QFETCH(QString, content);
    const auto checked = checkContent(content);
    QTEST(bool(checked), "accepted");
    if (!checked)
        QCOMPARE(checked.error().code, ErrorCode::InvalidArgument);
}

void PolicyTest::weighsByType_data()
{
    QTest::addColumn<FragmentType>("type");
    QTest::addColumn<double>("standard");
    QTest::addColumn<double>("ceiling");
    QTest::newRow("fact") << FragmentType::Fact << 0.5 << 0.7;
    QTest::newRow("decision") << FragmentType::Decision << 0.8 << 0.7;
    QTest::newRow("error") << FragmentType::Error << 0.9 << 0.6;
    QTest::newRow("preference") << FragmentType::Preference << 0.95 << 0.9;
    QTest::newRow("procedure") << FragmentType::Procedure << 0.7 << 0.6;
    QTest::newRow("relation") << FragmentType::Relation << 0.6 << 0.7;
    QTest::newRow("episode") << FragmentType::Episode << 0.6 << 0.7;
}

void PolicyTest::weighsByType()
{
    QFETCH(FragmentType, type);
    QFETCH(double, ceiling);
    QTEST(defaultImportance(type), "standard");
    QCOMPARE(storedImportance(type, 1, false, sentence), ceiling);
    QCOMPARE(storedImportance(type, ceiling, false, sentence), ceiling);
    QCOMPARE(storedImportance(type, 0.4, false, sentence), 0.4);
    QCOMPARE(storedImportance(type, 0, false, sentence), 0.0);
}

void PolicyTest::weighsShortTextsLittle()
{
    QCOMPARE(storedImportance(FragmentType::Fact, 0.9, false, QString(19, u'a')), 0.2);
    QCOMPARE(storedImportance(FragmentType::Fact, 0.9, false, QString(20, u'a')), 0.7);
    QCOMPARE(storedImportance(FragmentType::Fact, 0.1, false, QString(19, u'a')), 0.1);
    QCOMPARE(storedImportance(FragmentType::Fact, 0.9, false, QString(9, u'가')), 0.2); // 18 columns
    QCOMPARE(storedImportance(FragmentType::Fact, 0.9, false, QString(10, u'가')), 0.7);
}

void PolicyTest::leavesAnAnchorItsWeight()
{
    QCOMPARE(storedImportance(FragmentType::Error, 1, true, u"short"_s), 1.0);
    QCOMPARE(storedImportance(FragmentType::Error, 0.05, true, sentence), 0.05);
}

void PolicyTest::placesInATier_data()
{
    QTest::addColumn<FragmentType>("type");
    QTest::addColumn<double>("stored");
    QTest::addColumn<double>("asked");
    QTest::addColumn<TtlTier>("tier");
    QTest::newRow("preference") << FragmentType::Preference << 0.9 << 0.95 << TtlTier::Permanent;
    QTest::newRow("preference of no weight") << FragmentType::Preference << 0.1 << 0.1 << TtlTier::Permanent;
    QTest::newRow("weighty anchor") << FragmentType::Fact << 0.8 << 0.8 << TtlTier::Permanent;
    QTest::newRow("error at its default counts as stored") << FragmentType::Error << 0.6 << 0.9 << TtlTier::Hot;
    QTest::newRow("procedure") << FragmentType::Procedure << 0.6 << 0.7 << TtlTier::Hot;
    QTest::newRow("episode") << FragmentType::Episode << 0.6 << 0.6 << TtlTier::Warm;
    QTest::newRow("light episode") << FragmentType::Episode << 0.4 << 0.4 << TtlTier::Warm;
    QTest::newRow("fact") << FragmentType::Fact << 0.5 << 0.5 << TtlTier::Warm;
    QTest::newRow("light fact") << FragmentType::Fact << 0.4 << 0.4 << TtlTier::Cold;
    QTest::newRow("hardly meant") << FragmentType::Fact << 0.2 << 0.29 << TtlTier::Short;
    QTest::newRow("error hardly meant") << FragmentType::Error << 0.2 << 0.2 << TtlTier::Short;
    QTest::newRow("short text, but meant") << FragmentType::Fact << 0.2 << 0.5 << TtlTier::Cold;
}

void PolicyTest::placesInATier()
{
    QFETCH(FragmentType, type);
    QFETCH(double, stored);
    QFETCH(double, asked);
    QFETCH(TtlTier, tier);
    QCOMPARE(toString(initialTier(type, stored, asked)), toString(tier));
}

void PolicyTest::limitsTextByType()
{
    for (size_t type = 0; type < EnumNames<FragmentType>::names.size(); ++type)
        QCOMPARE(textLimit(FragmentType(type)), FragmentType(type) == FragmentType::Episode ? 1000 : 300);
}

QTEST_GUILESS_MAIN(PolicyTest)
#include "tst_policy.moc"
