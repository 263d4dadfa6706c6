// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/callhub.h"
#include "app/cli/memorycommands.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"

#include <QJsonArray>

namespace hub {
namespace {

enum class Format { Table, Json, Csv };

Format formatOf(const CommonOptions &common)
{
    if (common.json || common.format == "json")
        return Format::Json;
    if (common.format == "csv")
        return Format::Csv;
    return common.format == "table" || terminal::isInteractive() ? Format::Table : Format::Json;
}

void show(Format format, const QString &command, const QJsonObject &answer)
{
    if (format == Format::Json)
        return terminal::printJson(answer);
    constexpr int narrow = 80;
    constexpr int wide = 200; // a secret is shown this once: whole
    const int width = answer.contains(u"raw_key"_s) ? wide : narrow;
    QStringList texts;
    for (const auto &table : tablesOf(command, answer))
        texts += format == Format::Csv ? asCsv(table) : asText(table, width);
    if (format == Format::Table) {
        for (const auto &hint : answer[u"_meta"_s][u"hints"_s].toArray())
            texts += hint[u"suggestion"_s].toString();
    }
    terminal::print(texts.join(u"\n\n"_s));
}

int fail(Format format, const QString &command, const QString &message)
{
    if (format == Format::Json)
        terminal::printJson({{u"success"_s, false}, {u"error"_s, message}});
    terminal::printError(command, message);
    return terminal::Failed;
}

} // namespace

int showReply(const CommonOptions &common, const QString &command, const Result<ToolReply> &reply)
{
    const auto format = formatOf(common);
    const auto said = command.section(u' ', 0, 0);
    if (!reply)
        return fail(format, said, reply.error().message);
    if (reply->isError) {
        if (format == Format::Json)
            terminal::printJson(reply->payload);
        terminal::printError(said, reply->payload[u"error"_s].toString());
        return terminal::Failed;
    }
    show(format, command, reply->payload);
    return terminal::Done;
}

int runAdmin(const CommonOptions &common, const QString &command, const QString &member, const AdminRequest &request)
{
    const auto format = formatOf(common);
    const auto answer = callAdmin(QString::fromStdString(common.data), request, common.timeoutMs);
    if (!answer)
        return fail(format, command, answer.error().message);
    show(format, command, answer->isArray() ? QJsonObject {{member, *answer}} : answer->toObject());
    return terminal::Done;
}

int runTool(const CommonOptions &common, const QString &command, const QString &tool, const QJsonObject &arguments)
{
    return showReply(common, command, callTool(QString::fromStdString(common.data), tool, arguments, common.timeoutMs));
}

} // namespace hub
