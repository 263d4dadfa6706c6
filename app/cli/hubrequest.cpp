// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/hubrequest.h"

#include "core/base/paths.h"
#include "core/keys/runfile.h"

#include <QEventLoop>
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

Result<QJsonObject> answerOf(QNetworkReply &reply)
{
    const auto status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const auto answer = QJsonDocument::fromJson(reply.readAll()).object();
    if (status >= 200 && status < 300)
        return answer;
    const auto why = answer.value(u"error"_s).toString(reply.errorString());
    return Error {status == 404 ? ErrorCode::NotFound : ErrorCode::InvalidArgument, why};
}

} // namespace

std::optional<Result<QJsonObject>> askHub(const QString &data, const HubRequest &request, int timeoutMs)
{
    const auto running = RunFile::read(Paths::locate(data).runFile());
    if (!running || running->url.isEmpty())
        return std::nullopt;
    QNetworkAccessManager network;
    network.setProxy(QNetworkProxy::NoProxy);
    network.setTransferTimeout(timeoutMs);
    QUrl url(running->url);
    const QString origin = url.scheme() + u"://"_s + url.authority();
    url.setPath(request.path);
    QNetworkRequest asked(url);
    asked.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
    asked.setRawHeader("Authorization", "Bearer " + running->token.toLatin1());
    asked.setRawHeader("Origin", origin.toLatin1());
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
