// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/migrator.h"

#include "core/base/log.h"
#include "core/storage/database.h"

#include <QDir>
#include <QFile>

namespace hub {
namespace {

QStringList migrationFiles()
{
    return QDir(u":/sql/migrations"_s).entryList(QDir::Files, QDir::Name);
}

int numberOf(const QString &name) { return QStringView(name).left(4).toInt(); }

Result<void> apply(Database &database, const QString &name)
{
    QFile file(u":/sql/migrations/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::Internal, u"A schema update is missing"_s, name};
    const auto script = QString::fromUtf8(file.readAll());
    return database.atomically([&]() -> Result<void> {
        HUB_CHECK(database.runScript(script));
        return database.runScript(u"PRAGMA user_version=%1"_s.arg(numberOf(name)));
    });
}

} // namespace

int newestSchema() { return numberOf(migrationFiles().constLast()); }

Result<void> migrate(Database &database, const QString &backupFolder)
{
    HUB_TRY(query, database.prepare(u"PRAGMA user_version"_s));
    HUB_TRY(version, query.scalar<int>());
    const int current = version.value_or(0);
    if (current == newestSchema())
        return {};
    if (current > newestSchema()) {
        return Error {ErrorCode::Storage,
                      u"The memory store was written by a newer version of this program (schema %1, this one knows %2); it was left as it is"_s
                          .arg(current).arg(newestSchema())};
    }
    if (current > 0 && !backupFolder.isEmpty()) {
        const auto copy = u"%1/before-schema-%2-%3.db"_s.arg(backupFolder).arg(newestSchema())
                              .arg(QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-hhmmss"_s));
        HUB_CHECK(database.backupTo(copy));
        qCInfo(lcStore).noquote() << "schema" << current << "backed up to" << copy;
    }
    for (const auto &name : migrationFiles()) {
        if (numberOf(name) > current)
            HUB_CHECK(apply(database, name));
    }
    return {};
}

} // namespace hub
