// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/embedding/embeddingsettings.h"

#include <atomic>
#include <memory>

namespace hub {

class ModelServer;

/// Asks an OpenAI-compatible server for vectors: POST {baseUrl}/embeddings. An
/// overloaded or slow one is asked up to three times within the deadline.
class HttpEmbedder final : public Embedder
{
public:
    /// Fails when the address or the model is not usable. Does not connect.
    static Result<std::unique_ptr<HttpEmbedder>> create(const EmbeddingSettings &settings);
    ~HttpEmbedder() override;

    EmbeddingSpace space() const override;
    Result<QList<Vector>> embed(
        const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds deadline) override;

private:
    HttpEmbedder(EmbeddingSettings settings, std::unique_ptr<ModelServer> server);

    EmbeddingSettings m_settings;
    std::unique_ptr<ModelServer> m_server;
    std::atomic<int> m_dimension;
};

} // namespace hub
