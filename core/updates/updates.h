// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/describe.h"

namespace hub {

class UnitOfWork;

/// How this program came onto this computer, as far as its place tells.
enum class InstallType : quint8 { Source, Package, Flatpak, Local };
template <>
struct EnumNames<InstallType> {
    static constexpr auto names = std::to_array<std::string_view>({"source", "package", "flatpak", "local"});
};

/// Looks where a program in `folder` comes from: a build folder, the packages of the
/// distribution, a Flatpak, or a hand. `root` is "" but in tests.
InstallType installTypeOf(const QString &folder, const QString &root = {});

struct UpdateChange {
    QString sha;
    QString message;

    static constexpr auto fields()
    {
        return std::tuple {field("sha", &UpdateChange::sha), field("message", &UpdateChange::message)};
    }
};

struct UpdateCheckRequest {
    static constexpr auto fields() { return std::tuple<> {}; }
};

/// The hub asks nobody on the network, so it knows of no other version than its own.
struct UpdateCheckAnswer {
    bool success = true;
    QString currentVersion;
    Nullable<QString> latestVersion;
    bool updateAvailable = false;
    QList<UpdateChange> changes;
    InstallType installType = InstallType::Local;
    QString updateCommand;
    bool fromCache = false;
    QString message;

    static constexpr auto fields()
    {
        using A = UpdateCheckAnswer;
        return std::tuple {field("success", &A::success), field("currentVersion", &A::currentVersion),
            field("latestVersion", &A::latestVersion), field("updateAvailable", &A::updateAvailable),
            field("changes", &A::changes), field("installType", &A::installType),
            field("updateCommand", &A::updateCommand), field("fromCache", &A::fromCache),
            field("message", &A::message)};
    }
};

enum class UpdateStep : quint8 { Fetch, Install, Migrate };
template <>
struct EnumNames<UpdateStep> {
    static constexpr auto names = std::to_array<std::string_view>({"fetch", "install", "migrate"});
};

struct UpdateApplyRequest {
    std::optional<UpdateStep> step {};
    bool dryRun = true;

    static constexpr auto fields()
    {
        return std::tuple {field("step", &UpdateApplyRequest::step), field("dryRun", &UpdateApplyRequest::dryRun)};
    }
};

struct UpdateApplyAnswer {
    bool success = true;
    bool dryRun = true;
    bool executed = false; ///< always: a person runs the commands
    std::optional<UpdateStep> step;
    InstallType installType = InstallType::Local;
    QStringList commands; ///< in order; a line that starts with # is for a person
    QString message;

    static constexpr auto fields()
    {
        using A = UpdateApplyAnswer;
        return std::tuple {field("success", &A::success), field("dryRun", &A::dryRun), field("executed", &A::executed),
            field("step", &A::step), field("installType", &A::installType), field("commands", &A::commands),
            field("message", &A::message)};
    }
};

/// Which version runs and how one would look for another.
Result<UpdateCheckAnswer> checkUpdate(UnitOfWork &work, const UpdateCheckRequest &request);

/// What to run to update; runs nothing itself, whatever `dryRun` says.
Result<UpdateApplyAnswer> applyUpdate(UnitOfWork &work, const UpdateApplyRequest &request);

/// The commands of one step for one kind of installation.
QStringList updateCommands(InstallType type, UpdateStep step);

} // namespace hub
