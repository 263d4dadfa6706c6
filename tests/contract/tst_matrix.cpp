// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mcp/toolregistry.h"
#include "tests/contract/expectation.h"
#include "tests/support/accessbench.h"
#include "tests/support/verify.h"

using namespace hub;

/// Every tool by every kind of caller, as access/matrix.md has it.
class MatrixTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void holdsInEveryCell_data();
    void holdsInEveryCell();
    void namesEveryToolOnce();

private:
    struct Row {
        QString tool;
        QString arguments;
        QStringList expected;
    };
    struct Caller {
        QString secret;
        Principal principal;
    };

    QJsonObject target(const QString &caller);
    void makeTarget(const QString &caller, const Principal &owner);
    QString stateOf(const QJsonObject &target);
    QJsonObject arguments(const QString &text, const QJsonObject &target);

    test::AccessBench m_bench;
    std::unique_ptr<mcp::HubToolRegistry> m_tools;
    QStringList m_columns;
    QList<Row> m_rows;
    QHash<QString, Caller> m_callers;
    QHash<QString, QJsonObject> m_targets; ///< what each works on
    int m_number = 0;
};

namespace {

const auto secretWord = u"zanzibar"_s;

QStringList cellsOf(const QString &line)
{
    QStringList cells;
    for (const auto &cell : line.mid(1, line.size() - 2).split(u'|'))
        cells += cell.trimmed();
    return cells;
}

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

/// In the words of the table.
QString outcomeOf(const QJsonObject &message, const QJsonObject &target)
{
    const auto error = message.value(u"error"_s).toObject();
    if (error.value(u"code"_s).toInt() == -32600)
        return error.value(u"message"_s) == u"Internal error"_s ? u"masked"_s : u"mode"_s;
    if (!error.isEmpty())
        return compact(error);
    const auto result = message.value(u"result"_s).toObject();
    const auto answer = result.value(u"structuredContent"_s).toObject();
    const auto text = compact(answer);
    if (result.value(u"isError"_s).toBool())
        return text.contains(u"not found", Qt::CaseInsensitive) ? u"not found"_s : text;
    return text.contains(target.value(u"m"_s).toString()) && text.contains(secretWord) ? u"sees"_s : u"blind"_s;
}

bool isMet(const QString &expected, const QString &outcome)
{
    if (expected == u"done")
        return outcome == u"sees" || outcome == u"blind";
    return expected == outcome;
}

} // namespace

