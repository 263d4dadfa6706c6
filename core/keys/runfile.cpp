// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keys/runfile.h"

#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

namespace hub {

Result<void> RunFile::write(const QString &path) const
{
    QSaveFile file(path);
    const auto text = QJsonDocument(toJson(*this)).toJson(QJsonDocument::Compact);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        || file.write(text) != text.size() || !file.commit())
        return Error {ErrorCode::Storage, u"The file %1 could not be written: %2"_s.arg(path, file.errorString())};
    return {};
}

Result<RunFile> RunFile::read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::NotFound, u"No hub is running"_s};
    const auto read = fromJson<RunFile>(QJsonDocument::fromJson(file.readAll()).object());
    if (!read || read->token.isEmpty())
        return Error {ErrorCode::NotFound, u"No hub is running"_s, u"%1 is damaged"_s.arg(path)};
    return read;
}

} // namespace hub
