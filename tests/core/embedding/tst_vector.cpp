// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embedder.h"
#include "tests/support/randomvectors.h"
#include "tests/support/verify.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace hub;

class VectorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalesToLengthOne();
    void refusesWhatIsNoDirection_data();
    void refusesWhatIsNoDirection();
    void survivesStorage();
    void storesLittleEndianHalves();
    void refusesDamagedBytes_data();
    void refusesDamagedBytes();
    void tellsSpacesApart();
};

namespace {

double product(const Vector &a, const Vector &b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

} // namespace

void VectorTest::scalesToLengthOne()
{
    const auto vector = normalised({3, 0, -4}, 3);
    VERIFY_OK(vector);
    QCOMPARE(*vector, (Vector {0.6F, 0, -0.8F}));
    const auto tiny = normalised({3e-12F, 4e-12F}, 2);
    VERIFY_OK(tiny);
    QCOMPARE((*tiny)[0], 0.6F);
    const auto huge = normalised({3e30F, 4e30F}, 2);
    VERIFY_OK(huge);
    QCOMPARE((*huge)[1], 0.8F);
}

void VectorTest::refusesWhatIsNoDirection_data()
{
    QTest::addColumn<QList<float>>("raw");
    QTest::addColumn<QString>("message");
    QTest::newRow("not a number") << Vector {1, std::nanf(""), 0} << u"a vector has a number that is not finite"_s;
    QTest::newRow("infinite") << Vector {1, std::numeric_limits<float>::infinity(), 0}
                              << u"a vector has a number that is not finite"_s;
    QTest::newRow("zero") << Vector {0, 0, 0} << u"a vector has no direction: all its numbers are zero"_s;
    QTest::newRow("short") << Vector {1, 2} << u"a vector has 2 numbers where 3 are expected"_s;
    QTest::newRow("long") << Vector {1, 2, 3, 4} << u"a vector has 4 numbers where 3 are expected"_s;
    QTest::newRow("empty") << Vector {} << u"a vector has 0 numbers where 3 are expected"_s;
}

void VectorTest::refusesWhatIsNoDirection()
{
    QFETCH(QList<float>, raw);
    const auto vector = normalised(raw, 3);
    QVERIFY(!vector);
    QTEST(vector.error().message, "message");
    QCOMPARE(vector.error().code, ErrorCode::InvalidArgument);
}

void VectorTest::survivesStorage()
{
    test::RandomVectors random(1024, 48);
    for (int i = 0; i < 100; ++i) {
        const auto vector = random.next();
        const auto bytes = encodeVector(vector);
        QCOMPARE(bytes.size(), 2048);
        const auto again = decodeVector(bytes, 1024);
        VERIFY_OK(again);
        QVERIFY(std::abs(product(vector, *again) - 1) < 1e-6);
        QVERIFY(std::abs(product(*again, *again) - 1) < 1e-6);
        const auto other = random.next();
        QVERIFY(std::abs(product(vector, other) - product(*again, *decodeVector(encodeVector(other), 1024))) < 1e-4);
    }
}

void VectorTest::storesLittleEndianHalves()
{
    QCOMPARE(encodeVector({1, 0, -0.5F}), QByteArray::fromHex("003c000000b8"));
}

void VectorTest::refusesDamagedBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("too short") << QByteArray::fromHex("003c0000");
    QTest::newRow("half a number more") << QByteArray::fromHex("003c00000000aa");
    QTest::newRow("infinite") << QByteArray::fromHex("007c00000000");
    QTest::newRow("all zero") << QByteArray::fromHex("000000000000");
}

void VectorTest::refusesDamagedBytes()
{
    QFETCH(QByteArray, bytes);
    const auto vector = decodeVector(bytes, 3);
    QVERIFY(!vector);
    QCOMPARE(vector.error().code, ErrorCode::Storage);
}

void VectorTest::tellsSpacesApart()
{
    const EmbeddingSpace space {u"127.0.0.1:11434"_s, u"bge-m3:latest"_s, 1024, u"1"_s};
    QCOMPARE(space.id(), u"127.0.0.1:11434|bge-m3:latest|1024|1"_s);
    const EmbeddingSpace moved {u"a|b"_s, u"c"_s, 1, {}};
    const EmbeddingSpace other {u"a"_s, u"b|c"_s, 1, {}};
    QVERIFY(moved.id() != other.id());
    const auto again = fromJson<EmbeddingSpace>(toJson(space));
    VERIFY_OK(again);
    QCOMPARE(*again, space);
}

QTEST_GUILESS_MAIN(VectorTest)
#include "tst_vector.moc"
