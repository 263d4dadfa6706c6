// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/fragmentrepository.h"
#include "core/search/recall.h"
#include "core/storage/store.h"
#include "tests/support/memorybench.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTemporaryDir>

using namespace hub;

class MigratorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesAFreshStore();
    void keepsWhatEveryEarlierSchemaHeld_data();
    void keepsWhatEveryEarlierSchemaHeld();
    void reachesTheSchemaOfAFreshStore_data();
    void reachesTheSchemaOfAFreshStore();
    void copiesTheStoreBeforeItChangesIt();
    void stopsAtAStepThatFails();
    void refusesANewerStoreAndLeavesItAlone();
};

namespace {

struct Column {
    QString type;
    QString name;
    QString sql;

    static constexpr auto fields()
    {
        return std::tuple {field("type", &Column::type), field("name", &Column::name), field("sql", &Column::sql)};
    }
};

/// Everything that was ever created in the database, without comments and layout.
QStringList schemaOf(Database &database)
{
    auto statement = database.prepare(u"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"_s);
    const auto items = statement ? statement->all<Column>() : Result<QList<Column>>(statement.error());
    QStringList schema;
    for (auto item : items ? *items : QList<Column>()) {
        static const QRegularExpression comment(u"--[^\\n]*"_s);
        schema += item.type + u' ' + item.name + u' ' + item.sql.remove(comment).simplified();
    }
    return schema;
}

int versionOf(Database &database)
{
    auto statement = database.prepare(u"PRAGMA user_version"_s);
    const auto version = statement ? statement->scalar<int>() : Result<std::optional<int>>(statement.error());
    return version ? version->value_or(-1) : -1;
}

QString fixtures() { return QStringLiteral(HUB_SOURCE_DIR "/tests/core/storage/fixtures"); }

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A store file as the program of that time left it.
Result<void> build(const QString &fixture, const QString &path)
{
    HUB_TRY(database, Database::open(path));
    return database.runScript(QString::fromUtf8(read(fixtures() + u'/' + fixture)));
}

void eachFixture()
{
    QTest::addColumn<int>("schema");
    for (const auto &name : QDir(fixtures()).entryList({u"schema_*.sql"_s}, QDir::Files, QDir::Name))
        QTest::newRow(qPrintable(name)) << name.mid(7, 4).toInt();
}

/// Two steps of which the second is given by the test.
QString steps(const QTemporaryDir &folder, const QByteArray &second)
{
    const auto path = folder.filePath(u"steps"_s);
    QDir().mkpath(path);
    const auto write = [&](const QString &name, const QByteArray &sql) {
        QFile file(path + u'/' + name);
        if (!file.open(QIODevice::WriteOnly) || file.write(sql) != sql.size())
            qFatal("a step could not be written");
    };
    write(u"0001_first.sql"_s, "CREATE TABLE kept (value TEXT); INSERT INTO kept VALUES ('old');");
    if (!second.isEmpty())
        write(u"0002_second.sql"_s, second);
    return path;
}

QString keptIn(Database &database)
{
    auto statement = database.prepare(u"SELECT group_concat(value) FROM kept"_s);
    const auto value = statement ? statement->scalar<QString>() : Result<std::optional<QString>>(statement.error());
    return value ? value->value_or(QString()) : QString();
}

} // namespace

void MigratorTest::makesAFreshStore()
{
    const QTemporaryDir folder;
    auto database = Database::openInMemory();
    VERIFY_OK(database);
    QCOMPARE(versionOf(*database), 0);
    VERIFY_OK(migrate(*database, folder.path()));
    QCOMPARE(versionOf(*database), newestSchema());
    const auto schema = schemaOf(*database);
    QVERIFY(schema.size() > 10);
    VERIFY_OK(migrate(*database, folder.path())); // a second time changes nothing
    QCOMPARE(schemaOf(*database), schema);
    QVERIFY(QDir(folder.path()).isEmpty()); // there was nothing to copy
}

void MigratorTest::keepsWhatEveryEarlierSchemaHeld_data()
{
    eachFixture();
    QVERIFY2(QFile::exists(fixtures() + u"/schema_0001.sql"_s), "the first schema has no fixture");
}

