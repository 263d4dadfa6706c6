// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/callhub.h"

#include "app/cli/hubrequest.h"
#include "core/hub.h"
#include "core/keys/runfile.h"
#include "server/admin/admincalls.h"
#include "server/mcp/toolregistry.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QUrlQuery>

namespace hub {
namespace {

/// A running hub, spoken to over MCP for one call.
class RunningHub
{
public:
    RunningHub(const RunFile &at, int timeoutMs)
        : m_at(at)
    {
        m_network.setProxy(QNetworkProxy::NoProxy);
        m_network.setTransferTimeout(timeoutMs);
    }

    Result<ToolReply> call(const QString &tool, const QJsonObject &arguments)
    {
        const QJsonObject hello {{u"protocolVersion"_s, u"2025-06-18"_s}, {u"capabilities"_s, QJsonObject()},
            {u"clientInfo"_s,
                QJsonObject {{u"name"_s, u"anchorhold-cli"_s}, {u"version"_s, QStringLiteral(HUB_VERSION)}}}};
        HUB_CHECK(post(u"initialize"_s, hello));
        HUB_TRY(result, post(u"tools/call"_s, {{u"name"_s, tool}, {u"arguments"_s, arguments}}));
        QNetworkReply *closed = m_network.deleteResource(request());
        wait(closed);
        return ToolReply {
            .payload = result[u"structuredContent"_s].toObject(), .isError = result[u"isError"_s].toBool()};
    }

private:
    QNetworkRequest request() const
    {
        QNetworkRequest request {QUrl(m_at.url)};
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        request.setRawHeader("Accept", "application/json");
        request.setRawHeader("User-Agent", "anchorhold-cli");
        request.setRawHeader("Authorization", "Bearer " + m_at.token.toLatin1());
        if (!m_session.isEmpty())
            request.setRawHeader("Mcp-Session-Id", m_session);
        return request;
    }

    static void wait(QNetworkReply *reply)
    {
        QEventLoop loop;
        QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
        if (!reply->isFinished())
            loop.exec();
        reply->deleteLater();
    }

    /// The `result` of one JSON-RPC call.
    Result<QJsonObject> post(const QString &method, const QJsonObject &params)
    {
        const QJsonObject message {
            {u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, ++m_id}, {u"method"_s, method}, {u"params"_s, params}};
        QNetworkReply *reply = m_network.post(request(), QJsonDocument(message).toJson(QJsonDocument::Compact));
        wait(reply);
        if (reply->hasRawHeader("Mcp-Session-Id"))
            m_session = reply->rawHeader("Mcp-Session-Id");
        const auto answer = QJsonDocument::fromJson(reply->readAll()).object();
        if (answer.contains(u"result"_s))
            return answer[u"result"_s].toObject();
        if (const auto error = answer[u"error"_s].toObject(); !error.isEmpty())
            return Error {ErrorCode::InvalidArgument, error[u"message"_s].toString()};
        return Error {ErrorCode::Busy, u"The hub at %1 did not answer: %2"_s.arg(m_at.url, reply->errorString())};
    }

    RunFile m_at;
    QNetworkAccessManager m_network;
    QByteArray m_session;
    int m_id = 0;
};

/// The same tool on the same store, without a server.
Result<ToolReply> callHere(const Paths &paths, const QString &tool, const QJsonObject &arguments)
{
    HUB_TRY(hub, Hub::open({.paths = paths, .settings = Settings::load(paths.settings())}));
    const mcp::ToolSets sets(hub->settings());
    mcp::HubToolRegistry registry(*hub, &sets);
    const auto outcome = awaited(registry.call(tool, arguments, {.caller = Hub::person()}));
    if (const auto *error = std::get_if<mcp::RpcError>(&outcome))
        return Error {ErrorCode::InvalidArgument, error->message};
    const auto &result = std::get<mcp::ToolResult>(outcome);
    return ToolReply {.payload = result.payload, .isError = result.isError};
}

Result<QJsonValue> adminHere(const Paths &paths, const AdminRequest &what)
{
    const auto *call = admin::findCall(what.method, what.path);
    Q_ASSERT_X(call, "callAdmin", what.path.constData());
    HUB_TRY(hub, Hub::open({.paths = paths, .settings = Settings::load(paths.settings())}));
    return awaited(call->run(*hub, Hub::person(), what.arguments));
}

/// Takes what stands in the path out of the arguments.
QString pathOf(const QByteArray &pattern, QJsonObject &arguments)
{
    QString path = QString::fromLatin1(admin::basePath + pattern);
    const auto names = arguments.keys();
    for (const auto &name : names) {
        if (const auto place = u"{%1}"_s.arg(name); path.contains(place)) {
            const auto value = arguments.take(name).toString();
            path.replace(place, QString::fromLatin1(QUrl::toPercentEncoding(value)));
        }
    }
    return path;
}

QUrlQuery queryOf(const QJsonObject &arguments)
{
    QUrlQuery query;
    for (auto it = arguments.begin(); it != arguments.end(); ++it) {
        const auto text = it->toVariant().toString();
        query.addQueryItem(it.key(), QString::fromLatin1(QUrl::toPercentEncoding(text)));
    }
    return query;
}

HubRequest asRequest(const AdminRequest &what)
{
    auto rest = what.arguments;
    HubRequest request {.method = what.method, .path = pathOf(what.path, rest)};
    if (what.method == "GET" || what.method == "DELETE")
        request.query = queryOf(rest);
    else
        request.body = rest;
    return request;
}

} // namespace

Result<QJsonValue> callAdmin(const QString &data, const AdminRequest &request, int timeoutMs)
{
    if (const auto answer = askHub(data, asRequest(request), timeoutMs))
        return *answer;
    return adminHere(Paths::locate(data), request);
}

Result<ToolReply> callTool(const QString &data, const QString &tool, const QJsonObject &arguments, int timeoutMs)
{
    const auto paths = Paths::locate(data);
    if (const auto running = RunFile::read(paths.runFile()); running && !running->url.isEmpty()) {
        auto reply = RunningHub(*running, timeoutMs).call(tool, arguments);
        if (reply || reply.error().code != ErrorCode::Busy)
            return reply; // else: a run file that a crash has left behind is no hub; whoever holds the lock is one
    }
    return callHere(paths, tool, arguments);
}

} // namespace hub
