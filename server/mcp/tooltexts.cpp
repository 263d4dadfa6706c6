// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/tooltexts.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>

namespace hub::mcp {
namespace {

QJsonObject describedProperties(QJsonObject schema, const QString &prefix, const ToolText &text)
{
    auto properties = schema.value(u"properties"_s).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const QString path = prefix + it.key();
        auto property = it.value().toObject();
        if (property.contains(u"properties"_s))
            property = describedProperties(property, QString(path + u'.'), text);
        if (const auto description = text.parameters.value(path); !description.isEmpty())
            property.insert(u"description"_s, description);
        it.value() = property;
    }
    schema.insert(u"properties"_s, properties);
    return schema;
}

} // namespace

QByteArray resourceBytes(const QString &path)
{
    QFile file(path);
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "resourceBytes", qPrintable(path));
    return file.readAll();
}

QList<ToolEntry> readToolTable()
{
    QList<ToolEntry> table;
    const auto result
        = readJson(QJsonDocument::fromJson(resourceBytes(u":/mcp/tools.json"_s)).array(), table, u"tools"_s);
    Q_ASSERT_X(result, "readToolTable", result ? "" : qPrintable(result.error().message));
    return table;
}

ToolText readToolText(const QString &name)
{
    static const QRegularExpression parameters(u"\\A([a-zA-Z_.]+: .+\\n?)+\\Z"_s);
    const auto paragraphs = QString::fromUtf8(resourceBytes(u":/mcp/tools/%1.md"_s.arg(name)))
                                .trimmed()
                                .split(u"\n\n"_s, Qt::SkipEmptyParts);
    ToolText text;
    for (const auto &paragraph : paragraphs) {
        if (!parameters.match(paragraph).hasMatch()) {
            text.description += (text.description.isEmpty() ? QString() : u"\n"_s) + paragraph.simplified();
            continue;
        }
        const auto lines = paragraph.split(u'\n');
        for (const auto &line : lines)
            text.parameters.insert(line.section(u':', 0, 0), line.section(u':', 1).trimmed());
    }
    return text;
}

QJsonObject describedSchema(const QJsonObject &schema, const ToolText &text)
{
    return describedProperties(schema, QString(), text);
}

} // namespace hub::mcp
