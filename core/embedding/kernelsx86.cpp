// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/kernels.h"

// The same sums as sumPortable(), with the vectors of x86. Each function names
// the instructions it is compiled for, so nothing else in the program needs them;
// usableArithmetic() says whether it may be called.

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstring>

namespace hub::detail {
namespace {

constexpr int together = PackedMatrix::rowsTogether;

/// Two neighbouring activations as one 32-bit number.
int pairAt(const qint16 *numbers)
{
    int pair = 0;
    std::memcpy(&pair, numbers, sizeof pair);
    return pair;
}

template <int Rows>
[[gnu::target("avx2")]] void tileAvx2(const SumTask &task, int row, int group)
{
    const auto *numbers = task.rows + qsizetype(row) * task.width;
    const auto *weights = task.weights + qsizetype(group) * together * task.width;
    __m256i sums[Rows][2];
    for (int i = 0; i < Rows; ++i)
        sums[i][0] = sums[i][1] = _mm256_setzero_si256();
    for (int k = 0; k < task.width; k += 2) {
        const auto *pairs = reinterpret_cast<const __m128i *>(weights + qsizetype(k) * together);
        const auto low = _mm256_cvtepi8_epi16(_mm_loadu_si128(pairs));
        const auto high = _mm256_cvtepi8_epi16(_mm_loadu_si128(pairs + 1));
#pragma GCC unroll 4
        for (int i = 0; i < Rows; ++i) {
            const auto pair = _mm256_set1_epi32(pairAt(numbers + qsizetype(i) * task.width + k));
            sums[i][0] = _mm256_add_epi32(sums[i][0], _mm256_madd_epi16(pair, low));
            sums[i][1] = _mm256_add_epi32(sums[i][1], _mm256_madd_epi16(pair, high));
        }
    }
    for (int i = 0; i < Rows; ++i) {
        auto *to = reinterpret_cast<__m256i *>(task.sums + qsizetype(row + i) * task.stride + group * together);
        _mm256_storeu_si256(to, sums[i][0]);
        _mm256_storeu_si256(to + 1, sums[i][1]);
    }
}

template <int Rows, int Groups>
[[gnu::target("avx512f,avx512bw,avx512vnni")]] void tileAvx512(const SumTask &task, int row, int group)
{
    const auto *numbers = task.rows + qsizetype(row) * task.width;
    const qint8 *weights[Groups];
    __m512i sums[Rows][Groups];
    for (int g = 0; g < Groups; ++g) {
        weights[g] = task.weights + qsizetype(group + g) * together * task.width;
        for (int i = 0; i < Rows; ++i)
            sums[i][g] = _mm512_setzero_si512();
    }
    for (int k = 0; k < task.width; k += 2) {
        __m512i pairs[Groups];
#pragma GCC unroll 2
        for (int g = 0; g < Groups; ++g)
            pairs[g] = _mm512_cvtepi8_epi16(
                _mm256_loadu_si256(reinterpret_cast<const __m256i *>(weights[g] + qsizetype(k) * together)));
#pragma GCC unroll 8
        for (int i = 0; i < Rows; ++i) {
            const auto pair = _mm512_set1_epi32(pairAt(numbers + qsizetype(i) * task.width + k));
#pragma GCC unroll 2
            for (int g = 0; g < Groups; ++g)
                sums[i][g] = _mm512_dpwssd_epi32(sums[i][g], pair, pairs[g]);
        }
    }
    for (int i = 0; i < Rows; ++i) {
        for (int g = 0; g < Groups; ++g)
            _mm512_storeu_si512(task.sums + qsizetype(row + i) * task.stride + (group + g) * together, sums[i][g]);
    }
}

template <int Groups>
void groupsAvx512(const SumTask &task, int group)
{
    int row = 0;
    for (; row + 8 <= task.count; row += 8)
        tileAvx512<8, Groups>(task, row, group);
    for (; row + 4 <= task.count; row += 4)
        tileAvx512<4, Groups>(task, row, group);
    for (; row < task.count; ++row)
        tileAvx512<1, Groups>(task, row, group);
}

} // namespace

void sumAvx2(const SumTask &task)
{
    for (int group = 0; group < task.groups; ++group) {
        int row = 0;
        for (; row + 4 <= task.count; row += 4)
            tileAvx2<4>(task, row, group);
        for (; row < task.count; ++row)
            tileAvx2<1>(task, row, group);
    }
}

void sumAvx512(const SumTask &task)
{
    int group = 0;
    for (; group + 2 <= task.groups; group += 2)
        groupsAvx512<2>(task, group);
    for (; group < task.groups; ++group)
        groupsAvx512<1>(task, group);
}

} // namespace hub::detail

#endif
