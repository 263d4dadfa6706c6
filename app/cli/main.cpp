// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accesscommands.h"
#include "app/cli/evalcommand.h"
#include "app/cli/memorycommands.h"
#include "app/cli/modelcommand.h"
#include "app/cli/serve.h"
#include "app/cli/sessioncommand.h"
#include "app/cli/stdio/stdiocommand.h"
#include "app/cli/terminal.h"

#include <QCoreApplication>

#include <CLI/CLI.hpp>

using namespace hub;

namespace {

QString text(const std::string &from) { return QString::fromStdString(from); }

Action addServe(CLI::App &app, const CommonOptions &common)
{
    struct Given {
        std::vector<std::string> hosts;
        std::string key;
        int port = -1;
    };
    auto given = std::make_shared<Given>();
    auto *serveCommand = app.add_subcommand("serve", "Run the hub without a window until it is stopped");
    serveCommand->add_option(
        "--host", given->hosts, "Address to listen on; may be repeated (default: 127.0.0.1 and ::1)");
    serveCommand->add_option("--port", given->port, "Port (default: 57332; 0: any free one)")
        ->check(CLI::Range(0, 65535));
    serveCommand->add_option("--access-key", given->key, "Master key to accept instead of the stored one");
    return [given, &common] {
        ServeOptions options {.data = text(common.data), .hosts = {}, .port = {}, .accessKey = text(given->key)};
        for (const auto &host : given->hosts)
            options.hosts += text(host);
        if (given->port >= 0)
            options.port = given->port;
        return serve(options);
    };
}

/// The command that stands on the command line, to say whose mistake it is.
QString commandOf(const CLI::App &app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? u"anchorhold-cli"_s : text(chosen.front()->get_name());
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"anchorhold"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HUB_VERSION));

    CLI::App app("Anchorhold: a personal memory hub for AI agents", "anchorhold-cli");
    app.set_version_flag("--version", HUB_VERSION);
    app.require_subcommand(0, 1);
    app.fallthrough();
    CommonOptions common;
    app.add_option("--data", common.data, "Data folder (default: the user's, or ANCHORHOLD_DATA)");
    app.add_option("--format", common.format, "table, json or csv (default: table on a terminal, else json)")
        ->check(CLI::IsMember({"table", "json", "csv"}));
    app.add_flag("--json,!--no-json", common.json, "The same as --format json");
    app.add_option("--timeout", common.timeoutMs, "How long to wait for a running hub, in milliseconds")
        ->check(CLI::Range(1, 3'600'000))
        ->capture_default_str();
    std::map<std::string, Action> actions {{"eval", addEval(app, common)}, {"model", addModel(app, common)},
        {"serve", addServe(app, common)}, {"session", addSession(app, common)}, {"stdio", addStdio(app, common)}};
    addMemoryCommands(app, common, actions);
    addAccessCommands(app, common, actions);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success &answered) { // --help and --version
        return app.exit(answered);
    } catch (const CLI::ParseError &problem) {
        terminal::printError(commandOf(app), QString::fromUtf8(problem.what()));
        return terminal::Failed;
    }
    if (app.get_subcommands().empty()) {
        terminal::print(text(app.help()).trimmed());
        return terminal::Done;
    }
    return actions.at(app.get_subcommands().front()->get_name())();
}
