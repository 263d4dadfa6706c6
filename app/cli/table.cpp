// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "core/base/text.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

#include <numeric>

namespace hub {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int gap = 2;       ///< between two columns
constexpr int narrowest = 4; ///< what a column keeps when there is no room
const auto ellipsis = u"…"_s;

bool isWide(char32_t c)
{
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3)
        || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60)
        || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

int widthOf(const QString &text)
{
    int width = 0;
    for (const char32_t c : text.toUcs4())
        width += isWide(c) ? 2 : 1;
    return width;
}

QString fitted(const QString &text, int width)
{
    if (widthOf(text) <= width)
        return text;
    QString out = cutText(text, width - 1);
    while (widthOf(out) > width - 1)
        out = cutText(out, codePointCount(out) - 1);
    return out + ellipsis;
}

QString cell(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String: return oneLine(value.toString());
    case QJsonValue::Double: return QString::number(value.toDouble(), 'g', 15);
    case QJsonValue::Bool: return value.toBool() ? u"true"_s : u"false"_s;
    case QJsonValue::Array: {
        QStringList items;
        for (const auto &item : value.toArray())
            items += cell(item);
        return items.join(u", "_s);
    }
    case QJsonValue::Object: return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    case QJsonValue::Null:
    case QJsonValue::Undefined: break;
    }
    return {};
}

/// One row for each object of the list; numbered when the first column is "#".
Table listTable(const QJsonArray &list, const QStringList &columns)
{
    Table table {.columns = columns, .rows = {}};
    for (const auto &item : list) {
        QStringList row;
        for (const auto &column : columns)
            row += column == u"#"_s ? QString::number(table.rows.size() + 1) : cell(item[column]);
        table.rows += row;
    }
    return table;
}

/// One row for each value; members of inner objects are named "outer.inner".
void addFields(Table &table, const QString &prefix, const QJsonObject &object)
{
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isObject())
            addFields(table, QString(prefix + it.key() + u'.'), it->toObject());
        else if (!it->isNull())
            table.rows += QStringList {prefix + it.key(), cell(*it)};
    }
}

Table fieldTable(const QJsonObject &object)
{
    Table table {.columns = {u"field"_s, u"value"_s}, .rows = {}};
    addFields(table, QString(), object);
    return table;
}

QList<Table> inspected(const QJsonObject &answer)
{
    auto current = answer[u"current"_s].toObject();
    const auto linked = current.take(u"linked"_s).toArray();
    QList<Table> tables {fieldTable(current)};
    if (linked.isEmpty())
        return tables;
    Table links {.columns = {u"dir"_s, u"peer"_s, u"relation"_s, u"weight"_s, u"preview"_s}, .rows = {}};
    for (const auto &link : linked) {
        links.rows += QStringList {link[u"outgoing"_s].toBool() ? u"out"_s : u"in"_s, cell(link[u"id"_s]),
            cell(link[u"relation_type"_s]), cell(link[u"weight"_s]), cell(link[u"content"_s])};
    }
    return tables + QList<Table> {links};
}

QList<Table> history(const QJsonObject &answer)
{
    Table table {.columns = {u"state"_s, u"when"_s, u"id"_s, u"content"_s}, .rows = {}};
    const auto chain = answer[u"superseded_by_chain"_s].toArray();
    for (auto it = chain.end(); it != chain.begin();) {
        --it;
        const auto one = it->toObject();
        table.rows
            += QStringList {u"replaced by"_s, cell(one[u"created_at"_s]), cell(one[u"id"_s]), cell(one[u"content"_s])};
    }
    const auto current = answer[u"current"_s];
    table.rows
        += QStringList {u"now"_s, cell(current[u"created_at"_s]), cell(current[u"id"_s]), cell(current[u"content"_s])};
    for (const auto &version : answer[u"versions"_s].toArray())
        table.rows += QStringList {
            u"until"_s, cell(version[u"amended_at"_s]), cell(current[u"id"_s]), cell(version[u"content"_s])};
    return {table};
}

QList<Table> sessions(const QJsonObject &answer)
{
    Table table {.columns = {u"id"_s, u"client"_s, u"key"_s, u"type"_s, u"last used"_s, u"calls"_s}, .rows = {}};
    for (const auto &one : answer[u"sessions"_s].toArray()) {
        int calls = 0;
        for (const auto &count : one[u"activity"_s][u"toolCalls"_s].toObject())
            calls += count.toInt();
        const auto used = QDateTime::fromMSecsSinceEpoch(one[u"lastAccessedAt"_s].toInteger());
        table.rows += QStringList {cell(one[u"sessionId"_s]), cell(one[u"client"_s][u"name"_s]),
            one[u"keyId"_s].isNull() ? u"master"_s : cell(one[u"keyId"_s]), cell(one[u"type"_s]),
            used.toString(u"yyyy-MM-dd HH:mm"_s), QString::number(calls)};
    }
    return {table};
}

