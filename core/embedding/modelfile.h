// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFile>
#include <QHash>

#include <memory>
#include <span>
#include <vector>

namespace hub {

/// The size of a sentence encoder and the numbers of its special pieces.
struct ModelShape {
    int width = 0; ///< numbers for one token, and in a finished vector
    int layers = 0;
    int heads = 0;
    int inner = 0;     ///< width of the feed-forward part
    int words = 0;     ///< rows of the table of tokens
    int positions = 0; ///< longest input, in tokens
    float epsilon = 0; ///< of the layer normalisation
    int pieces = 0;    ///< of the vocabulary
    int begin = 0;
    int end = 0;
    int padding = 0;
    int unknown = 0;
};

/// Weights, vocabulary and character table of a sentence encoder in one file of
/// the "E5S1" format, mapped into memory and checked: whatever the file contains,
/// nothing here reads beside it. Matrices are stored in blocks of 32 numbers: a
/// half-precision scale, then 16 bytes with the first half of the numbers in
/// their low four bits and the second in the high ones, 8 meaning zero. After
/// open() any thread may call.
class ModelFile
{
public:
    static constexpr int blockNumbers = 32;
    static constexpr int blockBytes = 18;

    /// Fails on a file that cannot be read, or has another format or a table that
    /// does not fit.
    static Result<std::unique_ptr<ModelFile>> open(const QString &path);

    const ModelShape &shape() const { return m_shape; }

    QByteArrayView piece(int id) const; ///< UTF-8
    float score(int id) const { return m_scores[size_t(id)]; }
    /// What a character is replaced by before a text is taken apart; null: by nothing else.
    const QString *replacement(char32_t character) const;

    /// A table of `count` numbers, single precision or in blocks, as floats.
    Result<std::vector<float>> numbers(const QString &name, qsizetype count) const;
    /// The blocks of a table of `rows` rows of `columns` numbers, where they lie in the file.
    Result<std::span<const uchar>> blocks(const QString &name, qsizetype rows, qsizetype columns) const;

private:
    struct Table {
        bool isInBlocks = false;
        quint32 count = 0;
        std::span<const uchar> bytes;
    };
    class Reader;

    ModelFile() = default;
    Result<void> readAll();
    Result<void> readShape(Reader &reader);
    Result<void> readVocabulary(Reader &reader, quint32 textBytes);
    Result<void> readReplacements(Reader &reader);
    Result<void> readDirectory(Reader &reader);
    Result<Table> table(const QString &name, qsizetype count) const;

    QFile m_file;
    std::span<const uchar> m_bytes;
    ModelShape m_shape;
    quint32 m_textBytes = 0;
    std::vector<quint32> m_ends; ///< where each piece ends in the text
    std::vector<float> m_scores;
    std::span<const uchar> m_text;
    QHash<char32_t, QString> m_replacements;
    QHash<QString, Table> m_tables;
};

/// The numbers of whole blocks (see ModelFile), in order.
void expandBlocks(std::span<const uchar> blocks, float *out);

} // namespace hub
