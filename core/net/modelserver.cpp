// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/net/modelserver.h"

#include "core/base/text.h"

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

Result<QUrl> endpointOf(const QString &baseUrl, const QString &operation)
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
    url.setPath(QString(path + u'/' + operation));
    return url;
}

} // namespace

struct ModelServer::Attempt {
    Result<QByteArray> outcome;
    bool mayRepeat = false;
    milliseconds notBefore {0}; ///< the server asked for so long a pause
};

ModelServer::ModelServer(const Options &options, const QUrl &url)
    : m_name(options.name)
    , m_request(url)
{
    m_request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArray("application/json"));
    m_request.setRawHeader("Accept", "application/json");
    m_request.setRawHeader("Accept-Encoding", "identity"); // the size limit counts what is received
    if (!options.apiKey.isEmpty())
        m_request.setRawHeader("Authorization", "Bearer " + options.apiKey.toUtf8());
    m_request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    m_request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    m_request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
}

ModelServer::~ModelServer() = default;

Result<std::unique_ptr<ModelServer>> ModelServer::create(const Options &options)
{
    HUB_TRY(url, endpointOf(options.baseUrl, options.operation));
    return std::unique_ptr<ModelServer>(new ModelServer(options, url));
}

Result<QByteArray> ModelServer::post(
    const QByteArray &body, milliseconds limit, const QDeadlineTimer &end, qsizetype maxBytes)
{
    auto pause = milliseconds(firstPause);
    for (int count = 1;; ++count, pause *= 2) {
        const auto answer = attempt(body, std::min(limit, milliseconds(end.remainingTime())), maxBytes);
        const auto wait = std::max(pause, answer.notBefore);
        const bool isOver = count == maxAttempts || wait >= milliseconds(end.remainingTime());
        if (answer.outcome || !answer.mayRepeat || isOver)
            return answer.outcome;
        QEventLoop loop;
        QTimer::singleShot(wait, &loop, &QEventLoop::quit);
        if (loop.exec() != 0 || isEnding()) // an event loop of a thread that ends does not wait
            return cancelled();
    }
}

ModelServer::Attempt ModelServer::attempt(const QByteArray &body, milliseconds limit, qsizetype maxBytes)
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
        return {Error {ErrorCode::Internal, u"%1: its answer is larger than %2 bytes"_s.arg(m_name).arg(maxBytes)}};
    if (!reply->isFinished())
        return {Error {ErrorCode::Busy, u"%1 did not answer within %2 ms"_s.arg(m_name).arg(limit.count())}, true};
    received += reply->readAll();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status == 200 && reply->error() == QNetworkReply::NoError)
        return {received};
    if (status == 0 || status == 200)
        return {Error {ErrorCode::Busy, u"%1 cannot be reached"_s.arg(m_name), reply->errorString()}};
    const bool isOverloaded = status == 429 || status == 503;
    return {refusal(status, received), isOverloaded, milliseconds(1000 * reply->rawHeader("Retry-After").toInt())};
}

/// What an HTTP status means for what was sent.
Error ModelServer::refusal(int status, const QByteArray &body) const
{
    const auto detail = cutText(oneLine(QString::fromUtf8(body)), 300);
    const auto said = u"%1 answered with status %2"_s.arg(m_name).arg(status);
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

} // namespace hub
