// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/textencoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace hub {
namespace {

/// exp for arguments up to 0, in operations a compiler can do many of at once:
/// the power of two as bits, the rest by a polynomial. Off by 2e-7 at most.
float decay(float x)
{
    const float scaled = std::max(x, -87.0F) * 1.44269504F;
    const int whole = int(scaled - 0.5F);
    const float rest = (scaled - float(whole)) * 0.693147181F;
    float power = 1.0F / 5040;
    power = power * rest + 1.0F / 720;
    power = power * rest + 1.0F / 120;
    power = power * rest + 1.0F / 24;
    power = power * rest + 1.0F / 6;
    power = power * rest + 0.5F;
    power = power * rest + 1;
    power = power * rest + 1;
    return power * std::bit_cast<float>((whole + 127) << 23);
}

constexpr size_t lanes = 16; // sums side by side, so that a compiler can use vectors

float sumOf(std::span<const float> numbers)
{
    float sums[lanes] = {};
    size_t i = 0;
    for (; i + lanes <= numbers.size(); i += lanes) {
        for (size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += numbers[i + lane];
    }
    return std::accumulate(
        numbers.begin() + qsizetype(i), numbers.end(), std::accumulate(std::begin(sums), std::end(sums), 0.0F));
}

float squaresAround(std::span<const float> numbers, float centre)
{
    float sums[lanes] = {};
    for (size_t i = 0; i < numbers.size(); ++i) // a width is a multiple of the lanes
        sums[i % lanes] += (numbers[i] - centre) * (numbers[i] - centre);
    return std::accumulate(std::begin(sums), std::end(sums), 0.0F);
}

} // namespace

void gelu(std::span<float> numbers)
{
    for (float &number : numbers) {
        // The error function by Abramowitz and Stegun, formula 7.1.26.
        const float x = std::abs(number) * 0.707106781F;
        const float t = 1 / (1 + 0.3275911F * x);
        float tail = 1.061405429F;
        tail = tail * t - 1.453152027F;
        tail = tail * t + 1.421413741F;
        tail = tail * t - 0.284496736F;
        tail = tail * t + 0.254829592F;
        const float error = 1 - tail * t * decay(-x * x);
        number *= 0.5F * (1 + std::copysign(error, number));
    }
}

void softmax(std::span<float> numbers)
{
    const float most = *std::ranges::max_element(numbers);
    for (float &number : numbers)
        number = decay(number - most);
    const float factor = 1 / sumOf(numbers);
    for (float &number : numbers)
        number *= factor;
}

Result<std::unique_ptr<TextEncoder>> TextEncoder::load(const QString &path, Arithmetic arithmetic)
{
    std::unique_ptr<TextEncoder> encoder(new TextEncoder);
    HUB_TRY(file, ModelFile::open(path));
    encoder->m_arithmetic = arithmetic;
    encoder->m_file = std::move(file);
    HUB_CHECK(encoder->readTables());
    encoder->m_tokenizer = std::make_unique<UnigramTokenizer>(*encoder->m_file);
    return encoder;
}

Result<void> TextEncoder::readTables()
{
    const auto &shape = m_file->shape();
    HUB_TRY(words, m_file->blocks(u"emb.word"_s, shape.words, shape.width));
    m_words = words;
    HUB_TRY(positions, m_file->numbers(u"emb.pos"_s, qsizetype(shape.positions) * shape.width));
    HUB_TRY(types, m_file->numbers(u"emb.type"_s, 2 * qsizetype(shape.width)));
    m_positions = std::move(positions);
    for (size_t i = 0; i < m_positions.size(); ++i)
        m_positions[i] += types[i % size_t(shape.width)];
    HUB_TRY(first, readNormalisation(u"emb.ln"_s));
    m_first = std::move(first);
    for (int i = 0; i < shape.layers; ++i) {
        HUB_TRY(layer, readLayer(i));
        m_layers.push_back(std::move(layer));
    }
    return {};
}

Result<TextEncoder::Layer> TextEncoder::readLayer(int index) const
{
    const auto &shape = m_file->shape();
    const auto name = [index](QLatin1StringView part) { return QString(u"l%1."_s.arg(index) + part); };
    HUB_TRY(attention, readMatrix({name("q"_L1), name("k"_L1), name("v"_L1)}, shape.width, shape.width));
    HUB_TRY(joined, readMatrix({name("ao"_L1)}, shape.width, shape.width));
    HUB_TRY(afterAttention, readNormalisation(name("aln"_L1)));
    HUB_TRY(outwards, readMatrix({name("fi"_L1)}, shape.inner, shape.width));
    HUB_TRY(inwards, readMatrix({name("fo"_L1)}, shape.width, shape.inner));
    HUB_TRY(afterInner, readNormalisation(name("oln"_L1)));
    return Layer {std::move(attention), std::move(joined), std::move(afterAttention), std::move(outwards),
        std::move(inwards), std::move(afterInner)};
}

/// Matrices of one size, below one another.
Result<PackedMatrix> TextEncoder::readMatrix(const QStringList &names, int rows, int columns) const
{
    std::vector<float> weights;
    std::vector<float> bias;
    for (const auto &name : names) {
        HUB_TRY(w, m_file->numbers(name + u".w"_s, qsizetype(rows) * columns));
        HUB_TRY(b, m_file->numbers(name + u".b"_s, rows));
        weights.insert(weights.end(), w.begin(), w.end());
        bias.insert(bias.end(), b.begin(), b.end());
    }
    return PackedMatrix(weights, bias);
}

Result<TextEncoder::Normalisation> TextEncoder::readNormalisation(const QString &name) const
{
    HUB_TRY(weight, m_file->numbers(name + u".w"_s, m_file->shape().width));
    HUB_TRY(bias, m_file->numbers(name + u".b"_s, m_file->shape().width));
    return Normalisation {std::move(weight), std::move(bias)};
}

Result<Vector> TextEncoder::encode(const QString &text)
{
    const auto width = size_t(m_file->shape().width);
    const auto tokens = m_tokenizer->tokens(text, m_file->shape().positions);
    lookUp(tokens);
    for (const auto &layer : m_layers)
        pass(layer);
    Vector mean(qsizetype(width), 0.0F);
    for (size_t i = 0; i < m_state.size(); ++i)
        mean[qsizetype(i % width)] += m_state[i] / float(tokens.size());
    return normalised(std::move(mean), qsizetype(width));
}

void TextEncoder::lookUp(std::span<const int> tokens)
{
    const auto width = size_t(m_file->shape().width);
    const auto rowBytes = width / ModelFile::blockNumbers * ModelFile::blockBytes;
    m_state.resize(tokens.size() * width);
    for (size_t i = 0; i < tokens.size(); ++i)
        expandBlocks(m_words.subspan(size_t(tokens[i]) * rowBytes, rowBytes), m_state.data() + i * width);
    addNormalised({m_positions.data(), m_state.size()}, m_first);
}

void TextEncoder::pass(const Layer &layer)
{
    multiplied(m_state, layer.attention, m_projected);
    attend(m_fixed.count());
    multiplied(m_context, layer.joined, m_projected);
    addNormalised(m_projected, layer.afterAttention);
    multiplied(m_state, layer.outwards, m_inner);
    gelu(m_inner);
    multiplied(m_inner, layer.inwards, m_projected);
    addNormalised(m_projected, layer.afterInner);
}

/// From queries, keys and values (m_projected) to what every token takes from the others (m_context).
void TextEncoder::attend(int count)
{
    const auto tokens = size_t(count);
    const auto width = size_t(m_file->shape().width);
    const auto headWidth = width / size_t(m_file->shape().heads);
    const float factor = 1 / std::sqrt(float(headWidth));
    m_context.assign(tokens * width, 0);
    m_keys.resize(tokens * headWidth);
    m_scores.resize(tokens);
    for (size_t head = 0; head < width; head += headWidth) {
        for (size_t token = 0; token < tokens; ++token) {
            const auto *key = m_projected.data() + token * 3 * width + width + head;
            for (size_t d = 0; d < headWidth; ++d)
                m_keys[d * tokens + token] = key[d] * factor;
        }
        for (size_t token = 0; token < tokens; ++token) {
            const auto *query = m_projected.data() + token * 3 * width + head;
            std::ranges::fill(m_scores, 0.0F);
            for (size_t d = 0; d < headWidth; ++d) {
                for (size_t other = 0; other < tokens; ++other)
                    m_scores[other] += query[d] * m_keys[d * tokens + other];
            }
            softmax(m_scores);
            auto *context = m_context.data() + token * width + head;
            for (size_t other = 0; other < tokens; ++other) {
                const auto *value = m_projected.data() + other * 3 * width + 2 * width + head;
                for (size_t d = 0; d < headWidth; ++d)
                    context[d] += m_scores[other] * value[d];
            }
        }
    }
}

void TextEncoder::multiplied(std::span<const float> rows, const PackedMatrix &matrix, std::vector<float> &out)
{
    m_fixed.assign(rows, matrix.columns());
    out.resize(size_t(m_fixed.count()) * size_t(matrix.rows()));
    multiply(m_arithmetic, matrix, m_fixed, out.data());
}

/// Adds to the state and brings each row to the mean and spread that the model has learnt.
void TextEncoder::addNormalised(std::span<const float> addend, const Normalisation &normalisation)
{
    const auto width = size_t(m_file->shape().width);
    for (size_t at = 0; at < m_state.size(); at += width) {
        auto *row = m_state.data() + at;
        for (size_t i = 0; i < width; ++i)
            row[i] += addend[at + i];
        const std::span<const float> numbers(row, width);
        const float mean = sumOf(numbers) / float(width);
        const float variance = squaresAround(numbers, mean) / float(width);
        const float factor = 1 / std::sqrt(variance + m_file->shape().epsilon);
        for (size_t i = 0; i < width; ++i)
            row[i] = (row[i] - mean) * factor * normalisation.weight[i] + normalisation.bias[i];
    }
}

qint64 TextEncoder::memoryBytes() const
{
    qint64 bytes = m_tokenizer->memoryBytes() + qint64(m_positions.capacity() * sizeof(float));
    for (const auto &layer : m_layers) {
        for (const auto *matrix : {&layer.attention, &layer.joined, &layer.outwards, &layer.inwards})
            bytes += matrix->memoryBytes();
    }
    return bytes;
}

} // namespace hub
