// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/fragment.h"
#include "core/storage/migrator.h"
#include "tests/architecture/sources.h"
#include "tests/support/memorybench.h"

#include <QDirIterator>
#include <QTemporaryDir>

#include <limits>

using namespace hub;

class DatabaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesBackEveryValueAsItWas();
    void tellsAnEmptyTextFromNone();
    void givesEachReaderAStatementOfItsOwn();
    void takesAStatementFromTheCacheAgain();
    void readsRowByRowUntilTold();
    void rollsBackASavepointAlone();
    void rollsBackEverythingInside();
    void leavesNothingOfAFailedScript();
    void actsAfterTheCommitInOrder();
    void dropsActionsOfWhatWasRolledBack();
    void actsAtOnceOutsideATransaction();
    void namesWhatWentWrong();
    void saysThatAFileIsNoStore();
    void copiesTheWholeStore();
    void preparesEveryStatementOfTheProduct();
    void hasNoStatementThatNothingUses();
    void writesOutTheOwnerFilter();
};

namespace {

struct Everything {
    QString text = u"한글 🟡 é \"quoted\" 'single' %1 ?1 :name"_s;
    QString empty;
    int small = -7;
    qint64 large = std::numeric_limits<qint64>::max();
    double number = 0.1;
    bool yes = true;
    Timestamp moment {1796029200001};
    QByteArray bytes {"\0\x01\xff\0", 4};
    QStringList list {u"가"_s, QString(), u"a,b\"c"_s, u"🟡"_s};
    QJsonObject object {{u"a"_s, QJsonArray {1, u"나"_s}}};
    FragmentType type = FragmentType::Episode;
    std::optional<QString> present = u"여기"_s;
    std::optional<QString> absent;
    std::optional<Timestamp> moments {Timestamp {0}};
    Nullable<qint64> missing;

    static constexpr auto fields()
    {
        using E = Everything;
        return std::tuple {
            field("text", &E::text),
            field("empty", &E::empty),
            field("small", &E::small),
            field("large", &E::large),
            field("number", &E::number),
            field("yes", &E::yes),
            field("moment", &E::moment),
            field("bytes", &E::bytes),
            field("list", &E::list),
            field("object", &E::object),
            field("type", &E::type),
            field("present", &E::present),
            field("absent", &E::absent),
            field("moments", &E::moments),
            field("missing", &E::missing),
        };
    }
};

struct Number {
    int value = 0;
    static constexpr auto fields() { return std::tuple {field("value", &Number::value)}; }
};

/// A database with a table of numbers in which 1, 2 and 3 stand.
Database numbers()
{
    auto database = Database::openInMemory();
    if (!database
        || !database->runScript(
            u"CREATE TABLE numbers (value INTEGER UNIQUE) STRICT; INSERT INTO numbers VALUES (1), (2), (3)"_s))
        qFatal("no database");
    return std::move(*database);
}

Result<void> insert(Database &database, int value)
{
    HUB_TRY(statement, database.prepare(u"INSERT INTO numbers VALUES (?1)"_s));
    return statement.bind(value).run();
}

QList<int> stored(Database &database)
{
    auto statement = database.prepare(u"SELECT value FROM numbers ORDER BY value"_s);
    if (!statement)
        return {-1};
    const auto values = statement->column<int>();
    return values ? *values : QList<int> {-2};
}

/// Every file of SQL that is prepared by its name.
QStringList statementNames()
{
    QStringList names;
    QDirIterator files(u":/sql"_s, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto name = files.next().mid(6).chopped(4); // without ":/sql/" and ".sql"
        if (!name.startsWith(u"migrations/"_s) && !name.startsWith(u"keys/"_s) && name != u"storage/connection")
            names += name;
    }
    return names;
}

const Error refusal {ErrorCode::Conflict, u"on purpose"_s};

} // namespace

void DatabaseTest::givesBackEveryValueAsItWas()
{
    auto database = numbers();
    VERIFY_OK(database.runScript(
        u"CREATE TABLE everything (text TEXT, empty TEXT, small INTEGER, large INTEGER, number REAL, yes INTEGER, "
        u"moment INTEGER, "
        u"bytes BLOB, list TEXT, object TEXT, type TEXT, present TEXT, absent TEXT, moments INTEGER, missing INTEGER) STRICT"_s));
    const Everything in;
    auto insertion
        = database.prepare(u"INSERT INTO everything VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)"_s);
    VERIFY_OK(insertion);
    VERIFY_OK(insertion
                  ->bind(in.text, in.empty, in.small, in.large, in.number, in.yes, in.moment, in.bytes, in.list,
                      in.object, in.type, in.present, in.absent, in.moments, in.missing)
                  .run());
    QCOMPARE(insertion->changed(), 1);
    auto selection = database.prepare(u"SELECT * FROM everything"_s);
    VERIFY_OK(selection);
    const auto out = selection->first<Everything>();
    VERIFY_OK(out);
    QVERIFY(out->has_value());
    QCOMPARE((*out)->text, in.text);
    QCOMPARE((*out)->empty, QString());
    QCOMPARE((*out)->small, in.small);
    QCOMPARE((*out)->large, in.large);
    QCOMPARE((*out)->number, in.number);
    QVERIFY((*out)->yes);
    QCOMPARE((*out)->moment.ms, in.moment.ms);
    QCOMPARE((*out)->bytes, in.bytes);
    QCOMPARE((*out)->list, in.list);
    QCOMPARE((*out)->object, in.object);
    QVERIFY((*out)->type == in.type);
    QCOMPARE((*out)->present, in.present);
    QVERIFY(!(*out)->absent);
    QCOMPARE((*out)->moments->ms, 0);
    QVERIFY(!(*out)->missing);
}

