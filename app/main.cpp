// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

using namespace hub;

namespace {

void describe(QCommandLineParser &parser)
{
    parser.setApplicationDescription(u"Keeps what your agents learn, on this computer."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {u"data"_s, u"Keep everything in this folder."_s, u"folder"_s},
        {u"port"_s, u"Answer agents on this port."_s, u"number"_s},
        {u"background"_s, u"Start without showing the window."_s},
    });
}

Application::Options optionsOf(const QCommandLineParser &parser)
{
    Application::Options options {
        .paths = Paths::locate(parser.value(u"data"_s)), .settings = {}, .background = parser.isSet(u"background"_s)};
    options.settings = Settings::load(options.paths.settings());
    if (parser.isSet(u"port"_s))
        options.settings.override(ServerSettings::group, "port", parser.value(u"port"_s));
    return options;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication::setApplicationName(u"anchorhold"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(HUB_VERSION));
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments += QString::fromLocal8Bit(argv[i]);
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(arguments) || parser.isSet(u"help"_s) || parser.isSet(u"version"_s)) {
        QCoreApplication console(argc, argv); // these need no display
        parser.process(console);
    }

    QApplication desktop(argc, argv);
    QGuiApplication::setDesktopFileName(u"io.github.anchorhold.Anchorhold"_s);
    QApplication::setWindowIcon(QIcon(u":/icons/anchorhold.svg"_s));
    QApplication::setQuitOnLastWindowClosed(false);
    Application application(optionsOf(parser));
    return application.run();
}
