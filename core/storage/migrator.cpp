// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/migrator.h"

#include "core/base/log.h"
#include "core/storage/database.h"

#include <QDir>
#include <QFile>

namespace hub {
namespace {

const auto productScripts = u":/sql/migrations"_s;

QStringList migrationFiles(const QString &scripts) { return QDir(scripts).entryList(QDir::Files, QDir::Name); }

int numberOf(const QString &name) { return QStringView(name).left(4).toInt(); }

Result<void> apply(Database &database, const QString &scripts, const QString &name)
{
    QFile file(scripts + u'/' + name);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::Internal, u"A schema update is missing"_s, name};
    const auto script = QString::fromUtf8(file.readAll());
    return database.atomically([&]() -> Result<void> {
        HUB_CHECK(database.runScript(script));
        return database.runScript(u"PRAGMA user_version=%1"_s.arg(numberOf(name)));
    });
}

} // namespace

int newestSchema() { return numberOf(migrationFiles(productScripts).constLast()); }

Result<void> migrate(Database &database, const QString &backupFolder)
{
    return migrateWith(database, productScripts, backupFolder);
}

Result<void> migrateWith(Database &database, const QString &scripts, const QString &backupFolder)
{
    const auto files = migrationFiles(scripts);
    const int newest = numberOf(files.constLast());
    HUB_TRY(query, database.prepare(u"PRAGMA user_version"_s));
    HUB_TRY(version, query.scalar<int>());
    const int current = version.value_or(0);
    if (current == newest)
        return {};
    if (current > newest) {
        return Error {ErrorCode::Storage,
                      u"The memory store was written by a newer version of this program (schema %1, this one knows %2); it was left as it is"_s
                          .arg(current).arg(newest)};
    }
    if (current > 0 && !backupFolder.isEmpty()) {
        const auto copy = u"%1/before-schema-%2-%3.db"_s.arg(backupFolder).arg(newest)
                              .arg(QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-hhmmss"_s));
        HUB_CHECK(database.backupTo(copy));
        qCInfo(lcStore).noquote() << "schema" << current << "backed up to" << copy;
    }
    for (const auto &name : files) {
        if (numberOf(name) > current)
            HUB_CHECK(apply(database, scripts, name));
    }
    return {};
}

} // namespace hub
