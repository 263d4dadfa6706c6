// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/embedding/embeddingsettings.h"

namespace hub {

/// The body of a POST {baseUrl}/embeddings, as OpenAI documents it
/// (https://platform.openai.com/docs/api-reference/embeddings). `dimensions` is
/// only sent when it is set: many servers refuse it.
QByteArray embeddingsRequest(const EmbeddingSettings &settings, const QStringList &texts, EmbedPurpose purpose);

/// The vectors of such an answer, put in the order of the texts by their
/// `index`, each of length 1 and with `dimension` numbers (0: as many as the
/// first). Internal: not such an answer. Conflict: another dimension.
/// InvalidArgument: the model made no usable vector of these texts.
Result<QList<Vector>> embeddingsAnswer(const QByteArray &answer, qsizetype texts, int dimension);

/// The most bytes an honest answer for so many texts can have.
qsizetype embeddingsAnswerLimit(qsizetype texts);

} // namespace hub
