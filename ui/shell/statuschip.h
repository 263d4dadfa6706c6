// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/servicestatus.h"

#include <QToolButton>

namespace hub::ui {

/// The state of the server in two lines, by shape, colour and word. Opens a menu of
/// what can be done with it.
class StatusChip final : public QToolButton
{
    Q_OBJECT

public:
    explicit StatusChip(QWidget *parent = nullptr);

    void setStatus(const ServiceStatus &status);
    void setCollapsed(bool collapsed);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    QString address() const;

    ServiceStatus m_status;
    bool m_isCollapsed = false;
};

} // namespace hub::ui
