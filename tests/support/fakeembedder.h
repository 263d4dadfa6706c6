// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"

#include <QCryptographicHash>

#include <functional>

namespace hub::test {

/// Computes vectors without a model: every word adds a direction that follows
/// from its hash, so texts with words in common are near each other. The same
/// text always has the same vector.
class FakeEmbedder final : public Embedder
{
public:
    /// Called first, on the embedding thread: may wait, or fail in the embedder's place.
    using Before = std::function<Result<void>(const QStringList &texts, EmbedPurpose purpose)>;

    explicit FakeEmbedder(int dimension = 64, Before before = {})
        : m_dimension(dimension)
        , m_before(std::move(before))
    { }

    EmbeddingSpace space() const override { return {u"fake"_s, u"hashed"_s, m_dimension, u"1"_s}; }

    Result<QList<Vector>> embed(const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds) override
    {
        if (m_before)
            HUB_CHECK(m_before(texts, purpose));
        QList<Vector> vectors;
        for (const auto &text : texts)
            vectors += vectorOf(text, m_dimension);
        return vectors;
    }

    static Vector vectorOf(const QString &text, int dimension)
    {
        Vector sum(dimension, 0.0F);
        sum[0] = 0.01F; // a text without words has a direction too
        for (const auto &word : text.toLower().split(u' ', Qt::SkipEmptyParts)) {
            const auto hash = QCryptographicHash::hash(word.toUtf8(), QCryptographicHash::Sha256);
            for (qsizetype i = 0; i + 1 < hash.size(); i += 2)
                sum[quint8(hash[i]) % dimension] += float(quint8(hash[i + 1])) / 127.5F - 1;
        }
        return *normalised(sum);
    }

private:
    int m_dimension;
    Before m_before;
};

} // namespace hub::test
