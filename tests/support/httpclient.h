// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTimer>

#include <memory>

namespace hub::test {

struct HttpAnswer {
    int status = 0;
    QByteArray type;
    QByteArray body;
    QHash<QByteArray, QByteArray> headers {}; ///< names in lower case

    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
};

using HeaderList = QList<std::pair<QByteArray, QByteArray>>;

/// One HTTP request after another, as a client that we did not write would send
/// them. Waits at most ten seconds for an answer.
class HttpClient
{
public:
    explicit HttpClient(QString baseUrl)
        : m_baseUrl(std::move(baseUrl))
    { }

    HttpAnswer send(
        const QByteArray &method, const QString &path, const HeaderList &headers, const QByteArray &body = {})
    {
        QEventLoop loop;
        const std::unique_ptr<QNetworkReply> reply(start(method, path, headers, body));
        QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
        QTimer::singleShot(std::chrono::seconds(10), &loop, &QEventLoop::quit);
        if (!reply->isFinished())
            loop.exec();
        return read(*reply);
    }

    /// A request whose answer is not waited for; the caller owns it.
    QNetworkReply *start(
        const QByteArray &method, const QString &path, const HeaderList &headers, const QByteArray &body = {})
    {
        QNetworkRequest request(QUrl(m_baseUrl + path));
        for (const auto &[name, value] : headers)
            request.setRawHeader(name, value);
        if (method == "HEAD") // a custom method would wait for the body
            return m_manager->head(request);
        return m_manager->sendCustomRequest(request, method, body);
    }

    static HttpAnswer read(QNetworkReply &reply)
    {
        HttpAnswer answer {.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(),
            .type = reply.rawHeader("content-type"),
            .body = reply.readAll()};
        for (const auto &[name, value] : reply.rawHeaderPairs())
            answer.headers.insert(name.toLower(), value);
        return answer;
    }

private:
    QString m_baseUrl;
    std::shared_ptr<QNetworkAccessManager> m_manager = std::make_shared<QNetworkAccessManager>();
};

} // namespace hub::test
