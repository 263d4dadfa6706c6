// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/httpembedder.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/embedding/embeddingsprotocol.h"

#include <QDeadlineTimer>
#include <QEventLoop>
#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QThread>
#include <QTimer>
#include <QUrl>

namespace hub {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int maxAttempts = 3;
constexpr auto firstPause = 200ms;

Error cancelled() { return {ErrorCode::Cancelled, u"The hub is shutting down"_s}; }

bool isEnding() { return QThread::currentThread()->isInterruptionRequested(); }

bool isLoopback(const QUrl &url) { return url.host() == "localhost"_L1 || QHostAddress(url.host()).isLoopback(); }

Result<QUrl> endpointOf(const QString &baseUrl)
{
    QUrl url(baseUrl.trimmed(), QUrl::StrictMode);
    const bool isWeb = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
    if (!url.isValid() || !isWeb || url.host().isEmpty() || !url.userInfo().isEmpty() || url.hasQuery()
        || url.hasFragment()) {
        return Error {ErrorCode::InvalidArgument,
            u"baseUrl must be an address like http://127.0.0.1:11434/v1, without a name or a key in it"_s};
    }
    auto path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    url.setPath(path + u"/embeddings"_s);
    return url;
}

/// What an HTTP status means for the texts that were sent.
Error refusal(int status, const QByteArray &body)
{
    const auto detail = cutText(oneLine(QString::fromUtf8(body)), 300);
    const auto said = u"The embedding provider answered with status %1"_s.arg(status);
    if (status >= 300 && status < 400)
        return {ErrorCode::Internal, said + u": a redirect, which is not followed; set the final address"_s, detail};
    switch (status) {
    case 400:
    case 422: return {ErrorCode::InvalidArgument, said, detail};
    case 413: return {ErrorCode::TooLong, said, detail};
    case 401:
    case 403: return {ErrorCode::Denied, said + u": the key is missing or wrong"_s, detail};
    case 404: return {ErrorCode::NotFound, said + u": no such address or model"_s, detail};
    case 429:
    case 502:
    case 503:
    case 504: return {ErrorCode::Busy, said, detail};
    default: return {ErrorCode::Internal, said, detail};
    }
}

} // namespace

struct HttpEmbedder::Attempt {
    Result<QByteArray> outcome;
    bool mayRepeat = false;
    milliseconds notBefore {0}; ///< the provider asked for so long a pause
};

HttpEmbedder::HttpEmbedder(EmbeddingSettings settings, const QUrl &url)
    : m_settings(std::move(settings))
    , m_request(url)
    , m_dimension(m_settings.dimension)
{
    m_request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    m_request.setRawHeader("Accept", "application/json");
    m_request.setRawHeader("Accept-Encoding", "identity"); // the size limit counts what is received
    if (!m_settings.apiKey.isEmpty())
        m_request.setRawHeader("Authorization", "Bearer " + m_settings.apiKey.toUtf8());
    m_request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    m_request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    m_request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
}

HttpEmbedder::~HttpEmbedder() = default;

Result<std::unique_ptr<HttpEmbedder>> HttpEmbedder::create(const EmbeddingSettings &settings)
{
    HUB_TRY(url, endpointOf(settings.baseUrl));
    if (settings.model.trimmed().isEmpty())
        return Error {
            ErrorCode::InvalidArgument, u"model is required: the name of an embedding model of the provider"_s};
    return std::unique_ptr<HttpEmbedder>(new HttpEmbedder(settings, url));
}

EmbeddingSpace HttpEmbedder::space() const
{
    const auto url = m_request.url();
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

Result<QList<Vector>> HttpEmbedder::embed(const QStringList &texts, EmbedPurpose purpose, milliseconds deadline)
{
    if (texts.isEmpty())
        return QList<Vector> {};
    const QDeadlineTimer end(deadline);
    const auto body = embeddingsRequest(m_settings, texts, purpose);
    auto pause = milliseconds(firstPause);
    for (int attempt = 1;; ++attempt, pause *= 2) {
        const auto limit
            = std::min<milliseconds>(milliseconds(m_settings.timeoutMs), milliseconds(end.remainingTime()));
        const auto answer = post(body, limit, embeddingsAnswerLimit(texts.size()));
        if (answer.outcome)
            return learn(embeddingsAnswer(*answer.outcome, texts.size(), m_dimension));
        const auto wait = std::max(pause, answer.notBefore);
        if (!answer.mayRepeat || attempt == maxAttempts || wait >= milliseconds(end.remainingTime()))
            return answer.outcome.error();
        QEventLoop loop;
        QTimer::singleShot(wait, &loop, &QEventLoop::quit);
        if (loop.exec() != 0 || isEnding()) // an event loop of a thread that ends does not wait
            return cancelled();
    }
}

/// One request. Runs a local event loop, so other events of the embedding
/// thread are delivered meanwhile.
HttpEmbedder::Attempt HttpEmbedder::post(const QByteArray &body, milliseconds limit, qsizetype maxBytes)
{
    if (!m_network) {
        m_network = std::make_unique<QNetworkAccessManager>();
        if (isLoopback(m_request.url()))
            m_network->setProxy(QNetworkProxy::NoProxy);
    }
    QEventLoop loop;
    QTimer timer;
    QByteArray received;
    const std::unique_ptr<QNetworkReply> reply(m_network->post(m_request, body));
    reply->setReadBufferSize(maxBytes + 1);
    QObject::connect(reply.get(), &QNetworkReply::readyRead, &loop, [&] {
        received += reply->readAll();
        if (received.size() > maxBytes)
            loop.quit();
    });
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
    timer.setSingleShot(true);
    timer.start(limit);
    const int ended = loop.exec();
    reply->disconnect(&loop);

    if (ended != 0 || isEnding())
        return {cancelled()};
    if (received.size() > maxBytes)
        return {
            Error {ErrorCode::Internal, u"The embedding provider's answer is larger than %1 bytes"_s.arg(maxBytes)}};
    if (!reply->isFinished())
        return {
            Error {ErrorCode::Busy, u"The embedding provider did not answer within %1 ms"_s.arg(limit.count())}, true};
    received += reply->readAll();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status == 200 && reply->error() == QNetworkReply::NoError)
        return {received};
    if (status == 0 || status == 200)
        return {Error {ErrorCode::Busy, u"The embedding provider cannot be reached"_s, reply->errorString()}};
    const bool isOverloaded = status == 429 || status == 503;
    return {refusal(status, received), isOverloaded, milliseconds(1000 * reply->rawHeader("Retry-After").toInt())};
}

/// Keeps the dimension of the first answer: every later one must have it too.
Result<QList<Vector>> HttpEmbedder::learn(Result<QList<Vector>> vectors)
{
    if (vectors)
        m_dimension = int(vectors->constFirst().size());
    return vectors;
}

} // namespace hub
