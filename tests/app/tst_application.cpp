// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "core/keys/runfile.h"
#include "core/settings/serversettings.h"
#include "tests/support/verify.h"
#include "ui/connect/connectdialog.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>
#include <QLineEdit>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

using namespace hub;

class ApplicationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void showsTheNewKeyAtTheFirstStartAndAnswersAgents();
    void startsWithoutAKeyLater();
    void saysWhenThePortIsTaken();
    void endsWhenTheWindowIsClosedForGood();

private:
    static Application::Options optionsFor(const QTemporaryDir &folder, int port = 0)
    {
        Application::Options options {.paths = {folder.filePath(u"data"_s)}, .settings = {}, .background = false};
        options.settings = Settings::load(options.paths.settings(), [](const QString &) { return QString(); });
        options.settings.override(ServerSettings::group, "port", port);
        options.settings.override("general", "locale", u"en"_s);
        return options;
    }

    /// Runs the program and, once it is up, `look` at it; then quits as its menu does (a window in the tray refuses
    /// to be closed by QApplication::quit).
    static int run(Application::Options options, const std::function<void(ui::MainWindow &)> &look)
    {
        Application application(std::move(options));
        QTimer::singleShot(0, qApp, [&] {
            const auto windows = QApplication::topLevelWidgets();
            for (auto *widget : windows) {
                if (auto *window = qobject_cast<ui::MainWindow *>(widget)) {
                    look(*window);
                    Q_EMIT window->quitRequested();
                }
            }
        });
        return application.run();
    }
};

void ApplicationTest::showsTheNewKeyAtTheFirstStartAndAnswersAgents()
{
    const QTemporaryDir folder;
    bool wasSeen = false;
    const auto options = optionsFor(folder);
    const int code = run(options, [&](ui::MainWindow &window) {
        wasSeen = true;
        const auto *dialog = window.findChild<ui::ConnectDialog *>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(!dialog->findChild<QLineEdit *>(u"masterKey"_s)->text().isEmpty());
        const auto running = RunFile::read(options.paths.runFile());
        VERIFY_OK(running);
        const QUrl url(running->url);
        QCOMPARE(url.path(), u"/mcp"_s);
        QTcpSocket agent;
        agent.connectToHost(url.host(), quint16(url.port()));
        QVERIFY(agent.waitForConnected(2000));
    });
    QVERIFY(wasSeen);
    QCOMPARE(code, 0);
    QVERIFY(!QFile::exists(options.paths.runFile()));
}

void ApplicationTest::startsWithoutAKeyLater()
{
    const QTemporaryDir folder;
    run(optionsFor(folder), [](ui::MainWindow &) {});
    bool wasSeen = false;
    run(optionsFor(folder), [&](ui::MainWindow &window) {
        wasSeen = true;
        QVERIFY(window.isVisible());
        QVERIFY(!window.findChild<ui::ConnectDialog *>());
    });
    QVERIFY(wasSeen);
}

void ApplicationTest::saysWhenThePortIsTaken()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    const QTemporaryDir folder;
    QString state;
    run(optionsFor(folder, other.serverPort()),
        [&](ui::MainWindow &window) { state = window.findChild<QToolButton *>(u"statusChip"_s)->text(); });
    QCOMPARE(state, u"Not reachable"_s);
}

void ApplicationTest::endsWhenTheWindowIsClosedForGood()
{
    const QTemporaryDir folder;
    auto options = optionsFor(folder);
    options.settings.override("general", "closeToTray", false);
    const int code = run(options, [](ui::MainWindow &window) {
        window.close();
        QVERIFY(!window.isVisible());
    });
    QCOMPARE(code, 0);
}

QTEST_MAIN(ApplicationTest)
#include "tst_application.moc"
