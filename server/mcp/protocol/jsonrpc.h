// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QList>

#include <functional>
#include <optional>
#include <variant>

namespace hub::mcp {

/// Codes of JSON-RPC 2.0 (the first five) and of MCP.
namespace code {
constexpr int parseError = -32700;
constexpr int invalidRequest = -32600;
constexpr int methodNotFound = -32601;
constexpr int invalidParams = -32602;
constexpr int internalError = -32603;
constexpr int badRequest = -32000; ///< refused by the transport
constexpr int sessionNotFound = -32001;
constexpr int resourceNotFound = -32002; ///< of the eras before 2026
constexpr int headerMismatch = -32020;   ///< from 2026-07-28 on: headers and body disagree
constexpr int missingCapability = -32021;
constexpr int unsupportedVersion = -32022;
constexpr int cancelled = -32800;
} // namespace code

/// The `error` member of a JSON-RPC response.
struct RpcError {
    int code = code::internalError;
    QString message;
    QJsonObject data {};
};

/// What a request is answered with: the `result` member, or the error.
using Outcome = std::variant<QJsonObject, RpcError>;
using Answer = std::function<void(const Outcome &)>;

enum class MessageKind : quint8 {
    Request,
    Notification,
    Response, ///< of the client, to a request of ours
};

struct Message {
    MessageKind kind = MessageKind::Request;
    QJsonValue id; ///< a string or a number, as sent
    QString method;
    QJsonObject params {};
    std::optional<RpcError> fault {}; ///< what keeps this message, in good order otherwise, from being carried out
    Outcome outcome {};               ///< of a response
};

/// Everything one POST carries.
struct Payload {
    QList<Message> messages {};
    bool isBatch = false;
};

/// Reads the body of a POST: JSON in strict UTF-8 (RFC 8259), one JSON-RPC 2.0
/// message or an array of at most 100. Errors say at which byte or in which
/// message of a batch the mistake is.
std::variant<Payload, RpcError> parsePayload(const QByteArray &body);

QJsonObject responseMessage(const QJsonValue &id, const Outcome &outcome);
QJsonObject notificationMessage(const QString &method, const QJsonObject &params = {});

} // namespace hub::mcp
