// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/modelfile.h"

namespace hub {

/// Takes a text apart as a SentencePiece unigram model does (Kudo 2018,
/// https://arxiv.org/abs/1804.10959): characters replaced, white space made one
/// mark, then the pieces whose scores give the largest sum. Any thread may call.
class UnigramTokenizer
{
public:
    /// `file` must outlive the tokenizer.
    explicit UnigramTokenizer(const ModelFile &file);

    /// The pieces between the marks of begin and end, at most `limit` with them;
    /// what is beyond is left out.
    std::vector<int> tokens(const QString &text, int limit) const;

    /// The text as it is taken apart, in UTF-8.
    QByteArray prepared(const QString &text) const;

    qint64 memoryBytes() const { return qint64(m_table.capacity() * sizeof(quint32)); }

private:
    struct Step {
        float score = 0;
        int from = -1; ///< -1: not reached
        int piece = 0;
    };

    void insert(int piece);
    void reach(const QByteArray &text, int from, std::vector<Step> &steps) const;

    const ModelFile &m_file;
    std::vector<quint32> m_table; ///< pieces plus one, by the hash of their text; 0: free
    int m_longest = 0;            ///< bytes
    float m_unknownScore = 0;
};

} // namespace hub
