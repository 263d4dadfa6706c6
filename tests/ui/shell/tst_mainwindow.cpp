// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "tests/ui/support/sampledata.h"
#include "ui/connect/connectdialog.h"
#include "ui/language.h"
#include "ui/memories/newmemorydialog.h"
#include "ui/memories/searchbox.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/sidebar.h"
#include "ui/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace hub;
using namespace hub::ui;

class MainWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void namesEveryWidgetThatTakesTheKeyboard();
    void namesEveryFieldOfItsDialogs();
    void reachesEveryFieldWithTab();
    void goesThroughItsAreasWithF6();
    void findsWithTheSlashKey();
    void speaksKoreanAtOnce();
    void listsItsShortcuts();
    void changesItsColoursAtOnce();
    void collapsesItsSidebar();
    void offersOnlyActionsThatHaveAPlace();
    void asksBeforeItCloses();
    void saysWhyAgentsCannotReachIt();

private:
    std::unique_ptr<Theme> m_theme;
    LanguageSwitch m_language;
    std::unique_ptr<UiHub> m_hub;
    std::unique_ptr<MainWindow> m_window;
};

namespace {

bool takesTheKeyboard(const QWidget *widget)
{
    return widget->focusPolicy() & Qt::TabFocus && widget->isVisible() && widget->isEnabled() && !widget->focusProxy();
}

/// Names of widgets that a screen reader would read as nothing.
QStringList nameless(const QWidget &root)
{
    QStringList found;
    for (const auto *widget : root.findChildren<QWidget *>()) {
        if (!takesTheKeyboard(widget) || qobject_cast<const QMenu *>(widget))
            continue;
        if (widget->accessibleName().trimmed().isEmpty())
            found += u"%1 (%2)"_s.arg(QLatin1StringView(widget->metaObject()->className()), widget->objectName());
    }
    return found;
}

} // namespace

void MainWindowTest::initTestCase() { m_theme = std::make_unique<Theme>(); }

void MainWindowTest::init()
{
    m_language.choose(Language::English);
    m_hub = std::make_unique<UiHub>();
    fillWithSamples(*m_hub);
    m_window = std::make_unique<MainWindow>(m_hub->source(), m_hub->hub().events(), QString());
    m_window->present();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->showView(u"memories"_s);
    auto *table = m_window->findChild<QAbstractItemView *>(u"memoryTable"_s);
    QTRY_VERIFY(table->model()->rowCount() > 20);
    table->setCurrentIndex(table->model()->index(2, 0));
    QTRY_VERIFY(m_window->findChild<QWidget *>(u"memoryText"_s)->isVisible());
}

void MainWindowTest::cleanup()
{
    m_window.reset();
    m_hub.reset();
}

void MainWindowTest::namesEveryWidgetThatTakesTheKeyboard()
{
    for (const auto &view : {u"overview"_s, u"memories"_s}) {
        m_window->showView(view);
        QTest::qWait(50);
        QCOMPARE(nameless(*m_window), QStringList());
    }
}

void MainWindowTest::namesEveryFieldOfItsDialogs()
{
    NewMemoryDialog writing(m_hub->source(), m_hub->context().editor, m_window.get());
    writing.setAttribute(Qt::WA_DeleteOnClose, false);
    writing.show();
    QCOMPARE(nameless(writing), QStringList());
    ConnectDialog connecting({.url = u"http://127.0.0.1:57332/mcp"_s, .newKey = u"secret"_s}, m_window.get());
    connecting.setAttribute(Qt::WA_DeleteOnClose, false);
    connecting.show();
    QCOMPARE(nameless(connecting), QStringList());
}

void MainWindowTest::reachesEveryFieldWithTab()
{
    QSet<QWidget *> wanted;
    for (auto *widget : m_window->findChildren<QWidget *>()) {
        if (takesTheKeyboard(widget) && !widget->isWindow())
            wanted += widget;
    }
    QVERIFY(wanted.size() > 15);
    m_window->findChild<SearchBox *>()->setFocus();
    QSet<QWidget *> reached;
    for (qsizetype i = 0; i < wanted.size() * 2; ++i) {
        reached += QApplication::focusWidget();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    auto missed = wanted - reached;
    // Of buttons that exclude each other Tab reaches the chosen one; the arrow keys reach the others.
    erase_if(missed, [](QWidget *widget) {
        auto *button = qobject_cast<QAbstractButton *>(widget);
        return button && button->group() && !button->isChecked();
    });
    QStringList names;
    for (const auto *widget : missed)
        names += widget->accessibleName();
    QCOMPARE(names, QStringList());
}

void MainWindowTest::goesThroughItsAreasWithF6()
{
    m_window->findChild<SearchBox *>()->setFocus();
    QStringList visited;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        visited += QApplication::focusWidget()->objectName();
    }
    QCOMPARE(visited, QStringList({u"memoryTable"_s, u"memoryText"_s, u"nav-memories"_s, u"searchBox"_s}));
}

