// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hub {
namespace {

constexpr int together = PackedMatrix::rowsTogether;
constexpr float byteRange = 127;

float largest(std::span<const float> numbers)
{
    constexpr size_t lanes = 16; // so that a compiler can use vectors
    float most[lanes] = {};
    size_t i = 0;
    for (; i + lanes <= numbers.size(); i += lanes) {
        for (size_t lane = 0; lane < lanes; ++lane)
            most[lane] = std::max(most[lane], std::abs(numbers[i + lane]));
    }
    for (; i < numbers.size(); ++i)
        most[0] = std::max(most[0], std::abs(numbers[i]));
    return *std::max_element(std::begin(most), std::end(most));
}

/// So large may an activation be that `width` products with bytes stay within 32 bits.
float amplitude(int width)
{
    const int most = std::numeric_limits<qint32>::max() / (int(byteRange) * width);
    return float(std::min<int>(std::numeric_limits<qint16>::max(), most));
}

using Sum = void (*)(const detail::SumTask &);

Sum sumOf(Arithmetic arithmetic)
{
    switch (arithmetic) {
#if defined(__x86_64__)
    case Arithmetic::Avx512: return detail::sumAvx512;
    case Arithmetic::Avx2: return detail::sumAvx2;
#else
    case Arithmetic::Avx512:
    case Arithmetic::Avx2:
#endif
    case Arithmetic::Portable: break;
    }
    return detail::sumPortable;
}

} // namespace

PackedMatrix::PackedMatrix(std::span<const float> weights, std::span<const float> bias)
    : m_columns(int(weights.size() / bias.size()))
    , m_numbers(weights.size())
    , m_scales(bias.size())
    , m_bias(bias.begin(), bias.end())
{
    Q_ASSERT(bias.size() % together == 0 && m_columns % 2 == 0);
    const auto width = size_t(m_columns);
    for (size_t row = 0; row < bias.size(); ++row) {
        const auto from = weights.subspan(row * width, width);
        const float most = largest(from);
        m_scales[row] = most / byteRange;
        const float factor = most > 0 ? byteRange / most : 0;
        auto *group = m_numbers.data() + row / together * together * width;
        const auto lane = row % together * 2;
        for (size_t column = 0; column < width; ++column) {
            const auto at = column / 2 * 2 * together + lane + column % 2;
            group[at] = qint8(std::lround(std::clamp(from[column] * factor, -byteRange, byteRange)));
        }
    }
}

qint64 PackedMatrix::memoryBytes() const
{
    return qint64(m_numbers.capacity() + (m_scales.capacity() + m_bias.capacity()) * sizeof(float));
}

void FixedRows::assign(std::span<const float> rows, int rowWidth)
{
    width = rowWidth;
    numbers.resize(rows.size());
    scales.resize(rows.size() / size_t(rowWidth));
    const float range = amplitude(rowWidth);
    for (size_t i = 0; i < scales.size(); ++i) {
        const auto from = rows.subspan(i * size_t(rowWidth), size_t(rowWidth));
        const float most = largest(from);
        const bool isUsable = most > 0 && std::isfinite(most);
        scales[i] = isUsable ? most / range : most; // what is not finite stays so, and is refused in the end
        const float factor = isUsable ? range / most : 0;
        auto *to = numbers.data() + i * size_t(rowWidth);
        for (size_t k = 0; k < from.size(); ++k) {
            const float scaled = from[k] * factor;
            to[k] = qint16(int(scaled + (scaled < 0 ? -0.5F : 0.5F)));
        }
    }
}

QList<Arithmetic> usableArithmetic()
{
    QList<Arithmetic> usable {Arithmetic::Portable};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        usable += Arithmetic::Avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"))
        usable += Arithmetic::Avx512;
#endif
    return usable;
}

void detail::sumPortable(const SumTask &task)
{
    for (int group = 0; group < task.groups; ++group) {
        const auto *weights = task.weights + qsizetype(group) * together * task.width;
        for (int row = 0; row < task.count; ++row) {
            const auto *numbers = task.rows + qsizetype(row) * task.width;
            qint32 sums[together] = {};
            for (int k = 0; k < task.width; k += 2) {
                const qint32 first = numbers[k];
                const qint32 second = numbers[k + 1];
                const auto *pairs = weights + qsizetype(k) * together;
                for (int lane = 0; lane < together; ++lane)
                    sums[lane] += first * pairs[2 * lane] + second * pairs[2 * lane + 1];
            }
            std::copy_n(sums, together, task.sums + qsizetype(row) * task.stride + group * together);
        }
    }
}

void multiply(Arithmetic arithmetic, const PackedMatrix &matrix, const FixedRows &in, float *out)
{
    constexpr int rowsInBlock = 32; // they stay in the processor's nearest cache while the weights go by
    const auto sum = sumOf(arithmetic);
    std::vector<qint32> sums(size_t(rowsInBlock) * size_t(matrix.rows()));
    for (int first = 0; first < in.count(); first += rowsInBlock) {
        const int count = std::min(rowsInBlock, in.count() - first);
        sum({in.row(first), count, in.width, matrix.group(0), matrix.rows() / together, sums.data(), matrix.rows()});
        for (int i = 0; i < count; ++i) {
            const float scale = in.scales[size_t(first + i)];
            const auto *from = sums.data() + qsizetype(i) * matrix.rows();
            auto *to = out + qsizetype(first + i) * matrix.rows();
            for (int row = 0; row < matrix.rows(); ++row)
                to[row] = float(from[row]) * (scale * matrix.scale(row)) + matrix.bias(row);
        }
    }
}

} // namespace hub
