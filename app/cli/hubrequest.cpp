// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/hubrequest.h"

#include "core/base/paths.h"
#include "core/keys/runfile.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>

namespace hub {
namespace {

QByteArray bodyOf(const HubRequest &request)
{
    return request.body.isEmpty() ? QByteArray() : QJsonDocument(request.body).toJson(QJsonDocument::Compact);
}

Result<QJsonValue> answerOf(QNetworkReply &reply)
{
    const auto status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto answer = QJsonDocument::fromJson(reply.readAll());
    if (status >= 200 && status < 300)
        return answer.isArray() ? QJsonValue(answer.array()) : QJsonValue(answer.object());
    if (status == 0)
        return Error {
            ErrorCode::Busy, u"The hub at %1 did not answer: %2"_s.arg(reply.url().authority(), reply.errorString())};
    const auto why = answer.object().value(u"error"_s).toString(reply.errorString());
    return Error {status == 404 ? ErrorCode::NotFound : ErrorCode::InvalidArgument, why};
}

} // namespace

std::optional<Result<QJsonValue>> askHub(const QString &data, const HubRequest &request, int timeoutMs)
{
    const auto running = RunFile::read(Paths::locate(data).runFile());
    if (!running || running->url.isEmpty())
        return std::nullopt;
    QNetworkAccessManager network;
    network.setProxy(QNetworkProxy::NoProxy);
    network.setTransferTimeout(timeoutMs);
    QUrl url(running->url);
    const QString origin = url.scheme() + u"://"_s + url.authority();
    url.setPath(request.path, QUrl::StrictMode);
    url.setQuery(request.query);
    QNetworkRequest asked(url);
    asked.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    asked.setRawHeader("Authorization", "Bearer " + running->token.toLatin1());
    asked.setRawHeader("Origin", origin.toLatin1());
    asked.setRawHeader("User-Agent", "anchorhold-cli");
    for (const auto &[name, value] : request.headers)
        asked.setRawHeader(name, value);
    QEventLoop loop;
    const std::unique_ptr<QNetworkReply> reply(network.sendCustomRequest(asked, request.method, bodyOf(request)));
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    if (!reply->isFinished())
        loop.exec();
    if (reply->error() == QNetworkReply::ConnectionRefusedError) // left behind by a crash
        return std::nullopt;
    return answerOf(*reply);
}

} // namespace hub
