// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stdio/stdiocommand.h"

#include "app/cli/stdio/bridge.h"
#include "app/cli/terminal.h"
#include "core/base/paths.h"
#include "core/settings/generalsettings.h"
#include "core/settings/settings.h"

#include <QCoreApplication>
#include <QFile>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <thread>

namespace hub {
namespace {

struct Given {
    std::string url;
    std::string keyFile;
    bool noStart = false;
};

/// From the file, else from the environment: a key never stands on a command line.
Result<QByteArray> keyFor(const Given &given)
{
    if (given.keyFile.empty()) {
        const auto key = qgetenv("ANCHORHOLD_KEY");
        return key.isEmpty() ? qgetenv("MEMENTO_ACCESS_KEY") : key;
    }
    QFile file(QString::fromStdString(given.keyFile));
    if (!file.open(QIODevice::ReadOnly))
        return Error {ErrorCode::InvalidArgument, u"Cannot read the key file: "_s + file.errorString()};
    return file.readAll().trimmed();
}

void writeLine(const QByteArray &line)
{
    std::fwrite(line.constData(), 1, size_t(line.size()), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

/// Reads in a thread of its own, since a file and a terminal cannot be waited for as a
/// pipe can. It ends with the process.
void readInputFor(stdio::Bridge &bridge)
{
    std::thread([&bridge] {
        std::string line;
        while (std::getline(std::cin, line)) {
            const auto bytes = QByteArray::fromStdString(line).trimmed();
            if (!bytes.isEmpty())
                QMetaObject::invokeMethod(
                    &bridge, [&bridge, bytes] { bridge.receive(bytes); }, Qt::QueuedConnection);
        }
        QMetaObject::invokeMethod(
            &bridge, [&bridge] { bridge.endInput(); }, Qt::QueuedConnection);
    }).detach();
}

int runBridge(const CommonOptions &common, const Given &given)
{
    const auto key = keyFor(given);
    if (!key) {
        terminal::printError(u"stdio"_s, key.error().message);
        return terminal::WrongUsage;
    }
    const auto data = QString::fromStdString(common.data);
    const auto settings = Settings::load(Paths::locate(data).settings()).read<GeneralSettings>();
    const bool mayStart = !given.noStart && (!settings || settings->startHubForAgents);
    const stdio::HubFinder finder(
        {.data = data, .url = QString::fromStdString(given.url), .key = *key, .mayStart = mayStart});
    // Until the process ends: the reading thread may still be using it.
    static auto bridge = std::make_unique<stdio::Bridge>(
        finder, stdio::Bridge::Ends {.write = writeLine, .finished = [] { QCoreApplication::quit(); }});
    readInputFor(*bridge);
    QCoreApplication::exec();
    std::fflush(stdout);
    std::_Exit(terminal::Done); // a thread may be waiting for input
}

} // namespace

Action addStdio(CLI::App &app, const CommonOptions &common)
{
    auto given = std::make_shared<Given>();
    auto *command = app.add_subcommand("stdio", "Speak MCP over standard input and output with a running hub");
    command->add_option("--url", given->url, "Address of a hub (default: the one of the data folder)");
    command->add_option(
        "--key-file", given->keyFile, "File with the key (default: ANCHORHOLD_KEY, else this user's own)");
    command->add_flag("--no-start", given->noStart, "Do not start a hub in the background when none runs");
    return [given, &common] { return runBridge(common, *given); };
}

} // namespace hub
