// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"
#include "core/embedding/vector.h"

#include <chrono>

namespace hub {

/// What makes vectors comparable: only those of one and the same space are ever
/// put into one index or compared.
struct EmbeddingSpace {
    QString provider; ///< who computes the vectors
    QString model;
    int dimension = 0; ///< numbers in a vector; 0: not known before the first answer
    QString version;   ///< changes when the same model is fed in another way

    static constexpr auto fields()
    {
        using S = EmbeddingSpace;
        return std::tuple {
            field("provider", &S::provider).required(),
            field("model", &S::model).required(),
            field("dimension", &S::dimension).required().range(0, 65536),
            field("version", &S::version),
        };
    }

    friend bool operator==(const EmbeddingSpace &, const EmbeddingSpace &) = default;

    /// All four as one stable text, the key of stored vectors. Different spaces
    /// have different ids, whatever characters their names have.
    QString id() const;
};

/// Models are fed differently with a question than with a text to be found.
enum class EmbedPurpose : quint8 { Passage, Query };

/// Turns texts into vectors. `embed` is called from the embedding thread alone
/// and may block it; it gives up early when that thread is asked for
/// interruption. The rest may be called from any thread.
class Embedder
{
public:
    virtual ~Embedder() = default;

    virtual EmbeddingSpace space() const = 0;

    /// Whether the space is known in full, its dimension included.
    bool isReady() const { return space().dimension > 0; }

    /// One vector for each text, in order. InvalidArgument or TooLong: these texts
    /// cannot be embedded. Internal: the provider has failed on them, and may fail
    /// again. Cancelled: the thread is to end. Anything else: the provider is in
    /// trouble and the same texts may succeed later.
    virtual Result<QList<Vector>> embed(
        const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds deadline)
        = 0;
};

} // namespace hub
