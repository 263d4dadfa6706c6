// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "app/singleinstance.h"
#include "app/stopsignals.h"
#include "app/tray.h"
#include "core/base/log.h"
#include "core/hub.h"
#include "server/server.h"
#include "ui/connect/connectdialog.h"
#include "ui/hubsource.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>
#include <QMessageBox>

namespace hub {
namespace {

using namespace std::chrono_literals;

} // namespace

Application::Application(Options options)
    : m_options(std::move(options))
    , m_instance(std::make_unique<SingleInstance>(m_options.paths.data))
{ }

Application::~Application()
{
    m_tray.reset();
    m_window.reset();
    if (m_server)
        m_server->stop(3s);
}

int Application::run()
{
    if (!m_instance->claim())
        return 0; // the first one has come to the front
    applyChoices();
    if (const auto opened = openHub(); !opened) {
        fail(opened.error());
        return 1;
    }
    buildWindow();
    buildTray();
    startServer();
    showFirst();
    const StopSignals signalled([this] { quit(); });
    return QApplication::exec();
}

void Application::applyChoices()
{
    if (const auto general = m_options.settings.read<GeneralSettings>())
        m_general = *general;
    m_theme.choose(m_general.theme);
    m_language.choose(m_general.locale);
}

Result<void> Application::openHub()
{
    HUB_CHECK(m_options.paths.create());
    HUB_CHECK(installLog(m_options.paths.logs()));
    HUB_TRY(hub, Hub::open({.paths = m_options.paths, .settings = m_options.settings}));
    m_hub = std::move(hub);
    return {};
}

void Application::startServer()
{
    if (!m_server)
        m_server = std::make_unique<Server>(*m_hub);
    const auto url = m_server->start();
    if (!url)
        return showStatus({.state = ui::ServiceStatus::State::Failed, .url = {}, .cause = url.error().message});
    const QString endpoint = *url + u"/mcp";
    if (const auto announced = m_hub->announce(endpoint); !announced)
        logError(lcCore(), u"Other programs cannot find the hub"_s, announced.error());
    showStatus({.state = ui::ServiceStatus::State::Running, .url = endpoint, .cause = {}});
}

void Application::buildWindow()
{
    m_window = std::make_unique<ui::MainWindow>(
        ui::sourceOf(*m_hub), m_hub->events(), QString(m_options.paths.data + u"/window.ini"));
    m_window->setChoices(m_general.theme, m_general.locale);
    connect(m_window.get(), &ui::MainWindow::themeChosen, this, [this](ThemeChoice theme) {
        m_theme.choose(theme);
        if (const auto saved = m_hub->settings().write<GeneralSettings>("theme", toString(theme)); !saved)
            logError(lcUi(), u"The theme is not kept"_s, saved.error());
    });
    connect(m_window.get(), &ui::MainWindow::languageChosen, this, [this](Language language) {
        m_language.choose(language);
        if (const auto saved = m_hub->settings().write<GeneralSettings>("locale", toString(language)); !saved)
            logError(lcUi(), u"The language is not kept"_s, saved.error());
    });
    connect(m_window.get(), &ui::MainWindow::connectRequested, this, &Application::showConnect);
    connect(m_window.get(), &ui::MainWindow::closeRequested, this, &Application::closeWindow);
    connect(m_window.get(), &ui::MainWindow::quitRequested, this, &Application::quit);
    connect(m_window.get(), &ui::MainWindow::serverRetryRequested, this, &Application::startServer);
    connect(m_instance.get(), &SingleInstance::raised, m_window.get(), &ui::MainWindow::present);
}

void Application::buildTray()
{
    m_tray = std::make_unique<Tray>();
    connect(m_tray.get(), &Tray::openRequested, m_window.get(), &ui::MainWindow::present);
    connect(m_tray.get(), &Tray::toggleRequested, this, [this] {
        if (m_window->isVisible() && m_window->isActiveWindow())
            m_window->hide();
        else
            m_window->present();
    });
    connect(m_tray.get(), &Tray::newMemoryRequested, this, [this] {
        m_window->present();
        m_window->newMemory();
    });
    connect(m_tray.get(), &Tray::connectRequested, this, [this] {
        m_window->present();
        showConnect();
    });
    connect(m_tray.get(), &Tray::quitRequested, this, &Application::quit);
}

void Application::showStatus(const ui::ServiceStatus &status)
{
    m_status = status;
    m_window->setStatus(status);
    m_tray->setStatus(status);
}

/// The key is shown at the start that made it, whatever else was asked for.
void Application::showFirst()
{
    if (!m_options.background || m_hub->newMasterKey())
        m_window->present();
    else if (!Tray::isAvailable())
        m_window->showMinimized();
    if (m_hub->newMasterKey())
        showConnect();
}

void Application::showConnect()
{
    auto *dialog = new ui::ConnectDialog({.url = m_status.url, .newKey = m_hub->newMasterKey()}, m_window.get());
    dialog->open();
}

void Application::closeWindow()
{
    const auto general = m_hub->settings().read<GeneralSettings>();
    if (general && !general->closeToTray)
        return quit();
    if (!Tray::isAvailable()) // asked now, because a tray may come and go: a hidden window could not be reached
        return m_window->showMinimized();
    m_window->hide();
    m_tray->tellStillRunning();
}

void Application::quit()
{
    m_window->hide();
    QApplication::quit();
}

void Application::fail(const Error &error)
{
    logError(lcCore(), u"The program could not start"_s, error);
    QMessageBox box(QMessageBox::Critical, u"Anchorhold"_s, tr("Anchorhold could not start."), QMessageBox::NoButton);
    box.setInformativeText(error.message);
    box.addButton(tr("Close"), QMessageBox::AcceptRole);
    box.exec();
}

} // namespace hub
