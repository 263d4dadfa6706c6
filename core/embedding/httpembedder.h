// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/embedding/embedder.h"
#include "core/embedding/embeddingsettings.h"

#include <QNetworkRequest>

#include <atomic>
#include <memory>

class QNetworkAccessManager;
class QNetworkReply;

namespace hub {

/// Asks an OpenAI-compatible endpoint (Ollama, LM Studio, llama.cpp, OpenAI) for
/// vectors: POST {baseUrl}/embeddings. Answers are limited in size, redirects
/// are refused, loopback never goes through a proxy. An overloaded or slow
/// provider is asked up to three times within the deadline.
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
    struct Attempt;

    HttpEmbedder(EmbeddingSettings settings, const QUrl &url);

    Attempt post(const QByteArray &body, std::chrono::milliseconds limit, qsizetype maxBytes);
    Result<QList<Vector>> learn(Result<QList<Vector>> vectors);

    EmbeddingSettings m_settings;
    QNetworkRequest m_request;
    std::atomic<int> m_dimension;
    std::unique_ptr<QNetworkAccessManager> m_network; ///< made by the first embed(), on its thread
};

} // namespace hub
