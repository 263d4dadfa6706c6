// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/servicestatus.h"

#include <QMenu>
#include <QObject>
#include <QSystemTrayIcon>

namespace hub {

/// The program in the desktop's tray: how the server is, and what one wants without
/// opening the window. Works without a tray too; it is then just not seen.
class Tray final : public QObject
{
    Q_OBJECT

public:
    explicit Tray(QObject *parent = nullptr);

    static bool isAvailable();
    void setStatus(const ui::ServiceStatus &status);
    /// Says, the first time only, that the hub goes on without its window.
    void tellStillRunning();
    const QMenu &menu() const { return m_menu; }

Q_SIGNALS:
    void openRequested();
    void toggleRequested();
    void newMemoryRequested();
    void connectRequested();
    void quitRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslate();
    void drawIcon();

    ui::ServiceStatus m_status;
    QMenu m_menu;
    QSystemTrayIcon m_icon;
    QAction *m_header;
    QAction *m_open;
    QAction *m_new;
    QAction *m_connect;
    QAction *m_copy;
    QAction *m_quit;
    bool m_hasTold = false;
};

} // namespace hub
