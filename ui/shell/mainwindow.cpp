// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "ui/memories/memoriesview.h"
#include "ui/memories/memoryeditor.h"
#include "ui/memories/newmemorydialog.h"
#include "ui/overview/overviewview.h"
#include "ui/shell/aboutdialog.h"
#include "ui/shell/shortcutsdialog.h"
#include "ui/shell/sidebar.h"
#include "ui/widgets/noticebar.h"

#include <QActionGroup>
#include <QClipboard>
#include <QCloseEvent>
#include <QMenuBar>
#include <QSettings>
#include <QShortcut>
#include <QStackedWidget>
#include <QUndoStack>

namespace hub::ui {

MainWindow::MainWindow(const MemorySource &source, Events &events, const QString &stateFile, QWidget *parent)
    : QMainWindow(parent)
    , m_undo(std::make_unique<QUndoStack>())
    , m_source(source)
    , m_events(events)
    , m_stateFile(stateFile)
    , m_editor(new MemoryEditor(source, *m_undo, this))
    , m_sidebar(new Sidebar(this))
    , m_stack(new QStackedWidget(this))
    , m_notice(new NoticeBar(this))
    , m_themes(new QActionGroup(this))
    , m_languages(new QActionGroup(this))
{
    auto *middle = new QWidget(this);
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_notice);
    m_notice->setContentsMargins(24, 14, 24, 0);
    column->addWidget(m_stack, 1);
    auto *row = new QHBoxLayout(middle);
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addLayout(column, 1);
    setCentralWidget(middle);
    connect(m_sidebar, &Sidebar::chosen, this, &MainWindow::showIndex);
    buildViews();
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildServiceMenu();
    buildHelpMenu();
    retranslate();
    showIndex(0);
    restoreState();
    m_sidebar->focusStop()->setFocus();
}

MainWindow::~MainWindow() { saveState(); }

void MainWindow::buildViews()
{
    const ViewContext context {m_source, m_events, *m_editor};
    auto *overview = new OverviewView(context, this);
    auto *memories = new MemoriesView(context, this);
    addView(overview);
    addView(memories);
    connect(overview, &OverviewView::newMemoryRequested, this, &MainWindow::newMemory);
    connect(overview, &OverviewView::connectRequested, this, &MainWindow::connectRequested);
    connect(memories, &MemoriesView::newMemoryRequested, this, &MainWindow::newMemory);
    connect(memories, &MemoriesView::connectRequested, this, &MainWindow::connectRequested);
}

void MainWindow::addView(View *view)
{
    view->setObjectName(view->id());
    m_views += view;
    m_stack->addWidget(view);
    m_sidebar->add(*view);
    connect(view, &View::leaveFor, this, &MainWindow::goTo);
}

QMenu *MainWindow::addMenu(const char *text, QMenu *parent)
{
    auto *menu = parent ? parent->addMenu(QString()) : menuBar()->addMenu(QString());
    m_menuTexts.emplace_back(menu, text);
    return menu;
}

QAction *MainWindow::add(QMenu *menu, const char *text, const QKeySequence &keys, std::function<void()> run)
{
    auto *action = menu->addAction(QString());
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    m_texts.emplace_back(action, text);
    return action;
}

QAction *MainWindow::addChoice(QMenu *menu, QActionGroup *group, const char *text, int value)
{
    auto *action = menu->addAction(QString());
    action->setCheckable(true);
    action->setData(value);
    group->addAction(action);
    m_texts.emplace_back(action, text);
    return action;
}

void MainWindow::buildFileMenu()
{
    auto *menu = addMenu(QT_TR_NOOP("&File"));
    add(menu, QT_TR_NOOP("&New memory…"), QKeySequence::New, [this] { newMemory(); });
    menu->addSeparator();
    add(menu, QT_TR_NOOP("&Close window"), Qt::CTRL | Qt::Key_W, [this] { close(); });
    add(menu, QT_TR_NOOP("&Quit"), Qt::CTRL | Qt::Key_Q, [this] { Q_EMIT quitRequested(); });
}

