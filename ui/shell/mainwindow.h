// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/generalsettings.h"
#include "ui/memories/memorysource.h"
#include "ui/shell/servicestatus.h"
#include "ui/view.h"

#include <QMainWindow>

#include <memory>
#include <vector>

class QActionGroup;
class QMenu;
class QStackedWidget;
class QUndoStack;

namespace hub::ui {

class MemoryEditor;
class NoticeBar;
class Sidebar;

/// The window: sidebar, views and menus. It knows views only as View; what closing
/// means, which language and which theme, is the application's matter.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// `stateFile` keeps size and place of the window between starts; empty: nowhere.
    MainWindow(const MemorySource &source, Events &events, const QString &stateFile, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Shows the window, in front of the others.
    void present();
    void setStatus(const ServiceStatus &status);
    void setChoices(ThemeChoice theme, Language language);
    void showView(const QString &id);
    void newMemory();

Q_SIGNALS:
    void themeChosen(hub::ThemeChoice theme);
    void languageChosen(hub::Language language);
    void connectRequested();
    void closeRequested();
    void quitRequested();
    void serverRetryRequested();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void addView(View *view);
    void buildViews();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildServiceMenu();
    void buildHelpMenu();
    QMenu *addMenu(const char *text, QMenu *parent = nullptr);
    QAction *add(QMenu *menu, const char *text, const QKeySequence &keys, std::function<void()> run);
    QAction *addChoice(QMenu *menu, QActionGroup *group, const char *text, int value);
    void showIndex(int index);
    void goTo(const Destination &destination);
    void cycleFocus();
    void copyAddress();
    void saveState() const;
    void restoreState();
    void retranslate();

    std::unique_ptr<QUndoStack> m_undo;
    MemorySource m_source;
    Events &m_events;
    QString m_stateFile;
    MemoryEditor *m_editor;
    ServiceStatus m_status;
    Sidebar *m_sidebar;
    QStackedWidget *m_stack;
    NoticeBar *m_notice;
    QList<View *> m_views;
    std::vector<std::pair<QAction *, const char *>> m_texts; ///< untranslated, see QT_TR_NOOP
    std::vector<std::pair<QMenu *, const char *>> m_menuTexts;
    QAction *m_undoAction = nullptr;
    QAction *m_redoAction = nullptr;
    QAction *m_copyAddress = nullptr;
    QActionGroup *m_themes;
    QActionGroup *m_languages;
};

} // namespace hub::ui
