// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/tablerun.h"
#include "tests/support/verify.h"

#include <QDir>

using namespace hub;

/// Every documented parameter and field of an answer, tool by tool, as tables/ has
/// them: provoked with real calls, and none left out.
class TablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasATableForEveryTool();
    void isAsDocumented_data();
    void isAsDocumented();

private:
    static QStringList tables() { return QDir(folder()).entryList({u"*.md"_s}, QDir::Files, QDir::Name); }
    static QString folder() { return QStringLiteral(HUB_SOURCE_DIR "/tests/contract/tables"); }
};

namespace {

/// The paths of a schema with their types: "timeRange.from", "fragments[].content".
void addParameters(const QJsonObject &schema, const QString &prefix, QHash<QString, QString> &out)
{
    const auto properties = schema.value(u"properties"_s).toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
        const auto one = it.value().toObject();
        const bool isRequired = schema.value(u"required"_s).toArray().contains(it.key());
        const QString path = prefix + it.key();
        out.insert(path, one.value(u"type"_s).toString() + (isRequired ? u" O"_s : QString()));
        addParameters(one, path + u'.', out);
        addParameters(one.value(u"items"_s).toObject(), path + u"[]."_s, out);
    }
}

/// The paths of a value; what is marked with "@" is the test's own.
void addPaths(const QJsonValue &value, const QString &path, QSet<QString> &out)
{
    if (path.startsWith(u'@'))
        return;
    if (!path.isEmpty() && !path.endsWith(u"[]"))
        out += path;
    const auto object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        addPaths(it.value(), path.isEmpty() ? it.key() : QString(path + u'.' + it.key()), out);
    const auto list = value.toArray();
    for (const auto &one : list)
        addPaths(one, path + u"[]"_s, out);
}

/// Whether the schema has the documentation's type. It takes a list where the documentation
/// takes a text as well: clients' converters know no second type.
bool isSameType(const test::TableRow &row, const QString &schema)
{
    const auto type = schema.section(u' ', 0, 0);
    if (row.isRequired != schema.endsWith(u" O"))
        return false;
    if (row.type == u"number")
        return type == u"number" || type == u"integer";
    return row.type.endsWith(u"[]") ? type == u"array" : type == row.type;
}

QStringList unmet(const QList<test::TableRow> &rows, const QJsonObject &answers)
{
    QStringList out;
    for (const auto &row : rows) {
        for (const auto &expectation : row.expectations) {
            if (const auto wrong = test::complaint(expectation, answers); !wrong.isEmpty())
                out += QString(row.path + u": " + wrong);
        }
    }
    return out;
}

/// Parameters without a row, rows without a parameter, and rows that no call gives.
QStringList checkParameters(const test::ToolTable &table, const QJsonObject &schema)
{
    QStringList out;
    QHash<QString, QString> offered;
    addParameters(schema, {}, offered);
    QSet<QString> given;
    for (const auto &call : table.calls) {
        if (call.tool == table.tool)
            addPaths(call.arguments, {}, given);
    }
    for (const auto &row : table.parameters) {
        if (!offered.contains(row.path))
            out += u"no parameter of the tool: "_s + row.path;
        else if (!isSameType(row, offered.value(row.path)))
            out += u"%1 is not %2 but %3"_s.arg(row.path, row.type, offered.value(row.path));
        if (!given.contains(row.path))
            out += u"no call gives the parameter "_s + row.path;
        offered.remove(row.path);
    }
    for (const auto &name : offered.keys()) {
        if (!table.beyond.contains(u"parameter "_s + name))
            out += u"no row for the parameter "_s + name;
    }
    return out;
}

/// Whether an expectation of the row looks at its very field in an answer of the tool.
bool isExercised(const test::TableRow &row, const QSet<QString> &own)
{
    return std::any_of(row.expectations.begin(), row.expectations.end(), [&](const QString &expectation) {
        auto field = test::fieldOf(expectation);
        if (field.endsWith(u"[#]"))
            field.chop(3);
        return field == row.path && !expectation.endsWith(u" is absent") && own.contains(test::answerOf(expectation));
    });
}

/// Fields without a row and rows that look at something else.
QStringList checkFields(const test::ToolTable &table, const QJsonObject &answers)
{
    QStringList out;
    QSet<QString> own;
    QSet<QString> seen;
    for (const auto &call : table.calls) {
        if (call.tool != table.tool)
            continue;
        own += call.name;
        addPaths(answers.value(call.name), {}, seen);
    }
    QSet<QString> known;
    for (const auto &row : table.fields) {
        known += row.path;
        if (!isExercised(row, own))
            out += u"nothing looks at the field "_s + row.path;
    }
    for (const auto &path : std::as_const(seen)) {
        const auto parent = QString(path.section(u'.', 0, -2) + u".*");
        const bool isBeyond = table.beyond.contains(u"field "_s + path) || table.beyond.contains(u"field "_s + parent);
        if (!known.contains(path) && !isBeyond)
            out += u"no row for the field "_s + path;
        if (table.notHere.contains(path))
            out += u"is here after all: "_s + path;
    }
    return out;
}

} // namespace

void TablesTest::hasATableForEveryTool()
{
    test::TestServer server;
    VERIFY_OK(server.start());
    QStringList tools;
    const auto listed = server.initialized().call(u"tools/list"_s).value(u"result"_s)[u"tools"_s].toArray();
    for (const auto &tool : listed)
        tools += tool[u"name"_s].toString() + u".md"_s;
    tools.sort();
    QCOMPARE(tables(), tools);
    QCOMPARE(tools.size(), 20);
}

void TablesTest::isAsDocumented_data()
{
    QTest::addColumn<QString>("path");
    for (const auto &file : tables())
        QTest::newRow(qPrintable(file.chopped(3))) << QString(folder() + u'/' + file);
}

void TablesTest::isAsDocumented()
{
    QFETCH(QString, path);
    const auto table = test::readTable(path);
    VERIFY_OK(table);
    QCOMPARE(table->tool, QString::fromLatin1(QTest::currentDataTag()));
    test::TableRun run(*table);
    VERIFY_OK(run.start());
    run.makeCalls();
    auto wrong = checkParameters(*table, run.schema()) + checkFields(*table, run.answers());
    wrong += unmet(table->parameters, run.answers()) + unmet(table->fields, run.answers());
    qInfo("%s: %lld parameters, %lld fields, %lld not here", qPrintable(table->tool),
        qlonglong(table->parameters.size()), qlonglong(table->fields.size()), qlonglong(table->notHere.size()));
    wrong.sort();
    QVERIFY2(wrong.isEmpty(), qPrintable(u"\n"_s + wrong.join(u'\n')));
}

QTEST_GUILESS_MAIN(TablesTest)
#include "tst_tables.moc"
