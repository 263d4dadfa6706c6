// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/httpembedder.h"

#include "core/base/ids.h"
#include "core/embedding/embeddingsprotocol.h"
#include "core/net/modelserver.h"

#include <QDeadlineTimer>
#include <QUrl>

namespace hub {

HttpEmbedder::HttpEmbedder(EmbeddingSettings settings, std::unique_ptr<ModelServer> server)
    : m_settings(std::move(settings))
    , m_server(std::move(server))
    , m_dimension(m_settings.dimension)
{ }

HttpEmbedder::~HttpEmbedder() = default;

Result<std::unique_ptr<HttpEmbedder>> HttpEmbedder::create(const EmbeddingSettings &settings)
{
    HUB_TRY(server,
        ModelServer::create({.baseUrl = settings.baseUrl,
            .operation = u"embeddings"_s,
            .apiKey = settings.apiKey,
            .name = u"The embedding provider"_s}));
    if (settings.model.trimmed().isEmpty())
        return Error {
            ErrorCode::InvalidArgument, u"model is required: the name of an embedding model of the provider"_s};
    return std::unique_ptr<HttpEmbedder>(new HttpEmbedder(settings, std::move(server)));
}

EmbeddingSpace HttpEmbedder::space() const
{
    const auto url = m_server->url();
    const auto port = url.port(url.scheme() == "https"_L1 ? 443 : 80);
    // The same model fed with other prefixes makes other vectors. Joined as a list: some versions of Qt
    // drop a zero between two texts that are null.
    const QStringList prefixes {m_settings.passagePrefix, m_settings.queryPrefix};
    const bool isPlain = prefixes[0].isEmpty() && prefixes[1].isEmpty();
    return {.provider = u"%1:%2"_s.arg(url.host()).arg(port),
        .model = m_settings.model,
        .dimension = m_dimension,
        .version = isPlain ? u"1"_s : u"1-"_s + sha256Hex(prefixes.join(QChar(0))).left(8)};
}

Result<QList<Vector>> HttpEmbedder::embed(
    const QStringList &texts, EmbedPurpose purpose, std::chrono::milliseconds deadline)
{
    if (texts.isEmpty())
        return QList<Vector> {};
    const auto body = embeddingsRequest(m_settings, texts, purpose);
    HUB_TRY(answer,
        m_server->post(body, std::chrono::milliseconds(m_settings.timeoutMs), QDeadlineTimer(deadline),
            embeddingsAnswerLimit(texts.size())));
    auto vectors = embeddingsAnswer(answer, texts.size(), m_dimension);
    if (vectors) // of the first answer: every later one must have it too
        m_dimension = int(vectors->constFirst().size());
    return vectors;
}

} // namespace hub
