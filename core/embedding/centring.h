// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"

namespace hub {

/// What a model's vectors have in common, taken out of them. A multilingual model
/// puts texts of one language together first and texts of one meaning second;
/// without the middle of their language, a question finds answers in the other
/// one too. The middles were measured once, over texts of our own in both
/// languages (tests/bench/measure_centres.cpp), so that the vectors of a model stay
/// comparable whatever a store contains.
class Centring
{
public:
    /// The middles of the named model; without an entry for it nothing is changed.
    static Result<Centring> forModel(const QString &model, int dimension);

    /// `vector` without the middle of the language of `text`. A text of two
    /// languages has a middle between theirs; one of a third, halfway.
    Result<Vector> centred(const Vector &vector, const QString &text, EmbedPurpose purpose) const;

private:
    struct Middles {
        Vector english;
        Vector korean;
    };

    Middles m_passages;
    Middles m_queries;
};

/// The share of Korean in a text, 0 to 1; of what is neither Korean nor in Latin
/// letters half. A syllable counts as two letters.
float koreanShare(const QString &text);

} // namespace hub
