// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>

#include <atomic>
#include <sqlite3.h>

namespace hub {
namespace {

Error storageError(const QString &nativeCode, const QString &detail)
{
    switch (nativeCode.toInt() & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return {ErrorCode::Busy, u"The memory store is busy"_s, detail};
    case SQLITE_INTERRUPT: return {ErrorCode::Cancelled, u"The search was cancelled"_s, detail};
    case SQLITE_CONSTRAINT: return {ErrorCode::Conflict, u"The change conflicts with what is stored"_s, detail};
    case SQLITE_FULL: return {ErrorCode::Storage, u"The disk is full; nothing was changed"_s, detail};
    case SQLITE_READONLY: return {ErrorCode::Storage, u"The memory store is read-only"_s, detail};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return {ErrorCode::Storage, u"The memory store is damaged"_s, detail};
    default: return {ErrorCode::Storage, u"The memory store could not be used"_s, detail};
    }
}

QString resourceText(const QString &path)
{
    QFile file(path);
    const bool found = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(found, "Database", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// A statement's text without comments, in which Qt would look for placeholders.
QString statementText(QStringView name)
{
    static const QRegularExpression comment(u"\\s*--[^\\n]*"_s);
    return resourceText(u":/sql/%1.sql"_s.arg(name)).remove(comment).trimmed();
}

QString placeholder(int number) { return u":value%1"_s.arg(number); }

/// Qt counts the question marks and ignores the number after each, so that "?2"
/// standing first would get the first value, and "?1" twice two of them.
QString withNamedPlaceholders(QString sql)
{
    static const QRegularExpression numbered(u"\\?(\\d+)"_s);
    return sql.replace(numbered, u":value\\1"_s);
}

} // namespace

QString namedSql(QStringView name)
{
    auto sql = statementText(name);
    for (const auto &filter : {u"visible"_s, u"owned"_s, u"of_session"_s}) {
        const auto place = u"{%1}"_s.arg(filter);
        if (sql.contains(place))
            sql.replace(place, statementText(u"keys/%1"_s.arg(filter)));
    }
    return sql;
}

QVariant toColumn(const QStringList &v)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(v)).toJson(QJsonDocument::Compact));
}

QVariant toColumn(const QJsonObject &v) { return QString::fromUtf8(QJsonDocument(v).toJson(QJsonDocument::Compact)); }

void fromColumn(const QVariant &in, QStringList &out)
{
    out.clear();
    const auto items = QJsonDocument::fromJson(in.toString().toUtf8()).array();
    for (const auto &item : items)
        out += item.toString();
}

void fromColumn(const QVariant &in, QJsonObject &out)
{
    out = QJsonDocument::fromJson(in.toString().toUtf8()).object();
}

Statement::~Statement() { finish(); }

void Statement::finish()
{
    if (m_query)
        m_query->finish();
}

Result<void> Statement::run()
{
    if (!m_query->exec())
        return storageError(m_query->lastError().nativeErrorCode(),
            m_query->lastError().text() + u" in "_s + m_query->lastQuery().simplified());
    return {};
}

int Statement::changed() const { return m_query->numRowsAffected(); }
bool Statement::next() { return m_query->next(); }
QVariant Statement::value(int column) const { return m_query->value(column); }
void Statement::bindAt(int index, const QVariant &value) { m_query->bindValue(placeholder(index + 1), value); }
void Statement::bindNamed(QLatin1StringView name, const QVariant &value) { m_query->bindValue(QString(name), value); }

QList<int> Statement::columnIndexes(const QList<std::string_view> &names) const
{
    const auto record = m_query->record(); // made anew at each call
    QList<int> indexes;
    for (const auto name : names)
        indexes += record.indexOf(fromView(name));
    return indexes;
}

struct Database::Handle {
    QString name;
    QSqlDatabase connection;
    QHash<QString, std::shared_ptr<QSqlQuery>> statements;
    int depth = 0; ///< open transaction and the savepoints inside it
    std::vector<std::function<void()>> committed;
    std::vector<size_t> marks; ///< for each level: how many actions there were when it began

    sqlite3 *raw() const
    {
        const auto handle = connection.driver()->handle();
        return *static_cast<sqlite3 *const *>(handle.constData());
    }
};

Database::Database(std::unique_ptr<Handle> handle)
    : m_handle(std::move(handle))
{ }
Database::Database(Database &&) noexcept = default;

