// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/adminroutes.h"

#include "server/http/errormap.h"
#include "server/later.h"

#include <QJsonDocument>

namespace hub::admin {
namespace {

Result<QJsonObject> bodyOf(const http::Request &request)
{
    if (request.body.trimmed().isEmpty())
        return QJsonObject();
    QJsonParseError mistake;
    const auto document = QJsonDocument::fromJson(request.body, &mistake);
    if (mistake.error != QJsonParseError::NoError || !document.isObject())
        return Error {ErrorCode::InvalidArgument, u"The body must be a JSON object"_s};
    return document.object();
}

Result<QJsonObject> argumentsOf(const http::Request &request)
{
    HUB_TRY(arguments, bodyOf(request));
    QJsonArray clear = arguments.value(u"clear"_s).toArray();
    const auto names = arguments.keys();
    for (const auto &name : names) {
        if (!arguments.value(name).isNull())
            continue;
        arguments.remove(name);
        clear += name;
    }
    if (!clear.isEmpty() && request.method != "POST") // in what is made anew, null is absent
        arguments.insert(u"clear"_s, clear);
    const auto query = http::decodeForm(request.query);
    for (const auto &[name, value] : query)
        arguments.insert(name, value);
    for (auto it = request.params.begin(); it != request.params.end(); ++it) // last: the path is what was asked for
        arguments.insert(QString::fromLatin1(it.key()), it.value());
    return arguments;
}

http::Response refusal(const Error &error)
{
    auto response = http::errorResponse(error);
    if (error.data.isEmpty())
        return response;
    auto body = error.data;
    body.insert(u"error"_s, error.message);
    return http::Response::json(body, response.status);
}

http::Response told(const QJsonValue &value, int status)
{
    const auto document = value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject());
    return http::Response::json(document.toJson(QJsonDocument::Compact), status);
}

} // namespace

void AdminRoutes::addRoutes(http::Router &router)
{
    for (const auto &call : accessCalls()) {
        router.add({.method = call.method,
            .path = basePath + call.path,
            .access = http::masterOnly,
            .body = call.method == "GET" ? http::BodyKind::None : http::BodyKind::Json,
            .handler = http::Handler([this, &call](const http::Request &request, const http::Reply &reply) {
                answer(call, request, reply);
            })});
    }
}

void AdminRoutes::answer(const AdminCall &call, const http::Request &request, const http::Reply &reply)
{
    const auto arguments = argumentsOf(request);
    if (!arguments)
        return reply.fail(arguments.error());
    whenDone(this, call.run(m_hub, request.principal.value_or(Principal {}), *arguments),
        [reply, status = call.status](const Result<QJsonValue> &answered) {
            reply.send(answered ? told(*answered, status) : refusal(answered.error()));
        });
}

} // namespace hub::admin
