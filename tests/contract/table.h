// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/principal.h"

#include <QHash>

namespace hub::test {

/// `- name: tool {arguments}` of a table; `[caller]` before the tool: by that key. The
/// tool `row` reads what no answer shows: one JSON object from the store.
struct TableCall {
    QString name;
    QString caller; ///< empty: the master key, over HTTP
    QString tool;
    QJsonObject arguments;
    QString until; ///< an expectation to wait for; empty: none
};

/// A documented parameter or field of an answer.
struct TableRow {
    QString path; ///< "timeRange.from", "fragments[].id"
    QString type; ///< as the documentation has it; of a parameter only
    bool isRequired = false;
    QString says;
    QStringList expectations;
};

/// One tool as the documentation has it: a Markdown file of `tables/`. Or one switch of
/// the environment and what it changes: a file of `switches/`.
struct ToolTable {
    QString tool;                        ///< or the name of the variable
    QHash<QString, QJsonValue> settings; ///< `Setting group.name: value`
    bool feedback = false;               ///< `Feedback: always`: every answer that may ask for it does
    bool model = false;                  ///< `Model: words`: an embedding provider to which words are directions
    QHash<QString, Principal> callers;   ///< `Caller name: {…}`
    QList<TableCall> calls;
    QList<TableRow> parameters;
    QList<TableRow> fields;
    QString standard;                ///< `Default: true`: of the switch
    QList<TableRow> on;              ///< what holds when the switch is on
    QList<TableRow> off;             ///< and when it is off
    QHash<QString, QString> beyond;  ///< "parameter x" or "field x" of ours -> why
    QHash<QString, QString> notHere; ///< documented, not in this product -> why
};

/// Fails with the line that is none of a table.
Result<ToolTable> readTable(const QString &path);

} // namespace hub::test
