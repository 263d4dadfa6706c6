// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/repeatable.h"

#include "server/mcp/tooltexts.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace hub::stdio {
namespace {

QSet<QString> idempotentTools()
{
    QSet<QString> names;
    for (const auto &entry : mcp::readToolTable()) {
        if (entry.meta.idempotent)
            names += entry.name;
    }
    return names;
}

bool hasIdempotencyKey(const QJsonValue &arguments)
{
    return !arguments[u"idempotencyKey"_s].toString().trimmed().isEmpty();
}

bool mayRepeatCall(const QJsonValue &params)
{
    static const auto idempotent = idempotentTools();
    const auto name = params[u"name"_s].toString();
    return idempotent.contains(name) || (name == u"remember" && hasIdempotencyKey(params[u"arguments"_s]));
}

} // namespace

bool mayRepeat(const QByteArray &body)
{
    const auto document = QJsonDocument::fromJson(body);
    const auto messages = document.isArray() ? document.array() : QJsonArray {document.object()};
    return std::all_of(messages.begin(), messages.end(), [](const QJsonValue &message) {
        return message[u"method"_s].toString() != u"tools/call" || mayRepeatCall(message[u"params"_s]);
    });
}

} // namespace hub::stdio
