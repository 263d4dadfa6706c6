// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/serve.h"

#include "app/stopsignals.h"
#include "app/cli/terminal.h"
#include "core/base/log.h"
#include "core/hub.h"
#include "core/settings/serversettings.h"
#include "server/server.h"

#include <QCoreApplication>

namespace hub {
namespace {

Settings settingsWith(const Paths &paths, const ServeOptions &options)
{
    auto settings = Settings::load(paths.settings());
    if (!options.hosts.isEmpty())
        settings.override(ServerSettings::group, "host", QJsonArray::fromStringList(options.hosts));
    if (options.port)
        settings.override(ServerSettings::group, "port", *options.port);
    if (!options.accessKey.isEmpty())
        settings.override(ServerSettings::group, "access-key", options.accessKey);
    return settings;
}

int refuse(const Error &error)
{
    terminal::printError(error.message);
    if (!error.detail.isEmpty())
        qCWarning(lcCore).noquote() << error.detail;
    return error.code == ErrorCode::InvalidArgument ? terminal::WrongUsage : terminal::Unavailable;
}

} // namespace

int serve(const ServeOptions &options)
{
    const auto paths = Paths::locate(options.data);
    if (const auto created = paths.create(); !created)
        return refuse(created.error());
    if (const auto logged = installLog(paths.logs()); !logged)
        return refuse(logged.error());
    auto hub = Hub::open({.paths = paths, .settings = settingsWith(paths, options)});
    if (!hub)
        return refuse(hub.error());
    Server server(**hub);
    const auto base = server.start();
    if (!base)
        return refuse(base.error());
    const QString address = *base + u"/mcp"_s;
    if (const auto told = (*hub)->announce(address); !told)
        return refuse(told.error());

    const StopSignals signals([] { QCoreApplication::quit(); });
    if (const auto &key = (*hub)->newMasterKey())
        terminal::print(terminal::text(u"firststart"_s).arg(*key, address) + u'\n');
    terminal::print(u"ready "_s + address);
    const int code = QCoreApplication::exec();
    server.stop();
    return code;
}

} // namespace hub
