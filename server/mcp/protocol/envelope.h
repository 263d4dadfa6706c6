// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/http/request.h"
#include "server/mcp/protocol/conversation.h"

namespace hub::mcp {

/// Keys of `_meta` that 2026-07-28 defines.
namespace meta {
inline const QString protocolVersion = u"io.modelcontextprotocol/protocolVersion"_s;
inline const QString clientInfo = u"io.modelcontextprotocol/clientInfo"_s;
inline const QString clientCapabilities = u"io.modelcontextprotocol/clientCapabilities"_s;
inline const QString logLevel = u"io.modelcontextprotocol/logLevel"_s;
inline const QString serverInfo = u"io.modelcontextprotocol/serverInfo"_s;
inline const QString subscriptionId = u"io.modelcontextprotocol/subscriptionId"_s;
} // namespace meta

enum class Era : quint8 { Legacy, Modern };

/// Which era one POST belongs to: what it says itself decides, message by message. An
/// envelope is modern whatever the headers say; a header that names a modern revision
/// makes a bare message, or a batch, a faulty modern one.
Era eraOf(const http::Request &request, const Payload &payload);

/// What the client of a modern request calls itself; empty: nothing.
QString clientNameOf(const Message &message);

/// What follows "Mcp-Param-" in the name of a header, by the argument it repeats.
using MirroredArguments = QHash<QString, QByteArray>;

/// Reads the envelope of a modern request and holds its headers against its body. The
/// error is one for HTTP status 400.
std::variant<Terms, RpcError> readEnvelope(
    const http::Request &request, const Message &message, const MirroredArguments &mirrored);

} // namespace hub::mcp