void DatabaseTest::tellsAnEmptyTextFromNone()
{
    auto database = numbers();
    auto statement = database.prepare(u"SELECT ?1 IS NULL, ?2 IS NULL, ?3 IS NULL"_s);
    VERIFY_OK(statement);
    VERIFY_OK(statement->bind(QString(), std::optional<QString>(QString()), std::optional<QString>()).run());
    QVERIFY(statement->next());
    QCOMPARE(statement->value(0).toInt(), 0);
    QCOMPARE(statement->value(1).toInt(), 0);
    QCOMPARE(statement->value(2).toInt(), 1);
}

void DatabaseTest::givesEachReaderAStatementOfItsOwn()
{
    auto database = numbers();
    const auto sql = u"SELECT value FROM numbers WHERE value >= ?1 ORDER BY value"_s;
    auto outer = database.prepare(sql);
    VERIFY_OK(outer);
    QList<int> seen;
    VERIFY_OK(outer->bind(1).forEach<Number>([&](const Number &row) -> Result<void> {
        HUB_TRY(inner, database.prepare(sql)); // the same text, while the outer one is half read
        HUB_TRY(above, inner.bind(row.value).column<int>());
        seen += above;
        return {};
    }));
    QCOMPARE(seen, (QList<int> {1, 2, 3, 2, 3, 3}));
}

void DatabaseTest::takesAStatementFromTheCacheAgain()
{
    auto database = numbers();
    for (int value = 10; value < 13; ++value)
        VERIFY_OK(insert(database, value));
    QVERIFY(!insert(database, 12)); // a failure must not spoil the statement
    VERIFY_OK(insert(database, 13));
    QCOMPARE(stored(database), (QList<int> {1, 2, 3, 10, 11, 12, 13}));
    VERIFY_OK(database.runScript(u"DROP TABLE numbers; CREATE TABLE numbers (value INTEGER)"_s));
    QCOMPARE(stored(database), QList<int>()); // nor must a change of the schema
}

void DatabaseTest::readsRowByRowUntilTold()
{
    auto database = numbers();
    auto statement = database.prepare(u"SELECT value FROM numbers ORDER BY value"_s);
    VERIFY_OK(statement);
    int seen = 0;
    const auto read = statement->forEach<Number>([&](const Number &row) -> Result<void> {
        seen = row.value;
        return row.value == 2 ? Result<void>(refusal) : Result<void>();
    });
    QVERIFY(!read);
    QCOMPARE(read.error().message, refusal.message);
    QCOMPARE(seen, 2);
}

void DatabaseTest::rollsBackASavepointAlone()
{
    auto database = numbers();
    const auto outcome = database.atomically([&]() -> Result<void> {
        HUB_CHECK(insert(database, 4));
        const auto inner = database.atomically([&]() -> Result<void> {
            HUB_CHECK(insert(database, 5));
            const auto innermost = database.atomically([&]() -> Result<void> { return insert(database, 6); });
            return innermost ? Result<void>(refusal) : innermost;
        });
        if (inner)
            return Error {ErrorCode::Internal, u"the savepoint was kept"_s};
        return insert(database, 7);
    });
    VERIFY_OK(outcome);
    QCOMPARE(stored(database), (QList<int> {1, 2, 3, 4, 7}));
}

void DatabaseTest::rollsBackEverythingInside()
{
    auto database = numbers();
    const auto outcome = database.atomically([&]() -> Result<void> {
        HUB_CHECK(database.atomically([&] { return insert(database, 4); }));
        return insert(database, 1); // there is one already
    });
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().code, ErrorCode::Conflict);
    QCOMPARE(stored(database), (QList<int> {1, 2, 3}));
    QVERIFY(!database.inTransaction());
    VERIFY_OK(database.atomically([&] { return insert(database, 4); }));
}

void DatabaseTest::leavesNothingOfAFailedScript()
{
    auto database = numbers();
    const auto script = u"INSERT INTO numbers VALUES (4); CREATE TABLE half (x); INSERT INTO missing VALUES (1)"_s;
    QVERIFY(!database.atomically([&] { return database.runScript(script); }));
    QCOMPARE(stored(database), (QList<int> {1, 2, 3}));
    VERIFY_OK(database.runScript(u"CREATE TABLE half (x)"_s));
}

