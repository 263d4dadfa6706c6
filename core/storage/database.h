// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

#include <QVariant>

#include <functional>
#include <memory>

class QSqlQuery;

namespace hub {

// ---- Values: how each C++ type stands in a column --------------------------
// Enumerations as their wire name, lists and objects as JSON text, moments as
// milliseconds, absent optionals as NULL.

inline QVariant toColumn(const QString &v) { return v.isNull() ? QVariant(QString(u""_s)) : QVariant(v); }
inline QVariant toColumn(const char16_t *v) { return QString::fromUtf16(v); }
inline QVariant toColumn(int v) { return v; }
inline QVariant toColumn(qint64 v) { return v; }
inline QVariant toColumn(double v) { return v; }
inline QVariant toColumn(bool v) { return v ? 1 : 0; }
inline QVariant toColumn(Timestamp v) { return v.ms; }
inline QVariant toColumn(const QByteArray &v) { return v; }
QVariant toColumn(const QStringList &v);
QVariant toColumn(const QJsonObject &v);
inline QVariant toColumn(std::nullopt_t) { return {}; }
template <NamedEnum E>
QVariant toColumn(E v)
{
    return toString(v);
}
template <typename T>
QVariant toColumn(const std::optional<T> &v)
{
    return v ? toColumn(*v) : QVariant();
}
template <typename T>
QVariant toColumn(const Nullable<T> &v)
{
    return v ? toColumn(*v) : QVariant();
}

inline void fromColumn(const QVariant &in, QString &out) { out = in.toString(); }
inline void fromColumn(const QVariant &in, int &out) { out = in.toInt(); }
inline void fromColumn(const QVariant &in, qint64 &out) { out = in.toLongLong(); }
inline void fromColumn(const QVariant &in, double &out) { out = in.toDouble(); }
inline void fromColumn(const QVariant &in, bool &out) { out = in.toLongLong() != 0; }
inline void fromColumn(const QVariant &in, Timestamp &out) { out.ms = in.toLongLong(); }
inline void fromColumn(const QVariant &in, QByteArray &out) { out = in.toByteArray(); }
void fromColumn(const QVariant &in, QStringList &out);
void fromColumn(const QVariant &in, QJsonObject &out);
template <NamedEnum E>
void fromColumn(const QVariant &in, E &out)
{
    out = enumFromString<E>(in.toString()).value_or(out);
}
template <typename T>
void fromColumn(const QVariant &in, std::optional<T> &out)
{
    out.reset();
    if (!in.isNull())
        fromColumn(in, out.emplace());
}
template <typename T>
void fromColumn(const QVariant &in, Nullable<T> &out)
{
    fromColumn(in, static_cast<std::optional<T> &>(out));
}

/// A prepared statement, returned to its connection's cache when it goes.
/// Values bind by position (`?1`) or by name (`:name`), each used as often as
/// needed; columns read back by name into described structs. Belongs to the connection's thread.
class Statement
{
public:
    explicit Statement(std::shared_ptr<QSqlQuery> query)
        : m_query(std::move(query))
    { }
    ~Statement();
    Statement(Statement &&) noexcept = default;
    Statement &operator=(Statement &&) = delete;

    template <typename... Args>
    Statement &bind(const Args &...args)
    {
        int index = 0;
        (bindAt(index++, toColumn(args)), ...);
        return *this;
    }
    template <typename T>
    Statement &set(QLatin1StringView name, const T &value)
    {
        bindNamed(name, toColumn(value));
        return *this;
    }

    /// Executes; the first row, if any, is not fetched yet.
    Result<void> run();
    /// Rows changed by the last run().
    int changed() const;