void MainWindow::buildEditMenu()
{
    auto *menu = addMenu(QT_TR_NOOP("&Edit"));
    m_undoAction = menu->addAction(QString(), m_undo.get(), &QUndoStack::undo);
    m_redoAction = menu->addAction(QString(), m_undo.get(), &QUndoStack::redo);
    m_undoAction->setShortcut(QKeySequence::Undo);
    m_redoAction->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    m_undoAction->setEnabled(false);
    m_redoAction->setEnabled(false);
    connect(m_undo.get(), &QUndoStack::canUndoChanged, m_undoAction, &QAction::setEnabled);
    connect(m_undo.get(), &QUndoStack::canRedoChanged, m_redoAction, &QAction::setEnabled);
    connect(m_undo.get(), &QUndoStack::indexChanged, this, &MainWindow::retranslate);
    for (auto *view : std::as_const(m_views)) {
        menu->addSeparator();
        menu->addActions(view->menuActions().edit);
    }
    menu->addSeparator();
    auto *find = add(
        menu, QT_TR_NOOP("Fin&d"), QKeySequence::Find, [this] { m_views[m_stack->currentIndex()]->focusSearch(); });
    auto *slash = new QShortcut(Qt::Key_Slash, this);
    connect(slash, &QShortcut::activated, find, &QAction::trigger);
}

