// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/table.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>

namespace hub::test {
namespace {

Result<QJsonObject> objectOf(const QString &text)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(text.toUtf8(), &error);
    if (!document.isObject())
        return Error {ErrorCode::InvalidArgument, QString(error.errorString() + u": " + text)};
    return document.object();
}

QStringList cellsOf(const QString &line)
{
    auto cells = line.split(u'|');
    for (auto &cell : cells)
        cell = cell.trimmed();
    return cells.mid(1, cells.size() - 2);
}

/// A key as a table has it.
struct CallerRow {
    QString keyId;
    QStringList groupKeyIds;
    QList<Permission> permissions {Permission::Read, Permission::Write};
    std::optional<QString> defaultWorkspace;
    std::optional<QStringList> allowedWorkspaces;
    std::optional<qint64> fragmentLimit;
    bool hardGate = false;

    static constexpr auto fields()
    {
        using C = CallerRow;
        return std::tuple {field("keyId", &C::keyId), field("groupKeyIds", &C::groupKeyIds),
            field("permissions", &C::permissions), field("defaultWorkspace", &C::defaultWorkspace),
            field("allowedWorkspaces", &C::allowedWorkspaces), field("fragmentLimit", &C::fragmentLimit),
            field("hardGate", &C::hardGate)};
    }

    Principal principal() const
    {
        Principal caller;
        caller.keyId = keyId;
        caller.keyName = keyId;
        caller.groupKeyIds = groupKeyIds;
        caller.permissions = permissions;
        caller.defaultWorkspace = defaultWorkspace;
        caller.allowedWorkspaces = allowedWorkspaces;
        caller.fragmentLimit = fragmentLimit;
        caller.hardGate = hardGate;
        return caller;
    }
};

/// Reads a file line by line; a heading says what the lines below it are.
class Reader
{
public:
    Result<void> read(const QString &line)
    {
        if (line.startsWith(u"# ")) {
            m_table.tool = line.mid(2).trimmed();
        } else if (line.startsWith(u"## ")) {
            m_heading = line.mid(3).trimmed();
        } else if (line == u"Feedback: always") {
            m_table.feedback = true;
        } else if (line.startsWith(u"Default: ")) {
            m_table.standard = line.mid(9).trimmed();
        } else if (line == u"Model: words") {
            m_table.model = true;
        } else if (line.startsWith(u"Setting ") || line.startsWith(u"Caller ")) {
            return readDefinition(line);
        } else if (line.startsWith(u"- ") && m_heading == u"Calls") {
            return readCall(line.mid(2));
        } else if (line.startsWith(u'|') && !line.startsWith(u"| ---") && !line.startsWith(u"| name |")
            && !line.startsWith(u"| what ")) {
            return readRow(cellsOf(line));
        }
        return {};
    }
    const ToolTable &table() const { return m_table; }

private:
    Result<void> readDefinition(const QString &line)
    {
        const auto name = line.section(u' ', 1).section(u':', 0, 0);
        const auto value = line.section(u':', 1).trimmed();
        HUB_TRY(read, objectOf(u"{\"value\":%1}"_s.arg(value)));
        if (line.startsWith(u"Setting ")) {
            m_table.settings.insert(name, read.value(u"value"_s));
            return {};
        }
        HUB_TRY(caller, fromJson<CallerRow>(read.value(u"value"_s).toObject()));
        m_table.callers.insert(name, caller.principal());
        return {};
    }

    Result<void> readCall(const QString &line)
    {
        static const QRegularExpression form(
            u"^(?<name>\\w+): (?:\\[(?<caller>\\w+)\\] )?(?<tool>\\w+) (?<arguments>\\{.*\\})(?: until (?<until>.*))?$"_s);
        const auto match = form.match(line);
        if (!match.hasMatch())
            return Error {ErrorCode::InvalidArgument, line};
        HUB_TRY(arguments, objectOf(match.captured(u"arguments"_s)));
        m_table.calls.append({.name = match.captured(u"name"_s),
            .caller = match.captured(u"caller"_s),
            .tool = match.captured(u"tool"_s),
            .arguments = arguments,
            .until = match.captured(u"until"_s)});
        return {};
    }

    static TableRow switchRow(const QStringList &cells)
    {
        TableRow row;
        row.says = cells[0];
        row.expectations = cells[1].split(u" ; "_s);
        return row;
    }

    Result<void> readRow(const QStringList &cells)
    {
        if (m_heading == u"Parameters" && cells.size() == 5) {
            m_table.parameters.append({.path = cells[0],
                .type = cells[1],
                .isRequired = cells[2] == u"O",
                .says = cells[3],
                .expectations = cells[4].split(u" ; "_s)});
        } else if (m_heading == u"Answer" && cells.size() == 3) {
            m_table.fields.append(
                {.path = cells[0], .type = {}, .says = cells[1], .expectations = cells[2].split(u" ; "_s)});
        } else if (m_heading == u"On" && cells.size() == 2) {
            m_table.on.append(switchRow(cells));
        } else if (m_heading == u"Off" && cells.size() == 2) {
            m_table.off.append(switchRow(cells));
        } else if (m_heading == u"Beyond the documentation" && cells.size() == 2) {
            m_table.beyond.insert(cells[0], cells[1]);
        } else if (m_heading == u"Not here" && cells.size() == 2) {
            m_table.notHere.insert(cells[0], cells[1]);
        } else {
            return Error {ErrorCode::InvalidArgument, QString(m_heading + u": " + cells.join(u" | "_s))};
        }
        return {};
    }

    ToolTable m_table;
    QString m_heading;
};

} // namespace

Result<ToolTable> readTable(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::NotFound, path};
    Reader reader;
    const auto lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const auto &line : lines)
        HUB_CHECK(reader.read(line));
    return reader.table();
}

} // namespace hub::test