void DatabaseTest::actsAfterTheCommitInOrder()
{
    auto database = numbers();
    QStringList acted;
    VERIFY_OK(database.atomically([&]() -> Result<void> {
        database.afterCommit([&] { acted += u"first"_s; });
        HUB_CHECK(database.atomically([&]() -> Result<void> {
            database.afterCommit([&] { acted += u"inner"_s; });
            return {};
        }));
        database.afterCommit([&] { acted += database.inTransaction() ? u"too early"_s : u"last"_s; });
        return acted.isEmpty() ? Result<void>() : Result<void>(refusal); // a released savepoint is not safe yet
    }));
    QCOMPARE(acted, (QStringList {u"first"_s, u"inner"_s, u"last"_s}));
}

void DatabaseTest::dropsActionsOfWhatWasRolledBack()
{
    auto database = numbers();
    QStringList acted;
    const auto failing = [&](const QString &name) {
        return database.atomically([&]() -> Result<void> {
            database.afterCommit([&acted, name] { acted += name; });
            return refusal;
        });
    };
    QVERIFY(!failing(u"outer"_s));
    VERIFY_OK(database.atomically([&]() -> Result<void> {
        database.afterCommit([&] { acted += u"before"_s; });
        if (failing(u"inner"_s))
            return refusal;
        database.afterCommit([&] { acted += u"after"_s; });
        return {};
    }));
    QCOMPARE(acted, (QStringList {u"before"_s, u"after"_s}));
}

void DatabaseTest::actsAtOnceOutsideATransaction()
{
    auto database = numbers();
    bool acted = false;
    database.afterCommit([&] { acted = true; });
    QVERIFY(acted);
}

void DatabaseTest::namesWhatWentWrong()
{
    auto database = numbers();
    const auto twice = insert(database, 1);
    QCOMPARE(twice.error().code, ErrorCode::Conflict);
    QVERIFY(!twice.error().message.contains(u"INSERT"_s)); // SQL is for the log
    QVERIFY(twice.error().detail.contains(u"INSERT"_s));
    const auto broken = database.prepare(u"SELEC 1"_s);
    QVERIFY(!broken);
    QCOMPARE(broken.error().code, ErrorCode::Storage);
    QVERIFY(!broken.error().message.contains(u"SELEC"_s));
}

void DatabaseTest::saysThatAFileIsNoStore()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"memory.db"_s);
    const QByteArray text(4096, 'x');
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.write(text);
    file.close();
    const auto opened = Database::open(path);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Storage);
    QVERIFY2(opened.error().message.contains(u"damaged"_s), qPrintable(opened.error().message));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
    QVERIFY(!Database::open(folder.filePath(u"no/such/folder/memory.db"_s)));
}

void DatabaseTest::copiesTheWholeStore()
{
    const QTemporaryDir folder;
    auto database = numbers();
    const auto path = folder.filePath(u"복사본 'copy'.db"_s);
    VERIFY_OK(database.backupTo(path));
    VERIFY_OK(insert(database, 4));
    auto copy = Database::open(path);
    VERIFY_OK(copy);
    QCOMPARE(stored(*copy), (QList<int> {1, 2, 3}));
    QVERIFY(!database.backupTo(path)); // never over a copy that is there
}

void DatabaseTest::preparesEveryStatementOfTheProduct()
{
    auto database = test::freshDatabase();
    auto comparison = database.prepareNamed(u"eval/fts_create"); // belongs to a database of its own
    VERIFY_OK(comparison);
    VERIFY_OK(comparison->run());
    for (const auto &name : statementNames()) {
        if (name == u"eval/fts_create")
            continue;
        const auto statement = database.prepareNamed(name);
        QVERIFY2(statement, qPrintable(statement ? QString() : QString(name + u": "_s + statement.error().detail)));
    }
}

void DatabaseTest::hasNoStatementThatNothingUses()
{
    QString sources;
    for (const auto &path : test::productSources())
        sources += test::textOf(path);
    for (const auto &name : statementNames()) {
        // By its name, or by a start to which the source adds what is counted.
        const auto start = name.left(name.lastIndexOf(u'_') + 1);
        QVERIFY2(
            sources.contains(u"u\"%1\""_s.arg(name)) || sources.contains(u"u\"%1\""_s.arg(start)), qPrintable(name));
    }
}

void DatabaseTest::writesOutTheOwnerFilter()
{
    auto database = test::freshDatabase();
    auto statement = database.prepareNamed(u"memory/fragment_visible");
    VERIFY_OK(statement);
    statement->set(":id"_L1, u"frag-none"_s)
        .set(":any_key"_L1, false)
        .set(":readable_keys"_L1, QStringList {u"a"_s})
        .set(":workspace"_L1, std::nullopt)
        .set(":any_agent"_L1, false)
        .set(":agent"_L1, u"default"_s);
    const auto found = statement->first<Fragment>();
    VERIFY_OK(found);
    QVERIFY(!found->has_value());
}

QTEST_GUILESS_MAIN(DatabaseTest)
#include "tst_database.moc"
