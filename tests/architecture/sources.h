// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDirIterator>
#include <QFile>
#include <QStringList>

namespace hub::test {

using namespace Qt::Literals::StringLiterals;

/// Paths, relative to the source root and sorted, of the files below `folders`
/// whose names match one of `patterns` (as in `*.cpp`).
inline QStringList filesBelow(const QStringList &folders, const QStringList &patterns)
{
    const QDir root(QStringLiteral(HUB_SOURCE_DIR));
    QStringList found;
    for (const QString &folder : folders) {
        QDirIterator files(root.filePath(folder), patterns, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext())
            found += root.relativeFilePath(files.next());
    }
    found.sort();
    return found;
}

/// The program's own sources: everything that is compiled into what ships.
inline QStringList productSources()
{
    return filesBelow({u"core"_s, u"server"_s, u"ui"_s, u"app"_s}, {u"*.h"_s, u"*.cpp"_s});
}

inline QByteArray bytesOf(const QString &path)
{
    QFile file(QStringLiteral(HUB_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QString textOf(const QString &path) { return QString::fromUtf8(bytesOf(path)); }

} // namespace hub::test
