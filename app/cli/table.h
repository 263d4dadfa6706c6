// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QStringList>

namespace hub {

/// An answer as rows and columns, for a person or a spreadsheet.
struct Table {
    QStringList columns;
    QList<QStringList> rows;
};

/// What a command shows of a tool's answer: one table or a few.
QList<Table> tablesOf(const QString &command, const QJsonObject &answer);

/// Lines of at most `width` columns of a terminal, where Hangul and other wide
/// characters take two; cells that do not fit are cut with an ellipsis.
QString asText(const Table &table, int width = 80);

/// As RFC 4180 has it.
QString asCsv(const Table &table);

} // namespace hub
