// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/jsonrpc.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace hub::mcp {
namespace {

constexpr qsizetype maxBatch = 100;

/// QJsonDocument takes no bare value, so for it `"text"` is a syntax error. In an
/// array it shows whether the body is JSON at all.
bool isBareValue(const QByteArray &body)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray('[' + body + ']'), &error);
    return error.error == QJsonParseError::NoError && document.array().size() == 1;
}

RpcError syntaxError(const QByteArray &body, const QJsonParseError &error)
{
    if (body.trimmed().isEmpty())
        return {code::parseError, u"Parse error: the body is empty"_s};
    if (isBareValue(body))
        return {code::invalidRequest, u"Invalid request: a message must be an object"_s};
    return {code::parseError, u"Parse error at byte %1: %2"_s.arg(error.offset).arg(error.errorString())};
}

Outcome readOutcome(const QJsonObject &response)
{
    if (response.contains(u"result"_s))
        return response.value(u"result"_s).toObject();
    const auto error = response.value(u"error"_s).toObject();
    return RpcError {error.value(u"code"_s).toInt(code::internalError), error.value(u"message"_s).toString(),
        error.value(u"data"_s).toObject()};
}

/// Everything but `params` must be right, or the message is none at all.
std::variant<Message, QString> readMessage(const QJsonValue &value)
{
    if (!value.isObject())
        return u"a message must be an object"_s;
    const auto object = value.toObject();
    if (object.value(u"jsonrpc"_s) != u"2.0"_s)
        return u"jsonrpc must be \"2.0\""_s;
    const auto id = object.value(u"id"_s);
    if (!id.isUndefined() && !id.isString() && !id.isDouble())
        return u"id must be a string or a number"_s;
    const auto method = object.value(u"method"_s);
    Message message {.id = id, .method = method.toString()};
    if (method.isUndefined()) {
        if (id.isUndefined() || object.contains(u"result"_s) == object.contains(u"error"_s))
            return u"method is missing"_s;
        message.kind = MessageKind::Response;
        message.outcome = readOutcome(object);
        return message;
    }
    if (!method.isString())
        return u"method must be a string"_s;
    message.kind = id.isUndefined() ? MessageKind::Notification : MessageKind::Request;
    const auto params = object.value(u"params"_s);
    message.params = params.toObject();
    if (!params.isUndefined() && !params.isObject())
        message.fault = RpcError {code::invalidParams, u"Invalid params: params must be an object"_s};
    return message;
}

std::variant<Payload, RpcError> readBatch(const QJsonArray &values)
{
    if (values.isEmpty())
        return RpcError {code::invalidRequest, u"Invalid request: the batch is empty"_s};
    if (values.size() > maxBatch)
        return RpcError {code::invalidRequest,
            u"Invalid request: the batch has %1 messages, at most %2 are allowed"_s.arg(values.size()).arg(maxBatch)};
    Payload payload {.messages = {}, .isBatch = true};
    for (qsizetype i = 0; i < values.size(); ++i) {
        const auto message = readMessage(values[i]);
        if (const auto *mistake = std::get_if<QString>(&message))
            return RpcError {
                code::invalidRequest, u"Invalid request: message %1 of the batch: %2"_s.arg(i + 1).arg(*mistake)};
        payload.messages += std::get<Message>(message);
    }
    return payload;
}

} // namespace

std::variant<Payload, RpcError> parsePayload(const QByteArray &body)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(body, &error);
    if (error.error != QJsonParseError::NoError)
        return syntaxError(body, error);
    if (document.isArray())
        return readBatch(document.array());
    auto message = readMessage(document.object());
    if (const auto *mistake = std::get_if<QString>(&message))
        return RpcError {code::invalidRequest, u"Invalid request: "_s + *mistake};
    return Payload {.messages = {std::get<Message>(std::move(message))}};
}

QJsonObject responseMessage(const QJsonValue &id, const Outcome &outcome)
{
    QJsonObject message {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id.isUndefined() ? QJsonValue() : id}};
    if (const auto *result = std::get_if<QJsonObject>(&outcome)) {
        message.insert(u"result"_s, *result);
        return message;
    }
    const auto &error = std::get<RpcError>(outcome);
    QJsonObject body {{u"code"_s, error.code}, {u"message"_s, error.message}};
    if (!error.data.isEmpty())
        body.insert(u"data"_s, error.data);
    message.insert(u"error"_s, body);
    return message;
}

QJsonObject notificationMessage(const QString &method, const QJsonObject &params)
{
    QJsonObject message {{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}};
    if (!params.isEmpty())
        message.insert(u"params"_s, params);
    return message;
}

} // namespace hub::mcp
