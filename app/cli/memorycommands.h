// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <functional>
#include <map>
#include <string>

namespace CLI {
class App;
}

namespace hub {

/// What every command takes.
struct CommonOptions {
    std::string data;
    std::string format; ///< table, json, csv; empty: a table on a terminal, else JSON
    bool json = false;
    int timeoutMs = 60'000;
};

using Action = std::function<int()>;

/// Adds the commands that work with memories. `common` is read when an action runs.
/// Actions return an exit code of terminal.h.
void addMemoryCommands(CLI::App &app, const CommonOptions &common, std::map<std::string, Action> &actions);

struct AdminRequest;

/// Carries out an admin call and shows its answer as `command` does; a list stands in
/// `member`. Errors go to stderr.
int runAdmin(const CommonOptions &common, const QString &command, const QString &member, const AdminRequest &request);

/// Calls a tool and shows its answer as `command` does. Errors go to stderr.
int runTool(const CommonOptions &common, const QString &command, const QString &tool, const QJsonObject &arguments);

} // namespace hub