    template <Described T>
    Result<QList<T>> all()
    {
        HUB_CHECK(run());
        QList<T> rows;
        const auto columns = columnsOf<T>();
        while (next())
            rows += row<T>(columns);
        return rows;
    }
    template <Described T>
    Result<std::optional<T>> first()
    {
        HUB_CHECK(run());
        std::optional<T> found;
        if (next())
            found = row<T>(columnsOf<T>());
        finish();
        return found;
    }
    /// Hands over one row after another, so that a large answer is never whole in
    /// memory. `visit` returns a Result<void>; an Error ends the reading.
    template <Described T, typename Visitor>
    Result<void> forEach(Visitor visit)
    {
        HUB_CHECK(run());
        const auto columns = columnsOf<T>();
        while (next())
            HUB_CHECK(visit(row<T>(columns)));
        return {};
    }
    /// The first column of every row.
    template <typename T>
    Result<QList<T>> column()
    {
        HUB_CHECK(run());
        QList<T> values;
        while (next())
            fromColumn(value(0), values.emplaceBack());
        return values;
    }
    /// The first column of the first row, or nothing.
    template <typename T>
    Result<std::optional<T>> scalar()
    {
        HUB_CHECK(run());
        std::optional<T> found;
        if (next())
            fromColumn(value(0), found.emplace());
        finish();
        return found;
    }

    bool next();
    QVariant value(int column) const;

private:
    template <Described T>
    QList<int> columnsOf() const
    {
        QList<std::string_view> names;
        forEachField<T>([&](const auto &f) { names += f.name; });
        return columnIndexes(names);
    }
    template <Described T>
    T row(const QList<int> &columns) const
    {
        T out;
        int i = 0;
        forEachField<T>([&](const auto &f) {
            if (const int column = columns[i++]; column >= 0)
                fromColumn(value(column), out.*f.member);
        });
        return out;
    }

    void finish(); ///< lets go of the rows that were not read, and of the view of the store that they need
    void bindAt(int index, const QVariant &value);
    void bindNamed(QLatin1StringView name, const QVariant &value);
    QList<int> columnIndexes(const QList<std::string_view> &names) const;

    std::shared_ptr<QSqlQuery> m_query;
};

/// The text of `:/sql/<name>.sql`, in which `{visible}`, `{owned}` and `{of_session}` stand for
/// the filters of `:/sql/keys`.
QString namedSql(QStringView name);

/// One SQLite connection through Qt Sql. Belongs to the thread that opened it;
/// nothing in here is locked.
class Database
{
public:
    /// Opens or creates the file and sets what every connection needs: WAL,
    /// synchronous=FULL, foreign keys, a busy time-out.
    static Result<Database> open(const QString &path);
    static Result<Database> openInMemory();
    ~Database();
    Database(Database &&) noexcept;
    Database &operator=(Database &&) = delete;

    Result<Statement> prepare(const QString &sql);
    /// Prepares namedSql(). Cached.
    Result<Statement> prepareNamed(QStringView name);
    /// Runs several statements (migrations, pragmas) through SQLite itself.
    Result<void> runScript(const QString &sql);

    /// Runs `work` in a transaction, or in a savepoint when one is open. An Error
    /// rolls back what `work` did, and nothing else.
    template <typename Work>
    std::invoke_result_t<Work> atomically(Work work)
    {
        HUB_CHECK(begin());
        auto outcome = work();
        if (!outcome) {
            rollback();
            return outcome;
        }
        HUB_CHECK(commit());
        return outcome;
    }

    /// Calls `action` once what is being written is safe on disk; dropped when it
    /// is rolled back. Indexes and Events hear of changes this way.
    void afterCommit(std::function<void()> action);

    /// Copies the whole store, as of now, into a new file at `path`.
    Result<void> backupTo(const QString &path);

    Result<void> begin();
    Result<void> commit();
    void rollback();
    /// False also when SQLite has ended the transaction itself (a full disk).
    bool inTransaction() const;

private:
    struct Handle;
    explicit Database(std::unique_ptr<Handle> handle);

    Error lastError() const;
    Result<std::shared_ptr<QSqlQuery>> cached(const QString &key, const std::function<QString()> &sql);

    std::unique_ptr<Handle> m_handle;
};

} // namespace hub