void MainWindow::buildViewMenu()
{
    auto *menu = addMenu(QT_TR_NOOP("&View"));
    for (int i = 0; i < m_views.size(); ++i) {
        auto *action = menu->addAction(QString(), this, [this, i] { showIndex(i); });
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + i)));
        action->setData(i);
        action->setObjectName(u"show-"_s + m_views[i]->id());
    }
    menu->addSeparator();
    for (auto *view : std::as_const(m_views))
        menu->addActions(view->menuActions().view);
    add(menu, QT_TR_NOOP("&Sidebar words"), Qt::CTRL | Qt::Key_B,
        [this] { m_sidebar->setCollapsed(!m_sidebar->isCollapsed()); });
    add(menu, QT_TR_NOOP("&Next area"), Qt::Key_F6, [this] { cycleFocus(); });
    add(menu, QT_TR_NOOP("&Refresh"), Qt::Key_F5, [this] { m_views[m_stack->currentIndex()]->refresh(); });
    menu->addSeparator();
    auto *themes = addMenu(QT_TR_NOOP("&Theme"), menu);
    addChoice(themes, m_themes, QT_TR_NOOP("As the s&ystem"), int(ThemeChoice::System));
    addChoice(themes, m_themes, QT_TR_NOOP("&Light"), int(ThemeChoice::Light));
    addChoice(themes, m_themes, QT_TR_NOOP("&Dark"), int(ThemeChoice::Dark));
    auto *languages = addMenu(QT_TR_NOOP("L&anguage"), menu);
    addChoice(languages, m_languages, QT_TR_NOOP("As the s&ystem"), int(Language::Auto));
    for (const auto &[name, value] :
        {std::pair {u"English"_s, Language::English}, std::pair {u"한국어"_s, Language::Korean}}) {
        auto *action = addChoice(languages, m_languages, nullptr, int(value)); // a language is named in itself
        action->setText(name);
    }
    connect(m_themes, &QActionGroup::triggered, this,
        [this](QAction *action) { Q_EMIT themeChosen(ThemeChoice(action->data().toInt())); });
    connect(m_languages, &QActionGroup::triggered, this,
        [this](QAction *action) { Q_EMIT languageChosen(Language(action->data().toInt())); });
    menu->addSeparator();
    add(menu, QT_TR_NOOP("F&ull screen"), QKeySequence::FullScreen,
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::buildServiceMenu()
{
    auto *menu = addMenu(QT_TR_NOOP("&Service"));
    m_copyAddress = add(menu, QT_TR_NOOP("&Copy server address"), {}, [this] { copyAddress(); });
    m_copyAddress->setEnabled(false);
    auto *connectAgent = add(menu, QT_TR_NOOP("Connect an &agent…"), {}, [this] { Q_EMIT connectRequested(); });
    m_sidebar->setStatusActions({m_copyAddress, connectAgent});
}

void MainWindow::buildHelpMenu()
{
    auto *menu = addMenu(QT_TR_NOOP("&Help"));
    add(menu, QT_TR_NOOP("&Keyboard shortcuts"), Qt::CTRL | Qt::Key_Question, [this] {
        auto *dialog = new ShortcutsDialog(*menuBar(), this);
        dialog->open();
    });
    add(menu, QT_TR_NOOP("&About Anchorhold"), {}, [this] {
        auto *dialog = new AboutDialog(this);
        dialog->open();
    });
}

void MainWindow::present()
{
    show();
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

void MainWindow::setStatus(const ServiceStatus &status)
{
    m_status = status;
    m_sidebar->setStatus(status);
    m_copyAddress->setEnabled(status.state == ServiceStatus::State::Running);
    if (status.state != ServiceStatus::State::Failed)
        return m_notice->close();
    m_notice->show({.kind = NoticeBar::Kind::Error,
        //: followed by the cause
        .text = tr("Agents cannot reach the hub: %1").arg(status.cause),
        .action = tr("Try again"),
        .onAction = [this] { Q_EMIT serverRetryRequested(); }});
}

void MainWindow::setChoices(ThemeChoice theme, Language language)
{
    for (auto *action : m_themes->actions())
        action->setChecked(action->data().toInt() == int(theme));
    for (auto *action : m_languages->actions())
        action->setChecked(action->data().toInt() == int(language));
}

void MainWindow::showIndex(int index)
{
    m_stack->setCurrentIndex(index);
    m_sidebar->setCurrent(index);
    for (int i = 0; i < m_views.size(); ++i) {
        const auto actions = m_views[i]->menuActions();
        for (auto *action : actions.edit + actions.view)
            action->setVisible(i == index);
    }
}

void MainWindow::showView(const QString &id)
{
    for (int i = 0; i < m_views.size(); ++i) {
        if (m_views[i]->id() == id)
            showIndex(i);
    }
}

void MainWindow::goTo(const Destination &destination)
{
    showView(destination.view);
    m_views[m_stack->currentIndex()]->open(destination);
}

void MainWindow::newMemory()
{
    auto *dialog = new NewMemoryDialog(m_source, *m_editor, this);
    dialog->open();
}

void MainWindow::cycleFocus()
{
    auto stops = m_views[m_stack->currentIndex()]->focusStops();
    stops += m_sidebar->focusStop();
    stops.removeIf([](QWidget *stop) { return !stop || !stop->isVisible() || !stop->isEnabled(); });
    if (stops.isEmpty())
        return;
    auto *focused = QApplication::focusWidget();
    const auto current = std::find_if(
        stops.begin(), stops.end(), [&](QWidget *stop) { return stop == focused || stop->isAncestorOf(focused); });
    const auto next = current == stops.end() ? 0 : (current - stops.begin() + 1) % stops.size();
    stops[next]->setFocus(Qt::TabFocusReason);
}

void MainWindow::copyAddress() { QApplication::clipboard()->setText(m_status.url); }

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->ignore(); // the service goes on; the application hides, minimises or quits
    saveState();
    Q_EMIT closeRequested();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void MainWindow::retranslate()
{
    setWindowTitle(u"Anchorhold"_s);
    for (const auto &[menu, text] : m_menuTexts)
        menu->setTitle(tr(text));
    for (const auto &[action, text] : m_texts) {
        if (text)
            action->setText(tr(text));
    }
    QStringList titles;
    for (auto *view : std::as_const(m_views)) {
        titles += view->title();
        findChild<QAction *>(u"show-"_s + view->id())->setText(view->title());
    }
    m_sidebar->setTitles(titles);
    const auto undo = m_undo->undoText();
    const auto redo = m_undo->redoText();
    m_undoAction->setText(undo.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(undo));
    m_redoAction->setText(redo.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(redo));
}

void MainWindow::saveState() const
{
    if (m_stateFile.isEmpty())
        return;
    QSettings state(m_stateFile, QSettings::IniFormat);
    state.setValue(u"geometry"_s, saveGeometry());
    state.setValue(u"sidebarCollapsed"_s, m_sidebar->isCollapsed());
    state.setValue(u"view"_s, m_views[m_stack->currentIndex()]->id());
}

void MainWindow::restoreState()
{
    const int em = fontMetrics().height();
    resize(em * 80, em * 50);
    if (m_stateFile.isEmpty())
        return;
    const QSettings state(m_stateFile, QSettings::IniFormat);
    restoreGeometry(state.value(u"geometry"_s).toByteArray());
    m_sidebar->setCollapsed(state.value(u"sidebarCollapsed"_s).toBool());
    showView(state.value(u"view"_s).toString());
}

} // namespace hub::ui
