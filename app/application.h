// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/paths.h"
#include "core/settings/generalsettings.h"
#include "core/settings/serversettings.h"
#include "core/settings/settings.h"
#include "ui/language.h"
#include "ui/shell/servicestatus.h"
#include "ui/theme.h"

#include <QObject>

#include <memory>

namespace hub {

class Hub;
class Server;
class SingleInstance;
class Tray;
namespace ui {
class MainWindow;
}

/// The whole desktop program: makes the hub, its server, the window and the tray,
/// in that order, and ends them the other way round. Decides what closing means.
class Application final : public QObject
{
    Q_OBJECT

public:
    struct Options {
        Paths paths;
        Settings settings;
        bool background = false;
    };

    explicit Application(Options options);
    ~Application() override;

    /// Runs until the person quits; the exit code of the program.
    int run();

private:
    Result<void> openHub();
    void startServer();
    void buildWindow();
    void buildTray();
    void applyChoices();
    void showFirst();
    void showStatus(const ui::ServiceStatus &status);
    void showConnect();
    void closeWindow();
    void quit();
    void fail(const Error &error);

    Options m_options;
    ui::Theme m_theme;
    ui::LanguageSwitch m_language;
    GeneralSettings m_general;
    ui::ServiceStatus m_status;
    std::unique_ptr<SingleInstance> m_instance;
    std::unique_ptr<Hub> m_hub;
    std::unique_ptr<Server> m_server;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<Tray> m_tray;
};

} // namespace hub
