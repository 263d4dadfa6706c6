// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/paths.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>

namespace hub {

Paths Paths::locate(const QString &requested)
{
    auto folder = requested;
    if (folder.isEmpty())
        folder = qEnvironmentVariable("ANCHORHOLD_DATA");
    if (folder.isEmpty())
        folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/anchorhold"_s;
    return {QDir::cleanPath(QDir(folder).absolutePath())};
}

Result<void> Paths::create() const
{
    ::umask(S_IRWXG | S_IRWXO); // files too are for their owner alone, also those that SQLite makes
    constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    for (const auto &folder : {data, backups(), logs()}) {
        const bool existed = QFileInfo(folder).isDir();
        if (!existed && !QDir().mkpath(folder))
            return Error {ErrorCode::Storage, u"The folder %1 could not be created"_s.arg(folder)};
        if (!existed && !QFile::setPermissions(folder, ownerOnly))
            return Error {ErrorCode::Storage, u"The folder %1 could not be made private"_s.arg(folder)};
        if (!QFileInfo(folder).isWritable())
            return Error {ErrorCode::Storage, u"The folder %1 cannot be written to"_s.arg(folder)};
    }
    return {};
}

} // namespace hub
