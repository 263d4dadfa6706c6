// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/protocol/envelope.h"

#include "core/base/text.h"
#include "server/mcp/protocol/version.h"

#include <QJsonArray>
#include <QStringDecoder>

#include <algorithm>

namespace hub::mcp {
namespace {

constexpr QByteArrayView versionHeader = "mcp-protocol-version";

QJsonObject metaOf(const Message &message) { return message.params.value(u"_meta"_s).toObject(); }

bool hasEnvelope(const Message &message) { return metaOf(message).contains(meta::protocolVersion); }

RpcError mismatch(const QString &what)
{
    return {code::headerMismatch, u"Bad request: the headers and the body disagree: "_s + what};
}

RpcError invalid(const QString &what) { return {code::invalidParams, u"Invalid params: "_s + what}; }

/// `=?base64?…?=` stands for what a header cannot hold (RFC 2047 has the form from).
/// Nothing when the inside is no Base64 of UTF-8.
std::optional<QString> decoded(const QByteArray &value)
{
    constexpr QByteArrayView prefix = "=?base64?";
    constexpr QByteArrayView suffix = "?=";
    if (value.size() < prefix.size() + suffix.size() || !value.startsWith(prefix) || !value.endsWith(suffix))
        return QString::fromUtf8(value);
    const auto inside = value.sliced(prefix.size(), value.size() - prefix.size() - suffix.size());
    const auto bytes = QByteArray::fromBase64Encoding(inside, QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes || inside.size() % 4 != 0)
        return std::nullopt;
    auto toText = QStringDecoder(QStringDecoder::Utf8);
    const QString text = toText(*bytes);
    return toText.hasError() ? std::nullopt : std::optional(text);
}

/// Nothing when the header says `wanted`.
std::optional<RpcError> disagreement(
    const http::Request &request, const QByteArray &header, const QString &wanted, const QString &what)
{
    const auto name = QString::fromLatin1(header);
    const auto value = request.header(header.toLower());
    if (value.isEmpty() && !wanted.isEmpty())
        return mismatch(u"the body has %1 \"%2\", the header %3 is missing"_s.arg(what, wanted, name));
    const auto text = decoded(value.trimmed());
    if (!text)
        return mismatch(u"the header %1 is no valid Base64"_s.arg(name));
    if (*text != wanted)
        return mismatch(u"the body has %1 \"%2\", the header %3 another one"_s.arg(what, wanted, name));
    return std::nullopt;
}

std::optional<RpcError> wrongVersion(const http::Request &request, const QString &version)
{
    if (auto wrong = disagreement(request, "MCP-Protocol-Version", version, u"protocol version"_s))
        return wrong;
    if (modernVersions().contains(version))
        return std::nullopt;
    return RpcError {code::unsupportedVersion, u"Unsupported protocol version: "_s + version,
        {{u"supported"_s, QJsonArray::fromStringList(modernVersions())}, {u"requested"_s, version}}};
}

/// A value as a header repeats it; nothing for one that has no such form.
std::optional<QString> headerText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', 17);
    return std::nullopt;
}

std::optional<RpcError> wrongArguments(
    const http::Request &request, const Message &message, const MirroredArguments &mirrored)
{
    const auto arguments = message.params.value(u"arguments"_s).toObject();
    for (auto it = mirrored.begin(); it != mirrored.end(); ++it) {
        const QByteArray header = "Mcp-Param-" + it.value();
        const auto value = headerText(arguments.value(it.key()));
        if (!value && !request.header(header.toLower()).isEmpty())
            return mismatch(u"the header %1 repeats an argument that is missing"_s.arg(QString::fromLatin1(header)));
        if (!value)
            continue;
        if (auto wrong = disagreement(request, header, *value, u"argument %1"_s.arg(it.key())))
            return wrong;
    }
    return std::nullopt;
}

/// The member of params that Mcp-Name repeats; none for most methods.
QString nameOf(const Message &message)
{
    if (message.method == u"tools/call" || message.method == u"prompts/get")
        return message.params.value(u"name"_s).toString();
    return message.method == u"resources/read" ? message.params.value(u"uri"_s).toString() : QString();
}

std::optional<RpcError> wrongHeaders(
    const http::Request &request, const Message &message, const MirroredArguments &mirrored)
{
    if (auto wrong = disagreement(request, "Mcp-Method", message.method, u"method"_s))
        return wrong;
    const auto name = nameOf(message);
    if (!name.isEmpty()) {
        if (auto wrong = disagreement(request, "Mcp-Name", name, u"name"_s))
            return wrong;
    }
    return wrongArguments(request, message, mirrored);
}

} // namespace

Era eraOf(const http::Request &request, const Payload &payload)
{
    const auto named = isOfModernEra(QString::fromLatin1(request.header(versionHeader)));
    const auto isModern = [&](const Message &message) {
        return hasEnvelope(message) || (named && message.kind == MessageKind::Request);
    };
    const bool isAny = std::any_of(payload.messages.begin(), payload.messages.end(), isModern);
    return isAny || named ? Era::Modern : Era::Legacy;
}

QString clientNameOf(const Message &message)
{
    constexpr int maxClientText = 200;
    const auto name = metaOf(message).value(meta::clientInfo).toObject().value(u"name"_s).toString();
    return cutText(oneLine(canonicalText(name)), maxClientText);
}

std::variant<Terms, RpcError> readEnvelope(
    const http::Request &request, const Message &message, const MirroredArguments &mirrored)
{
    const auto given = metaOf(message);
    if (!hasEnvelope(message))
        return invalid(
            u"params._meta must have %1, as the header MCP-Protocol-Version names a revision without handshake"_s.arg(
                meta::protocolVersion));
    if (!given.value(meta::protocolVersion).isString())
        return invalid(meta::protocolVersion + u" must be a string"_s);
    if (auto wrong = wrongVersion(request, given.value(meta::protocolVersion).toString()))
        return *wrong;
    if (!given.value(meta::clientCapabilities).isObject())
        return invalid(u"params._meta must have %1, an object"_s.arg(meta::clientCapabilities));
    if (auto wrong = wrongHeaders(request, message, mirrored))
        return *wrong;
    const auto level = given.value(meta::logLevel);
    const auto state = message.params.value(u"requestState"_s);
    return Terms {.progressToken = given.value(u"progressToken"_s),
        .logLevel = enumFromString<LogLevel>(level.toString()),
        .capabilities = given.value(meta::clientCapabilities).toObject(),
        .inputResponses = message.params.value(u"inputResponses"_s).toObject(),
        .state = state.isString() ? std::optional(state.toString()) : std::nullopt};
}

} // namespace hub::mcp