void MigratorTest::keepsWhatEveryEarlierSchemaHeld()
{
    QFETCH(int, schema);
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"memory.db"_s);
    QDir(folder.path()).mkdir(u"backups"_s);
    VERIFY_OK(build(QString::fromLatin1(QTest::currentDataTag()), path));
    {
        auto store = Store::open(path, folder.filePath(u"backups"_s));
        VERIFY_OK(store);
    }
    QCOMPARE(QDir(folder.filePath(u"backups"_s)).entryList(QDir::Files).size(), schema < newestSchema() ? 1 : 0);

    test::MemoryBench bench;
    auto opened = Database::open(path);
    VERIFY_OK(opened);
    QCOMPARE(versionOf(*opened), newestSchema());
    VERIFY_OK(loadIndex(*opened, bench.lexical));
    QCOMPARE(bench.lexical.size(), 5); // one is in the trash
    UnitOfWork work(*opened, bench.services, {});
    RecallRequest request;
    request.keywords = {u"포트"_s};
    const auto answer = recall(work, request);
    VERIFY_OK(answer);
    QCOMPARE(answer->fragments.constFirst().id, u"frag-0000000000000001"_s);
    QCOMPARE(answer->fragments.constFirst().content, u"nginx upstream 포트를 8080에서 15001로 변경하여 502 해결"_s);
    QVERIFY(answer->fragments.constFirst().affect == Affect::Satisfaction);
    QCOMPARE(answer->fragments.constFirst().linked.size(), 1);
    for (const auto &[table, rows] : {std::pair {u"fragments"_s, 6}, {u"fragment_links"_s, 2}, {u"fragment_versions"_s, 1},
                                      {u"fragment_vectors"_s, 1}, {u"sessions"_s, 1}, {u"working_memory"_s, 1}, {u"meta"_s, 1}}) {
        auto count = opened->prepare(u"SELECT count(*) FROM %1"_s.arg(table));
        VERIFY_OK(count);
        QCOMPARE(count->scalar<int>()->value_or(-1), rows);
    }
    auto check = opened->prepare(u"PRAGMA integrity_check"_s);
    VERIFY_OK(check);
    QCOMPARE(check->scalar<QString>()->value_or(QString()), u"ok"_s);
    auto keys = opened->prepare(u"SELECT count(*) FROM pragma_foreign_key_check"_s);
    VERIFY_OK(keys);
    QCOMPARE(keys->scalar<int>()->value_or(-1), 0);
}

void MigratorTest::reachesTheSchemaOfAFreshStore_data() { eachFixture(); }

void MigratorTest::reachesTheSchemaOfAFreshStore()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"memory.db"_s);
    VERIFY_OK(build(QString::fromLatin1(QTest::currentDataTag()), path));
    auto old = Database::open(path);
    VERIFY_OK(old);
    VERIFY_OK(migrate(*old, folder.path()));
    auto fresh = test::freshDatabase();
    QCOMPARE(schemaOf(*old), schemaOf(fresh));
}

void MigratorTest::copiesTheStoreBeforeItChangesIt()
{
    const QTemporaryDir folder;
    const auto backups = folder.filePath(u"backups"_s);
    QDir().mkpath(backups);
    auto database = Database::open(folder.filePath(u"memory.db"_s));
    VERIFY_OK(database);
    VERIFY_OK(migrateWith(*database, steps(folder, {}), backups));
    QVERIFY(QDir(backups).isEmpty());
    VERIFY_OK(migrateWith(*database, steps(folder, "UPDATE kept SET value = 'new';"), backups));
    QCOMPARE(versionOf(*database), 2);
    QCOMPARE(keptIn(*database), u"new"_s);
    const auto copies = QDir(backups).entryList(QDir::Files);
    QCOMPARE(copies.size(), 1);
    auto copy = Database::open(backups + u'/' + copies.constFirst());
    VERIFY_OK(copy);
    QCOMPARE(versionOf(*copy), 1);
    QCOMPARE(keptIn(*copy), u"old"_s);
}

void MigratorTest::stopsAtAStepThatFails()
{
    const QTemporaryDir folder;
    auto database = Database::open(folder.filePath(u"memory.db"_s));
    VERIFY_OK(database);
    VERIFY_OK(migrateWith(*database, steps(folder, {}), {}));
    const auto broken = migrateWith(*database, steps(folder, "UPDATE kept SET value = 'half'; ALTER TABLE missing ADD x;"), {});
    QVERIFY(!broken);
    QCOMPARE(versionOf(*database), 1);
    QCOMPARE(keptIn(*database), u"old"_s);
    VERIFY_OK(migrateWith(*database, steps(folder, "UPDATE kept SET value = 'new';"), {})); // and can be repeated
    QCOMPARE(keptIn(*database), u"new"_s);
}

void MigratorTest::refusesANewerStoreAndLeavesItAlone()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"memory.db"_s);
    {
        auto store = Store::open(path, folder.path());
        VERIFY_OK(store);
        const auto newer = u"PRAGMA user_version = %1"_s.arg(newestSchema() + 1);
        VERIFY_OK((*store)->write([newer](Database &database) { return database.runScript(newer); }).result());
    }
    const auto before = QCryptographicHash::hash(read(path), QCryptographicHash::Sha256);
    const auto refused = Store::open(path, folder.path());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Storage);
    QVERIFY2(refused.error().message.contains(u"newer"_s), qPrintable(refused.error().message));
    QCOMPARE(QCryptographicHash::hash(read(path), QCryptographicHash::Sha256), before);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {u"memory.db"_s}); // no copy, no journal left behind
}

QTEST_GUILESS_MAIN(MigratorTest)
#include "tst_migrator.moc"
