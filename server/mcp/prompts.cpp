// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/prompts.h"

#include "core/base/text.h"
#include "server/mcp/tooltexts.h"

#include <QJsonDocument>

namespace hub::mcp {
namespace {

constexpr int longestArgument = 1000;

RpcError invalid(const QString &message) { return {code::invalidParams, message}; }

/// What was given for each argument, in order; an error when it breaks a rule.
Result<QHash<QString, QString>> readArguments(const Prompt &prompt, const QJsonObject &given)
{
    QHash<QString, QString> values;
    for (auto it = given.begin(); it != given.end(); ++it) {
        const bool known = std::any_of(prompt.arguments.begin(), prompt.arguments.end(),
            [&](const PromptArgument &argument) { return argument.name == it.key(); });
        if (!known)
            return Error {ErrorCode::InvalidArgument, u"Unknown argument: "_s + it.key()};
    }
    for (const auto &argument : prompt.arguments) {
        const auto value = given.value(argument.name);
        if (!value.isUndefined() && !value.isNull() && !value.isString())
            return Error {ErrorCode::InvalidArgument, argument.name + u" must be a string"_s};
        HUB_CHECK(detail::checkText(argument.name, value.toString(), longestArgument));
        const auto text = oneLine(canonicalText(value.toString()));
        if (text.isEmpty() && argument.isRequired)
            return Error {ErrorCode::InvalidArgument, argument.name + u" is required"_s};
        values.insert(argument.name, text);
    }
    return values;
}

/// One pass, so that what a client gave is never taken for a place itself.
QString filled(const QString &text, const QHash<QString, QString> &values)
{
    QStringList lines;
    const auto templateLines = text.split(u'\n');
    for (const auto &line : templateLines) {
        QString out;
        bool isWanted = true;
        for (qsizetype at = 0; at < line.size();) {
            const auto end = line[at] == u'{' ? line.indexOf(u'}', at) : -1;
            const auto value = end < 0 ? values.cend() : values.constFind(line.mid(at + 1, end - at - 1));
            if (value == values.cend()) {
                out += line[at++];
                continue;
            }
            isWanted = isWanted && !value->isEmpty();
            out += *value;
            at = end + 1;
        }
        if (isWanted)
            lines += out;
    }
    return lines.join(u'\n');
}

} // namespace

HubPrompts::HubPrompts(const QString &language)
    : m_language(language)
{
    const auto table = QJsonDocument::fromJson(resourceBytes(u":/mcp/prompts/list.%1.json"_s.arg(language))).array();
    const auto read = readJson(table, m_prompts, u"prompts"_s);
    Q_ASSERT_X(read, "HubPrompts", read ? "" : qPrintable(read.error().message));
}

QJsonArray HubPrompts::list(const Principal &) const { return writeJson(m_prompts).toArray(); }

Outcome HubPrompts::get(const QString &name, const QJsonObject &arguments, const CallContext &) const
{
    const auto prompt
        = std::find_if(m_prompts.begin(), m_prompts.end(), [&](const Prompt &one) { return one.name == name; });
    if (prompt == m_prompts.end())
        return invalid(u"Unknown prompt: "_s + name);
    const auto values = readArguments(*prompt, arguments);
    if (!values)
        return invalid(u"Invalid params: "_s + values.error().message);
    const auto text = QString::fromUtf8(resourceBytes(u":/mcp/prompts/%1.%2.md"_s.arg(name, m_language))).trimmed();
    const QJsonObject content {{u"type"_s, u"text"_s}, {u"text"_s, filled(text, *values)}};
    return QJsonObject {{u"description"_s, prompt->description},
        {u"messages"_s, QJsonArray {QJsonObject {{u"role"_s, u"user"_s}, {u"content"_s, content}}}}};
}

} // namespace hub::mcp
