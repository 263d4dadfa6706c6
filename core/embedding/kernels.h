// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <span>
#include <vector>

namespace hub {

/// The weights of one layer as they are multiplied with: a signed byte a number
/// and one scale a row. Sixteen rows lie together, two columns of each after
/// another, so that one load brings what sixteen sums need next.
class PackedMatrix
{
public:
    static constexpr int rowsTogether = 16;

    PackedMatrix() = default;
    /// `weights`: rows after one another, `rows` a multiple of 16 and `columns`
    /// of 2. `bias`: a number for each row.
    PackedMatrix(std::span<const float> weights, std::span<const float> bias);

    int rows() const { return int(m_scales.size()); }
    int columns() const { return m_columns; }
    /// The numbers of the sixteen rows from `row` on.
    const qint8 *group(int row) const { return m_numbers.data() + qsizetype(row) * m_columns; }
    float scale(int row) const { return m_scales[size_t(row)]; }
    float bias(int row) const { return m_bias[size_t(row)]; }
    qint64 memoryBytes() const;

private:
    int m_columns = 0;
    std::vector<qint8> m_numbers;
    std::vector<float> m_scales;
    std::vector<float> m_bias;
};

/// Rows of activations as 16-bit fixed-point numbers, one scale a row, as large
/// as a sum of products with signed bytes can never overflow 32 bits.
struct FixedRows {
    int width = 0;
    std::vector<qint16> numbers;
    std::vector<float> scales;

    int count() const { return int(scales.size()); }
    const qint16 *row(int index) const { return numbers.data() + qsizetype(index) * width; }
    /// Replaces the content by `rows` rounded. `width`: an even number.
    void assign(std::span<const float> rows, int rowWidth);
};

/// Which instructions do the multiplying. All give the same sums.
enum class Arithmetic : quint8 { Portable, Avx2, Avx512 };

/// What this processor can do, the quickest last.
QList<Arithmetic> usableArithmetic();

/// Each row of `in` times `matrix`, plus the bias: `in.count()` rows of
/// `matrix.rows()` numbers to `out`.
void multiply(Arithmetic arithmetic, const PackedMatrix &matrix, const FixedRows &in, float *out);

namespace detail {

/// Sums for `count` rows of `width` numbers from `rows` on against `groups`
/// groups of sixteen weight rows, `stride` sums from one row to the next.
struct SumTask {
    const qint16 *rows = nullptr;
    int count = 0;
    int width = 0;
    const qint8 *weights = nullptr;
    int groups = 0;
    qint32 *sums = nullptr;
    int stride = 0;
};

void sumPortable(const SumTask &task);
#if defined(__x86_64__)
void sumAvx2(const SumTask &task);
void sumAvx512(const SumTask &task);
#endif

} // namespace detail

} // namespace hub
