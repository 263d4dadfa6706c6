// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorycommands.h"

#include "app/cli/callhub.h"
#include "app/cli/terminal.h"

#include <QHash>
#include <QJsonArray>

#include <functional>

namespace hub {
namespace {

void showRemembered(const QJsonObject &answer)
{
    const auto id = answer[u"id"_s].toString();
    if (answer[u"existing"_s].toBool())
        terminal::print(u"already remembered: "_s + id);
    else
        terminal::print(u"remembered: "_s + id);
    for (const auto &warning : answer[u"warnings"_s].toArray())
        terminal::print(u"  note: "_s + warning.toString());
}

void showRecalled(const QJsonObject &answer)
{
    for (const auto &item : answer[u"fragments"_s].toArray()) {
        const auto fragment = item.toObject();
        terminal::print(fragment[u"content"_s].toString());
        terminal::print(u"  %1 · %2 · %3 · %4"_s.arg(fragment[u"type"_s].toString(), fragment[u"topic"_s].toString(),
            fragment[u"created_at"_s].toString().left(10), fragment[u"id"_s].toString()));
    }
    for (const auto &hint : answer[u"_meta"_s][u"hints"_s].toArray())
        terminal::print(hint[u"suggestion"_s].toString());
}

void showForgotten(const QJsonObject &answer)
{
    terminal::print(u"forgotten: %1"_s.arg(answer[u"deleted"_s].toInt()));
    if (const int kept = answer[u"protected"_s].toInt(); kept > 0)
        terminal::print(u"protected: %1 (use --force)"_s.arg(kept));
}

void showStats(const QJsonObject &answer)
{
    const auto stats = answer[u"stats"_s].toObject();
    for (auto it = stats.begin(); it != stats.end(); ++it) {
        if (it->isDouble())
            terminal::print(u"%1 %2"_s.arg(it.key(), -18).arg(it->toDouble()));
    }
}

void show(const QString &tool, const QJsonObject &answer)
{
    static const QHash<QString, std::function<void(const QJsonObject &)>> views {{u"remember"_s, showRemembered},
        {u"recall"_s, showRecalled}, {u"forget"_s, showForgotten}, {u"memory_stats"_s, showStats}};
    views.value(tool, terminal::printJson)(answer);
}

} // namespace

int runTool(const QString &data, const QString &tool, const QJsonObject &arguments, bool asJson)
{
    const auto reply = callTool(data, tool, arguments);
    if (!reply) {
        if (asJson)
            terminal::printJson({{u"success"_s, false}, {u"error"_s, reply.error().message}});
        else
            terminal::printError(reply.error().message);
        const bool unreachable = reply.error().code == ErrorCode::Busy || reply.error().code == ErrorCode::Storage;
        return unreachable ? terminal::Unavailable : terminal::Failed;
    }
    if (asJson)
        terminal::printJson(reply->payload);
    else if (reply->isError)
        terminal::printError(reply->payload[u"error"_s].toString());
    else
        show(tool, reply->payload);
    return reply->isError ? terminal::Failed : terminal::Done;
}

} // namespace hub