void MatrixTest::initTestCase()
{
    QFile file(QStringLiteral(HUB_SOURCE_DIR "/tests/contract/access/matrix.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const auto &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        const auto cells = line.startsWith(u'|') ? cellsOf(line) : QStringList();
        if (cells.value(1) == u"arguments")
            m_columns = cells.mid(2);
        else if (!m_columns.isEmpty() && cells.size() == m_columns.size() + 2 && !cells[0].startsWith(u'-'))
            m_rows += {cells[0], cells[1], cells.mid(2)};
    }
    QCOMPARE(m_columns.size(), 10);
    VERIFY_OK(m_bench.server.start());
    m_tools = std::make_unique<mcp::HubToolRegistry>(m_bench.server.hub());
    m_callers.insert(u"master"_s, {QString::fromLatin1(test::TestServer::key()), {}});
    for (const auto &column : m_columns) {
        if (column == u"master")
            continue;
        const auto key = m_bench.key(column, [&](CreateKeyRequest &request) {
            if (const auto level = enumFromString<Permission>(column))
                request.permissions = QList {*level};
            request.defaultMode = enumFromString<Mode>(column);
        });
        Principal principal;
        principal.keyId = key.id;
        m_callers.insert(column, {key.rawKey, principal});
    }
    const auto owner = m_bench.key(u"owner"_s);
    Principal principal;
    principal.keyId = owner.id;
    m_callers.insert(u"owner"_s, {owner.rawKey, principal});
    m_bench.join(u"group"_s, {u"owner"_s, u"peer"_s});
}

/// Stored by the owner itself, whatever its key may do through the door.
void MatrixTest::makeTarget(const QString &caller, const Principal &owner)
{
    const auto stored = [&](const QString &tool, const QJsonObject &given) {
        auto full = owner;
        full.permissions = {Permission::Admin};
        auto outcome = m_tools->call(tool, given, {.caller = full});
        return std::get<mcp::ToolResult>(awaited(outcome)).payload;
    };
    const QString number = QString::number(++m_number);
    QJsonObject memory {{u"content"_s, QString(u"The spice of zanzibar is kept in drawer "_s + number)},
        {u"topic"_s, u"spice"_s}, {u"type"_s, u"preference"_s}, {u"caseId"_s, u"spice-case"_s}};
    QJsonObject made {{u"m"_s, stored(u"remember"_s, memory)[u"id"_s]}};
    memory.insert(u"content"_s, QString(u"The salt of zanzibar is kept in drawer "_s + number));
    made.insert(u"n"_s, stored(u"remember"_s, memory)[u"id"_s]);
    memory.insert(u"content"_s, QString(u"The sugar of zanzibar is kept in drawer "_s + number));
    made.insert(
        u"job"_s, stored(u"batch_remember"_s, {{u"fragments"_s, QJsonArray {memory}}, {u"async"_s, true}})[u"jobId"_s]);
    m_targets.insert(caller, made);
}

QJsonObject MatrixTest::target(const QString &caller)
{
    const bool isOther = caller == u"peer" || caller == u"stranger";
    makeTarget(caller, m_callers.value(isOther ? u"owner"_s : caller).principal);
    return m_targets.value(caller);
}

QString MatrixTest::stateOf(const QJsonObject &target)
{
    const auto state = m_bench.server.value(
        u"SELECT group_concat(content || importance || ifnull(deleted_at, '-') || ifnull(valid_to, '-')) "
        "FROM fragments WHERE id IN ('%1', '%2')"_s.arg(target[u"m"_s].toString(), target[u"n"_s].toString()));
    return state ? *state : state.error().detail;
}

QJsonObject MatrixTest::arguments(const QString &text, const QJsonObject &target)
{
    auto filled = text;
    for (const auto &name : {u"m"_s, u"n"_s, u"job"_s})
        filled.replace(u"{%1}"_s.arg(name), target.value(name).toString());
    filled.replace(u"{number}"_s, QString::number(++m_number));
    return QJsonDocument::fromJson(filled.toUtf8()).object();
}

void MatrixTest::holdsInEveryCell_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("column");
    for (int row = 0; row < m_rows.size(); ++row) {
        for (int column = 0; column < m_columns.size(); ++column)
            QTest::addRow("%s by %s", qPrintable(m_rows[row].tool), qPrintable(m_columns[column])) << row << column;
    }
}

void MatrixTest::holdsInEveryCell()
{
    QFETCH(int, row);
    QFETCH(int, column);
    const auto &[tool, text, expected] = m_rows[row];
    const auto &caller = m_columns[column];
    const auto &wanted = expected[column];
    const auto secret = m_callers.value(caller).secret;
    const bool isOther = caller == u"peer" || caller == u"stranger";
    const bool isCallable = wanted != u"masked" && wanted != u"mode";
    for (const auto &era : {u"legacy"_s, u"modern"_s}) {
        const auto about = target(caller);
        const auto before = stateOf(about);
        const QJsonObject params {{u"name"_s, tool}, {u"arguments"_s, arguments(text, about)}};
        QVERIFY(!params[u"arguments"_s].toObject().isEmpty() || text == u"{}");
        const bool isLegacy = era == u"legacy";
        auto client = isLegacy ? m_bench.initialized(secret) : m_bench.client(secret);
        const auto answer
            = isLegacy ? client.call(u"tools/call"_s, params) : m_bench.modern(secret, u"tools/call"_s, params);
        auto outcome = outcomeOf(answer, about);
        if (tool == u"session_rotate" && !isLegacy && outcome.contains(u"no session"))
            outcome = u"blind"_s; // carried out as far as there is one
        const QString where = era + u": "_s + outcome;
        QVERIFY2(isMet(wanted, outcome), qPrintable(where));
        if (isOther)
            QCOMPARE(stateOf(about), before);
        const auto listed = isLegacy ? m_bench.initialized(secret).call(u"tools/list"_s)
                                     : m_bench.modern(secret, u"tools/list"_s, {});
        QCOMPARE(test::toolNames(listed).contains(tool), isCallable);
    }
}

void MatrixTest::namesEveryToolOnce()
{
    QStringList named;
    for (const auto &row : m_rows)
        named += row.tool;
    named.sort();
    auto all = test::toolNames(m_bench.modern(QString::fromLatin1(test::TestServer::key()), u"tools/list"_s, {}));
    all.sort();
    QCOMPARE(all.size(), 20);
    QCOMPARE(named, all);
}

QTEST_GUILESS_MAIN(MatrixTest)
#include "tst_matrix.moc"