Database::~Database()
{
    if (!m_handle)
        return;
    const auto name = m_handle->name;
    m_handle->statements.clear();
    m_handle->connection.close();
    m_handle.reset(); // before removeDatabase, which warns about copies that live on
    QSqlDatabase::removeDatabase(name);
}

Result<Database> Database::open(const QString &path)
{
    static std::atomic<int> counter = 0;
    auto handle = std::make_unique<Handle>();
    handle->name = u"hub-%1"_s.arg(++counter);
    handle->connection = QSqlDatabase::addDatabase(u"QSQLITE"_s, handle->name);
    handle->connection.setDatabaseName(path);
    handle->connection.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    const bool opened = handle->connection.open();
    Database database(std::move(handle));
    if (!opened)
        return database.lastError();
    HUB_CHECK(database.runScript(resourceText(u":/sql/storage/connection.sql"_s)));
    return database;
}

Result<Database> Database::openInMemory() { return open(u":memory:"_s); }

Result<std::shared_ptr<QSqlQuery>> Database::cached(const QString &key, const std::function<QString()> &sql)
{
    auto &slot = m_handle->statements[key];
    if (slot && slot.use_count() == 1)
        return slot;
    auto query = std::make_shared<QSqlQuery>(m_handle->connection);
    query->setForwardOnly(true);
    if (!query->prepare(withNamedPlaceholders(sql())))
        return storageError(query->lastError().nativeErrorCode(), query->lastError().text() + u" in "_s + key);
    if (!slot) // one that is in use already keeps its place in the cache
        slot = query;
    return query;
}

Result<Statement> Database::prepare(const QString &sql)
{
    HUB_TRY(query, cached(sql, [&] { return sql; }));
    return Statement(query);
}

Result<Statement> Database::prepareNamed(QStringView name)
{
    HUB_TRY(query, cached(name.toString(), [&] { return namedSql(name); }));
    return Statement(query);
}

Result<void> Database::runScript(const QString &sql)
{
    if (const int rc = sqlite3_exec(m_handle->raw(), sql.toUtf8().constData(), nullptr, nullptr, nullptr);
        rc != SQLITE_OK)
        return storageError(QString::number(rc), QString::fromUtf8(sqlite3_errmsg(m_handle->raw())));
    return {};
}

Result<void> Database::begin()
{
    // IMMEDIATE: a writer that has read first could otherwise fail half-way.
    HUB_CHECK(runScript(m_handle->depth == 0 ? u"BEGIN IMMEDIATE"_s : u"SAVEPOINT level%1"_s.arg(m_handle->depth)));
    ++m_handle->depth;
    m_handle->marks.push_back(m_handle->committed.size());
    return {};
}

Result<void> Database::commit()
{
    Q_ASSERT(m_handle->depth > 0);
    const int level = m_handle->depth - 1;
    if (auto done = runScript(level == 0 ? u"COMMIT"_s : u"RELEASE level%1"_s.arg(level)); !done) {
        rollback();
        return done;
    }
    m_handle->depth = level;
    m_handle->marks.pop_back();
    if (level == 0) {
        for (const auto &action : std::exchange(m_handle->committed, {}))
            action();
    }
    return {};
}

void Database::rollback()
{
    Q_ASSERT(m_handle->depth > 0);
    const int level = --m_handle->depth;
    m_handle->committed.resize(m_handle->marks.back());
    m_handle->marks.pop_back();
    if (!inTransaction())
        return;
    const auto undone = runScript(level == 0 ? u"ROLLBACK"_s : u"ROLLBACK TO level%1; RELEASE level%1"_s.arg(level));
    Q_ASSERT(undone);
}

bool Database::inTransaction() const { return sqlite3_get_autocommit(m_handle->raw()) == 0; }

void Database::afterCommit(std::function<void()> action)
{
    if (m_handle->depth == 0)
        return action();
    m_handle->committed.push_back(std::move(action));
}

Result<void> Database::backupTo(const QString &path)
{
    HUB_TRY(statement, prepare(u"VACUUM INTO ?1"_s));
    return statement.bind(path).run();
}

Error Database::lastError() const
{
    const auto error = m_handle->connection.lastError();
    return storageError(error.nativeErrorCode(), error.text());
}

} // namespace hub
