// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/kernels.h"
#include "core/embedding/modelfile.h"
#include "core/embedding/unigramtokenizer.h"
#include "core/embedding/vector.h"

namespace hub {

/// A sentence encoder in this process: tokens through a transformer (Devlin et
/// al. 2018, https://arxiv.org/abs/1810.04805), the mean of what comes out, scaled
/// to length 1. The table of tokens stays in the mapped file and is never expanded
/// as a whole. Not thread-safe: encode() uses buffers of the object.
class TextEncoder
{
public:
    /// Reads the model at `path`. Fails as ModelFile::open(), and when tables are
    /// missing.
    static Result<std::unique_ptr<TextEncoder>> load(const QString &path, Arithmetic arithmetic);

    int dimension() const { return m_file->shape().width; }
    const UnigramTokenizer &tokenizer() const { return *m_tokenizer; }

    /// The vector of `text`, which is cut where the model's input ends. Refuses
    /// what normalised() refuses.
    Result<Vector> encode(const QString &text);

    qint64 memoryBytes() const; ///< without what is mapped

private:
    struct Normalisation {
        std::vector<float> weight;
        std::vector<float> bias;
    };
    struct Layer {
        PackedMatrix attention; ///< queries, keys and values below one another
        PackedMatrix joined;
        Normalisation afterAttention;
        PackedMatrix outwards;
        PackedMatrix inwards;
        Normalisation afterInner;
    };

    TextEncoder() = default;
    Result<void> readTables();
    Result<Layer> readLayer(int index) const;
    Result<PackedMatrix> readMatrix(const QStringList &names, int rows, int columns) const;
    Result<Normalisation> readNormalisation(const QString &name) const;

    void lookUp(std::span<const int> tokens);
    void pass(const Layer &layer);
    void attend(int count);
    void multiplied(std::span<const float> rows, const PackedMatrix &matrix, std::vector<float> &out);
    void addNormalised(std::span<const float> addend, const Normalisation &normalisation);

    Arithmetic m_arithmetic = Arithmetic::Portable;
    std::unique_ptr<ModelFile> m_file;
    std::unique_ptr<UnigramTokenizer> m_tokenizer;
    std::span<const uchar> m_words;
    std::vector<float> m_positions; ///< with the one type of token added
    Normalisation m_first;
    std::vector<Layer> m_layers;

    std::vector<float> m_state; ///< a row for each token
    std::vector<float> m_projected;
    std::vector<float> m_context;
    std::vector<float> m_inner;
    std::vector<float> m_scores;
    std::vector<float> m_keys; ///< of one head, a column for each token
    FixedRows m_fixed;
};

/// x * Phi(x), as models of this kind compute it; off by less than 1e-6.
void gelu(std::span<float> numbers);

/// Makes the numbers positive with the sum 1, in the proportion of their exponentials.
void softmax(std::span<float> numbers);

} // namespace hub
