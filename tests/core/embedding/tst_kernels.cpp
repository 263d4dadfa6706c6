// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/kernels.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace hub;

namespace {

std::vector<float> noise(size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    std::vector<float> numbers(count);
    for (auto &number : numbers)
        number = normal(random);
    return numbers;
}

} // namespace

class KernelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void multipliesAsFloatsDo_data();
    void multipliesAsFloatsDo();
    void givesTheSameWithAllInstructions();
    void neverOverflows();
    void keepsZeroRows();
    void doesNotHideWhatIsNotFinite();
};

void KernelsTest::multipliesAsFloatsDo_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("count");
    QTest::newRow("one row") << 16 << 32 << 1;
    QTest::newRow("an odd number of groups") << 48 << 64 << 3;
    QTest::newRow("as in the model") << 384 << 1536 << 13;
    QTest::newRow("more than a block of rows") << 32 << 96 << 70;
}

void KernelsTest::multipliesAsFloatsDo()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, count);
    const auto weights = noise(size_t(rows * columns), 1);
    const auto bias = noise(size_t(rows), 2);
    const auto in = noise(size_t(count * columns), 3);
    const PackedMatrix matrix(weights, bias);
    QCOMPARE(matrix.rows(), rows);
    QCOMPARE(matrix.columns(), columns);
    FixedRows fixed;
    fixed.assign(in, columns);
    std::vector<float> out(size_t(count * rows));
    const auto usable = usableArithmetic();
    for (const auto arithmetic : usable) {
        multiply(arithmetic, matrix, fixed, out.data());
        double error = 0;
        double size = 0;
        for (int i = 0; i < count; ++i) {
            for (int row = 0; row < rows; ++row) {
                double sum = double(bias[size_t(row)]);
                for (int k = 0; k < columns; ++k)
                    sum += double(in[size_t(i * columns + k)]) * double(weights[size_t(row * columns + k)]);
                error += std::pow(sum - double(out[size_t(i * rows + row)]), 2);
                size += sum * sum;
            }
        }
        QVERIFY2(std::sqrt(error / size) < 0.01, qPrintable(QString::number(std::sqrt(error / size))));
    }
}

void KernelsTest::givesTheSameWithAllInstructions()
{
    constexpr int rows = 80;
    constexpr int columns = 320;
    constexpr int count = 37;
    const PackedMatrix matrix(noise(rows * columns, 4), noise(rows, 5));
    FixedRows fixed;
    fixed.assign(noise(count * columns, 6), columns);
    std::vector<float> plain(rows * count);
    multiply(Arithmetic::Portable, matrix, fixed, plain.data());
    const auto usable = usableArithmetic();
    QCOMPARE(usable.first(), Arithmetic::Portable);
    for (const auto arithmetic : usable) {
        std::vector<float> out(rows * count, -1);
        multiply(arithmetic, matrix, fixed, out.data());
        QVERIFY(out == plain);
    }
}

void KernelsTest::neverOverflows()
{
    constexpr int columns = 4096; // the widest that a model may have
    const PackedMatrix matrix(std::vector<float>(16 * columns, -1.0F), std::vector<float>(16, 0.0F));
    FixedRows fixed;
    fixed.assign(std::vector<float>(columns, 3.0F), columns);
    float out[16] = {};
    const auto usable = usableArithmetic();
    for (const auto arithmetic : usable) {
        multiply(arithmetic, matrix, fixed, out);
        QVERIFY(std::abs(out[0] + 3.0F * columns) < 0.01F * columns);
    }
}

void KernelsTest::keepsZeroRows()
{
    const PackedMatrix matrix(std::vector<float>(16 * 32, 0.0F), std::vector<float>(16, 0.5F));
    FixedRows fixed;
    fixed.assign(std::vector<float>(32, 0.0F), 32);
    float out[16] = {};
    multiply(Arithmetic::Portable, matrix, fixed, out);
    QCOMPARE(out[3], 0.5F);
}

void KernelsTest::doesNotHideWhatIsNotFinite()
{
    const PackedMatrix matrix(noise(16 * 32, 8), std::vector<float>(16, 0.0F));
    std::vector<float> in(32, 1.0F);
    in[5] = std::numeric_limits<float>::infinity();
    FixedRows fixed;
    fixed.assign(in, 32);
    float out[16] = {};
    multiply(Arithmetic::Portable, matrix, fixed, out);
    QVERIFY(!std::isfinite(out[0])); // so that the vector is refused, not wrong
}

QTEST_GUILESS_MAIN(KernelsTest)
#include "tst_kernels.moc"
