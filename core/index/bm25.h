// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cmath>

namespace hub {

/// BM25 over one field of a set of documents; a document's score is the sum over the
/// query's terms of rarity() times weight().
class Bm25
{
public:
    struct Constants {
        float k1; ///< how soon more occurrences stop to count
        float b;  ///< how much a long field is held against a document, 0..1
    };

    Bm25(Constants constants, std::size_t documents, quint64 totalLength)
        : m_documents(float(documents))
        , m_gain(constants.k1 + 1)
        , m_base(constants.k1 * (1 - constants.b))
        , m_slope(totalLength > 0 ? constants.k1 * constants.b * m_documents / float(totalLength) : 0)
    { }

    /// Of a term that `containing` documents have.
    float rarity(std::size_t containing) const
    {
        return std::log(1 + (m_documents - float(containing) + 0.5F) / (float(containing) + 0.5F));
    }
    /// Of a term that occurs `count` times in a field of `length` terms.
    float weight(quint32 count, quint32 length) const
    {
        return float(count) * m_gain / (float(count) + m_base + m_slope * float(length));
    }

private:
    float m_documents;
    float m_gain;
    float m_base;
    float m_slope;
};

} // namespace hub