void MainWindowTest::findsWithTheSlashKey()
{
    m_window->showView(u"overview"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Slash);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"searchBox"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Slash);
    QCOMPARE(m_window->findChild<SearchBox *>()->text(), u"/"_s); // in a field it is a character like any other
}

void MainWindowTest::speaksKoreanAtOnce()
{
    m_language.choose(Language::Korean);
    QCoreApplication::processEvents();
    QVERIFY(m_window->menuBar()->actions().constFirst()->text().contains(u"파일"_s));
    QCOMPARE(m_window->findChild<QAbstractButton *>(u"nav-memories"_s)->text(), u"기억"_s);
    QCOMPARE(m_window->findChild<QComboBox *>(u"memoryType"_s)->itemText(0), u"사실"_s);
    QCOMPARE(nameless(*m_window), QStringList());
}

void MainWindowTest::listsItsShortcuts()
{
    m_language.choose(Language::Korean);
    QCoreApplication::processEvents();
    const ShortcutsDialog dialog(*m_window->menuBar());
    QStringList lines;
    for (const auto *label : dialog.findChildren<QLabel *>())
        lines += label->text();
    QVERIFY(lines.contains(u"파일"_s));
    QVERIFY(lines.contains(u"새 기억"_s));
    QVERIFY(lines.contains(u"Ctrl+N"_s));
    QVERIFY(!lines.contains(u"서비스"_s)); // a menu without shortcuts is no heading
}

void MainWindowTest::changesItsColoursAtOnce()
{
    m_theme->choose(ThemeChoice::Dark);
    QCoreApplication::processEvents();
    QVERIFY(m_window->palette().color(QPalette::Window).lightness() < 60);
    QVERIFY(tokensOf(m_window.get()).isDark());
    m_theme->choose(ThemeChoice::Light);
    QCoreApplication::processEvents();
    QVERIFY(m_window->palette().color(QPalette::Window).lightness() > 200);
}

void MainWindowTest::collapsesItsSidebar()
{
    auto *sidebar = m_window->findChild<Sidebar *>();
    const int wide = sidebar->width();
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    QTRY_VERIFY(sidebar->width() < wide / 2);
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    QTRY_COMPARE(sidebar->width(), wide);
}

void MainWindowTest::offersOnlyActionsThatHaveAPlace()
{
    m_window->showView(u"overview"_s);
    for (const auto *top : m_window->menuBar()->actions()) {
        QVERIFY(!top->text().isEmpty());
        for (const auto *action : top->menu()->actions()) {
            QVERIFY2(
                action->isSeparator() || !action->isVisible() || !action->text().isEmpty(), qPrintable(top->text()));
            QVERIFY(action->shortcut() != QKeySequence(Qt::Key_F2) || !action->isVisible());
        }
    }
}

void MainWindowTest::asksBeforeItCloses()
{
    QSignalSpy asked(m_window.get(), &MainWindow::closeRequested);
    m_window->close();
    QCOMPARE(asked.size(), 1);
    QVERIFY(m_window->isVisible());
}

void MainWindowTest::saysWhyAgentsCannotReachIt()
{
    QSignalSpy retried(m_window.get(), &MainWindow::serverRetryRequested);
    m_window->setStatus({.state = ServiceStatus::State::Failed, .url = {}, .cause = u"port 57332 is in use"_s});
    auto *chip = m_window->findChild<QAbstractButton *>(u"statusChip"_s);
    QCOMPARE(chip->toolTip(), u"port 57332 is in use"_s);
    const auto buttons = m_window->findChildren<QAbstractButton *>(u"noticeAction"_s);
    const auto retry = std::find_if(buttons.begin(), buttons.end(), [](auto *button) { return button->isVisible(); });
    QVERIFY(retry != buttons.end());
    (*retry)->click();
    QCOMPARE(retried.size(), 1);
    m_window->setStatus({.state = ServiceStatus::State::Running, .url = u"http://127.0.0.1:57332/mcp"_s, .cause = {}});
    QCOMPARE(chip->text(), u"Running"_s);
}

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"
