// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/servicestatus.h"

#include <QFrame>

class QButtonGroup;
class QVBoxLayout;

namespace hub::ui {

class NavButton;
class StatusChip;
class View;

/// The list of views at the left, with words or, collapsed, with pictures alone, and
/// the state of the server below it.
class Sidebar final : public QFrame
{
    Q_OBJECT

public:
    explicit Sidebar(QWidget *parent = nullptr);

    void add(const View &view);
    void setCurrent(int index);
    void setCollapsed(bool collapsed);
    bool isCollapsed() const { return m_isCollapsed; }
    void setTitles(const QStringList &titles);
    void setStatus(const ServiceStatus &status);
    void setStatusActions(const QList<QAction *> &actions);
    QWidget *focusStop() const;

Q_SIGNALS:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();

    QButtonGroup *m_group;
    QVBoxLayout *m_buttons;
    StatusChip *m_status;
    bool m_isCollapsed = false;
};

} // namespace hub::ui
