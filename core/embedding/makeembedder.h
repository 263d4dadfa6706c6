// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/embedding/embeddingsettings.h"

#include <memory>

namespace hub {

/// Who computes vectors by these settings: the server they name, else the model
/// on this computer, else nobody (null). Fails on an address or a model name that
/// cannot be used.
Result<std::unique_ptr<Embedder>> makeEmbedder(const EmbeddingSettings &settings);

} // namespace hub
