// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/updates/updates.h"

#include "core/memory/unitofwork.h"

#include <QCoreApplication>
#include <QFile>

namespace hub {
namespace {

/// Whether a package of the distribution lists this file as its own.
bool isPackaged(const QString &program, const QString &root)
{
    QFile list(root + u"/var/lib/dpkg/info/anchorhold.list"_s);
    return list.open(QIODevice::ReadOnly) && list.readAll().split('\n').contains(program.toUtf8());
}

InstallType thisInstallation() { return installTypeOf(QCoreApplication::applicationDirPath()); }

} // namespace

InstallType installTypeOf(const QString &folder, const QString &root)
{
    if (QFile::exists(root + u"/.flatpak-info"_s))
        return InstallType::Flatpak;
    if (QFile::exists(root + folder + u"/CMakeCache.txt"_s))
        return InstallType::Source;
    if (isPackaged(folder + u"/anchorhold-cli"_s, root) || isPackaged(folder + u"/anchorhold"_s, root))
        return InstallType::Package;
    return InstallType::Local;
}

QStringList updateCommands(InstallType type, UpdateStep step)
{
    if (step == UpdateStep::Migrate)
        return {u"# Restart the hub: it backs up its store and brings it up to date by itself."_s};
    const bool fetches = step == UpdateStep::Fetch;
    switch (type) {
    case InstallType::Package:
        return {fetches ? u"sudo apt-get update"_s : u"sudo apt-get install --only-upgrade anchorhold"_s};
    case InstallType::Flatpak:
        return fetches ? QStringList() : QStringList {u"flatpak update io.github.anchorhold.Anchorhold"_s};
    case InstallType::Source: return {fetches ? u"git pull --ff-only"_s : u"./run.sh --build-only"_s};
    case InstallType::Local: break;
    }
    if (fetches)
        return {u"git pull --ff-only"_s};
    return {u"./run.sh --build-only"_s, u"sudo cmake --install build/release"_s};
}

Result<UpdateCheckAnswer> checkUpdate(UnitOfWork &work, const UpdateCheckRequest &)
{
    UpdateCheckAnswer answer;
    answer.currentVersion = QStringLiteral(HUB_VERSION);
    answer.installType = thisInstallation();
    answer.updateCommand = (updateCommands(answer.installType, UpdateStep::Fetch)
        + updateCommands(answer.installType, UpdateStep::Install))
                               .join(u" && "_s);
    answer.message = work.services().messages.text(u"update.unknown"_s);
    return answer;
}

Result<UpdateApplyAnswer> applyUpdate(UnitOfWork &work, const UpdateApplyRequest &request)
{
    UpdateApplyAnswer answer;
    answer.dryRun = request.dryRun;
    answer.step = request.step;
    answer.installType = thisInstallation();
    for (const auto step : {UpdateStep::Fetch, UpdateStep::Install, UpdateStep::Migrate}) {
        if (!request.step || *request.step == step)
            answer.commands += updateCommands(answer.installType, step);
    }
    answer.message = work.services().messages.text(u"update.by_hand"_s);
    return answer;
}

} // namespace hub