struct ListView {
    QString member;
    QStringList columns;
};

ListView listOf(const QString &command)
{
    if (command == u"recall"_s)
        return {u"fragments"_s,
            {u"#"_s, u"id"_s, u"content"_s, u"topic"_s, u"type"_s, u"importance"_s, u"confidence"_s, u"age_days"_s,
                u"access_count"_s}};
    if (command == u"search_traces"_s)
        return {u"traces"_s, {u"#"_s, u"id"_s, u"content"_s, u"topic"_s, u"type"_s, u"created_at"_s}};
    if (command == u"graph_explore"_s)
        return {u"nodes"_s, {u"depth"_s, u"relation_type"_s, u"id"_s, u"type"_s, u"content"_s}};
    if (command == u"reconstruct_history"_s)
        return {u"ordered_timeline"_s, {u"created_at"_s, u"id"_s, u"type"_s, u"content"_s}};
    if (command == u"keys list"_s)
        return {u"keys"_s,
            {u"name"_s, u"status"_s, u"permissions"_s, u"usage_today"_s, u"fragment_count"_s, u"key_prefix"_s,
                u"id"_s}};
    if (command == u"keys usage"_s)
        return {u"days"_s, {u"date"_s, u"calls"_s}};
    if (command == u"keys reset-master"_s)
        return {u"agents"_s, {u"client"_s, u"sessions"_s, u"last_used_at"_s}};
    if (command == u"groups list"_s)
        return {u"groups"_s, {u"name"_s, u"id"_s, u"member_count"_s, u"description"_s}};
    if (command == u"groups members"_s)
        return {u"members"_s, {u"name"_s, u"id"_s, u"key_prefix"_s, u"status"_s, u"joined_at"_s}};
    if (command == u"audit"_s)
        return {u"entries"_s,
            {u"id"_s, u"at"_s, u"key_name"_s, u"client"_s, u"address"_s, u"action"_s, u"target"_s, u"detail"_s}};
    if (command == u"reflect"_s)
        return {u"fragments"_s, {u"#"_s, u"id"_s, u"type"_s, u"content"_s}};
    return {};
}

/// What each column gets of `room`: the widest gives way first.
QList<int> widths(const Table &table, int room)
{
    QList<int> wanted;
    for (qsizetype i = 0; i < table.columns.size(); ++i) {
        int widest = widthOf(table.columns[i]);
        for (const auto &row : table.rows)
            widest = std::max(widest, widthOf(row[i]));
        wanted += widest;
    }
    room -= gap * int(table.columns.size() - 1);
    for (int over = std::accumulate(wanted.begin(), wanted.end(), 0) - room; over > 0; --over) {
        auto widest = std::max_element(wanted.begin(), wanted.end());
        if (*widest <= narrowest)
            break;
        --*widest;
    }
    return wanted;
}

QString line(const QStringList &cells, const QList<int> &widths)
{
    QString out;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        const auto text = fitted(cells[i], widths[i]);
        out += text;
        if (i + 1 < cells.size())
            out += QString(widths[i] - widthOf(text) + gap, u' ');
    }
    return out;
}

QString csvCell(const QString &text)
{
    if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n'))
        return text;
    return u'"' + QString(text).replace(u'"', u"\"\""_s) + u'"';
}

QString csvLine(const QStringList &cells)
{
    QStringList out;
    for (const auto &one : cells)
        out += csvCell(one);
    return out.join(u',');
}

} // namespace

QList<Table> tablesOf(const QString &command, const QJsonObject &answer)
{
    if (command == u"inspect"_s)
        return inspected(answer);
    if (command == u"history"_s || command == u"fragment_history"_s)
        return history(answer);
    if (command == u"stats"_s || command == u"memory_stats"_s)
        return {fieldTable(answer[u"stats"_s].toObject())};
    if (command == u"session list"_s)
        return sessions(answer);
    const auto [member, columns] = listOf(command);
    if (command == u"keys reset-master"_s) {
        auto rest = answer;
        const auto agents = rest.take(member).toArray();
        return {fieldTable(rest), listTable(agents, columns)};
    }
    if (answer.contains(member))
        return {listTable(answer[member].toArray(), columns)};
    return {fieldTable(answer)};
}

QString asText(const Table &table, int width)
{
    const auto columns = widths(table, width);
    QStringList lines {line(table.columns, columns)};
    QStringList rules;
    for (const int column : columns)
        rules += QString(column, u'-');
    lines += line(rules, columns);
    for (const auto &row : table.rows)
        lines += line(row, columns);
    return lines.join(u'\n');
}

QString asCsv(const Table &table)
{
    QStringList lines {csvLine(table.columns)};
    for (const auto &row : table.rows)
        lines += csvLine(row);
    return lines.join(u"\r\n"_s);
}

} // namespace hub
